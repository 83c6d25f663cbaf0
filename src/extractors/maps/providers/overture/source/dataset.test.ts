// Several searches at once over the files of Overture places: each footer is read once, and no search loses its index to another.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createOvertureProvider } from '#extractors/maps/providers/overture/overture-provider.ts'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { makeOverture } from '#test/support/overture/make-overture.ts'
import type { DataFile } from './data-file.ts'
import { createDatasetReader } from './dataset.ts'
import { createSharedWork } from './shared-work.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const context = extractContext(undefined, { isolate: isolateHere })
/** Half a degree apart, which is more than an index takes in around its area. */
const CAFES = Array.from({ length: 12 }, (_, number) => ({
  id: `08f1f9a1-0000-4000-8000-${String(number).padStart(12, '0')}`,
  lat: 47,
  lng: number / 2,
  names: { primary: `Café ${number}` },
  categories: { primary: 'cafe' },
}))
const BYTES = makeOverture(CAFES, { rowsInGroup: 1 })

test('readers at the same time share one look at the files', async () => {
  let reads = 0
  const file: DataFile = {
    name: 'a.parquet',
    byteLength: BYTES.length,
    version: '1',
    snapshotAt: null,
    async read(start, end) {
      reads += 1
      return BYTES.subarray(start, end)
    },
  }
  const work = createSharedWork()
  using joined = work.join(context)
  void joined
  const read = createDatasetReader(async () => [file], 0, work)
  const [first, second] = await Promise.all([read(context.signal), read(context.signal)])
  assert.equal(first, second)
  assert.equal(reads, 1)
})

test('more searches at the same time than indexes stay open all get their places', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'overture-'))
  t.after(async () => rm(folder, { recursive: true }))
  const data = join(folder, 'theme=places')
  await mkdir(data)
  await writeFile(join(data, 'a.parquet'), BYTES)
  const host = { settings: { overtureFile: data }, dataDir: folder, log, fetch: context.fetch }
  const areas = { resolve: async () => assert.fail('every location is a circle') }
  await using provider = createOvertureProvider(host, areas, 0)
  const found = await Promise.all(
    CAFES.map(async ({ lat, lng }) => {
      const location = { lat, lng, radiusM: 1_000 }
      const { data } = await provider.search({ query: 'cafes', location, limit: 10 }, context)
      return data.places.map(({ name }) => name)
    }),
  )
  assert.deepEqual(
    found,
    CAFES.map(({ names }) => [names.primary]),
  )
})
