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

test('kill -9 of PostgreSQL', { skip: skipWithout(LIECHTENSTEIN), timeout: 300_000 }, async (t) => {
  const workingDir = await temporaryFolder(t)
  const product = startSurveyor(t, ['start'], {
    workingDir,
    environment: {
      SURVEYOR_PLACES_PORT: '0',
      SURVEYOR_CRAWL_PORT: '0',
      SURVEYOR_OSM_FILE: sharedPath(LIECHTENSTEIN),
      SURVEYOR_LEASE_MS: '2000',
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
    assert.notEqual(await postmaster(workingDir), server)
    const ids = await placeIds(url, `sessionId=${search.sessionId}`)
    assert.equal(ids.length, PLACES)
    assert.equal(new Set(ids).size, PLACES)
  }
  assert.equal((await placeIds(url, '')).length, PLACES)

  product.child.kill('SIGTERM')
  assert.deepEqual(await product.ended, { code: 0, signal: null })
})

/** The process id that the server writes into its folder at each start. */
async function postmaster(workingDir: string): Promise<number> {
  const text = await readFile(join(workingDir, '.surveyor/postgres/cluster/data/postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}
