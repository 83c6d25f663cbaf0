// Overture places read by real children: a whole town as the extract has it, and a file that is larger than it looks.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import { create } from '#extractors/maps/extract.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createIsolate } from '#worker/isolate/isolate.ts'
import { extractContext } from '#test/support/extract/extract-context.ts'
import { memoryLimits } from '#test/support/maps/limits.ts'
import { failureOf } from '#test/support/maps/open-test-town.ts'
import { makeOverture } from '#test/support/overture/make-overture.ts'
import { overtureFromOsm } from '#test/support/overture/overture-from-osm.ts'
import { readNamedPlaces } from '#test/support/places/merge-quality.ts'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'

const MONACO = 'data/osm/planetiler-monaco-latest.osm.pbf'

async function opened(t: TestContext, bytes: Buffer, osmFile: string | null) {
  const isolate = createIsolate({ children: 1, heapMb: 256, log: silentLogger })
  const caller = { jobId: 'job_1', signal: new AbortController().signal }
  const context = extractContext(undefined, {
    isolate: async (parser, document, bounds) => isolate.run(parser, document, caller, bounds),
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'overture-children-'))
  const overtureFile = join(dataDir, 'places.parquet')
  await writeFile(overtureFile, bytes)
  const settings = { overtureFile, osmFile }
  const extractor = await create({
    settings,
    dataDir,
    limits: memoryLimits(),
    log: context.log,
    fetch: context.fetch,
  })
  t.after(async () => {
    await extractor[Symbol.asyncDispose]?.()
    await isolate[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true })
  })
  return async (input: MapsSearchInput): Promise<MapsSearchOutput> =>
    (await extractor.operations['search']?.({ limit: 500, ...input }, context))?.data as MapsSearchOutput
}

test('a town in both forms is found by the same queries', { skip: skipWithout(MONACO) }, async (t) => {
  const places = await readNamedPlaces(sharedPath(MONACO))
  const bytes = makeOverture(overtureFromOsm(places), { rowsInGroup: 200 })
  const search = await opened(t, bytes, sharedPath(MONACO))
  const named = async (input: MapsSearchInput) =>
    (await search(input)).places
      .map(({ name, location }) => `${name} ${location.lat} ${location.lng}`)
      .toSorted()
  assert.equal((await search({ query: '*', provider: 'overture' })).progress?.total, places.length)
  for (const query of [
    'restaurants',
    'pharmacies in Monaco',
    'hotels near Casino',
    'supermarkets in Fontvieille',
    'museums',
    'pharmacie',
    'Bäckerei',
    'Casino',
  ]) {
    const [overture, osm] = [
      await named({ query, provider: 'overture' }),
      await named({ query, provider: 'osm-file' }),
    ]
    // What the extract finds without a name is not in the other form.
    assert.deepEqual(
      overture,
      osm.filter((one) => !one.startsWith('null ')),
      query,
    )
    assert.ok(overture.length > 0, query)
  }
})

test('a small file that unpacks to very much is refused, and the next one is read', async (t) => {
  const texts = Array.from({ length: 50 }, (_, at) => String(at).padEnd(999, '7'))
  const lists = { phones: texts, websites: texts, emails: texts, socials: texts }
  const rows = Array.from({ length: 1_200 }, (_, at) => ({
    id: `p${at}`,
    lat: 1,
    lng: 2,
    names: { primary: 'X' },
    ...lists,
  }))
  const bytes = makeOverture(rows, { rowsInGroup: rows.length })
  assert.ok(bytes.length < 500_000, `${bytes.length} bytes`)
  const search = await opened(t, bytes, null)
  const { code, message } = await failureOf(search({ query: '*', provider: 'overture' }))
  assert.equal(code, 'unsupported_document')
  assert.match(message, /places\.parquet/)
  const next = await opened(t, makeOverture(rows.slice(0, 2)), null)
  assert.equal((await next({ query: '*', provider: 'overture' })).places.length, 2)
})
