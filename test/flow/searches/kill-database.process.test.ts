// kill -9 of the embedded PostgreSQL in the middle of a search: the supervisor starts it again and the search ends.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { createSearch, placeIds, searchEnd } from '#test/support/places/places-client.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { startSurveyor, temporaryFolder } from '#test/support/programs/surveyor.ts'

const LIECHTENSTEIN = 'data/osm/nominatim-apidb-liechtenstein.osm.pbf'
const PLACES = 1_040
const KILL_AFTER_MS = [0, 60, 150, 300]

test('kill -9 of PostgreSQL', { skip: skipWithout(LIECHTENSTEIN) }, async (t) => {
  const workingDir = await temporaryFolder(t)
  const product = startSurveyor(t, ['start'], {
    workingDir,
    environment: {
      SURVEYOR_PLACES_PORT: '0',
      SURVEYOR_CRAWL_PORT: '0',
      SURVEYOR_OSM_FILE: sharedPath(LIECHTENSTEIN),
      SURVEYOR_LEASE_MS: '10000',
      SURVEYOR_SWEEP_MS: '200',
    },
  })
  const [, url = ''] = await product.line(/^places +(http:\S+)/)
  await searchEnd(url, (await createSearch(url, { query: '*' }, 'warm-up')).id)

  for (const ms of KILL_AFTER_MS) {
    const { id } = await createSearch(url, { query: '*' }, `kill-${ms}`)
    await delay(ms)
    const server = await postmaster(workingDir)
    process.kill(server, 'SIGKILL')
    const search = await searchEnd(url, id)
    assert.deepEqual(
      { status: search.status, complete: search.complete, kept: search.counts.kept, new: search.counts.new },
      { status: 'succeeded', complete: true, kept: PLACES, new: 0 },
      `killed after ${ms} ms`,
    )
    // A search that was over before the kill does not wait for the server.
    await postmaster(workingDir, server)
    const ids = await placeIds(url, `sessionId=${search.sessionId}`)
    assert.equal(ids.length, PLACES)
    assert.equal(new Set(ids).size, PLACES)
  }
  assert.equal((await placeIds(url, '')).length, PLACES)

  product.child.kill('SIGTERM')
  assert.deepEqual(await product.ended, { code: 0, signal: null })
})

/** The process id that the server writes into its folder at each start; waits for another one than `killed`. */
async function postmaster(workingDir: string, killed = 0): Promise<number> {
  const path = join(workingDir, '.surveyor/postgres/cluster/data/postmaster.pid')
  for (;;) {
    const [line = ''] = (await readFile(path, 'utf8').catch(() => '')).split('\n')
    if (Number(line) > 0 && Number(line) !== killed) return Number(line)
    await delay(20)
  }
}
