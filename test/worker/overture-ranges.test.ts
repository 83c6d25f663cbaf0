// Overture places behind HTTP: a list of files as S3 gives it, read by ranges, through the door for servers of the operator.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { MapsSearchInput, MapsSearchOutput } from '#contract/places/maps.ts'
import { create } from '#extractors/maps/extract.ts'
import { createOvertureProvider } from '#extractors/maps/providers/overture/overture-provider.ts'
import { extractContext, isolateHere } from '#test/support/extract/extract-context.ts'
import { memoryLimits } from '#test/support/maps/limits.ts'
import { makeOverture } from '#test/support/overture/make-overture.ts'
import { failureOf } from '#test/support/maps/open-test-town.ts'
import { startServer } from '#test/support/sites/local-server.ts'
import { createPeerFetch } from '#worker/peer-fetch.ts'

const PREFIX = 'release/2026-10-21.0/theme=places/type=place/'
const context = extractContext(undefined, { isolate: isolateHere })

/** A thousand cafés from west to east, 100 in each row group. */
const PLACES = Array.from({ length: 1_000 }, (_, at) => ({
  id: `place-${at}`,
  lat: 10,
  lng: at / 100,
  names: { primary: `Café ${at}` },
  categories: { primary: 'cafe' },
}))

interface Bucket {
  readonly host: Parameters<typeof createOvertureProvider>[0]
  readonly search: (input: MapsSearchInput) => Promise<MapsSearchOutput>
  /** The ranges that were asked for, as `start-end`. */
  readonly ranges: string[]
  /** Answers this many of the next ranges with an error of the server. */
  fail(times: number): void
  /** From now on the files are others. */
  replace(): void
  /** From now on each list has others. */
  restless(): void
}

async function startBucket(t: TestContext, path: string): Promise<Bucket> {
  const ranges: string[] = []
  let [failures, etag, isRestless] = [0, '"one"', false]
  const files = new Map([
    [`${PREFIX}part-00000.zstd.parquet`, makeOverture(PLACES.slice(0, 500), { rowsInGroup: 100 })],
    [`${PREFIX}part-00001.zstd.parquet`, makeOverture(PLACES.slice(500), { rowsInGroup: 100 })],
  ])
  const server = await startServer(t, (request, response) => {
    const url = new URL(request.url ?? '/', 'http://bucket.test')
    if (url.searchParams.get('list-type') === '2') {
      if (isRestless) etag = `"${randomUUID()}"`
      // One file a page.
      const keys = [...files.keys()].filter((key) => key.startsWith(url.searchParams.get('prefix') ?? ''))
      const from = Number(url.searchParams.get('continuation-token') ?? '0')
      const key = keys[from] ?? ''
      const next = from + 1 < keys.length ? `<NextContinuationToken>${from + 1}</NextContinuationToken>` : ''
      response
        .writeHead(200, { 'content-type': 'application/xml' })
        .end(
          `<?xml version="1.0"?><ListBucketResult><Contents><Key>${key}</Key><LastModified>2026-10-22T00:00:00.000Z</LastModified>` +
            `<ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${files.get(key)?.length ?? 0}</Size></Contents>${next}</ListBucketResult>`,
        )
      return
    }
    const body = files.get(decodeURIComponent(url.pathname.slice(1)))
    if (body === undefined) return void response.writeHead(404).end()
    const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (end !== '0') ranges.push(`${start}-${end}`)
    if (end !== '0' && failures > 0) {
      failures -= 1
      return void response.writeHead(503).end()
    }
    if ((request.headers['if-match'] ?? etag) !== etag) return void response.writeHead(412).end()
    response
      .writeHead(206, { etag, 'content-range': `bytes ${start}-${end}/${body.length}` })
      .end(body.subarray(Number(start), Number(end) + 1))
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'overture-http-'))
  const settings = { mapProvider: 'overture', overtureUrl: `${server.origin}/${path}` }
  const peers = createPeerFetch({ settings, userAgent: 'Surveyor/1' })
  const { log, fetch } = context
  const host = { settings, dataDir, limits: memoryLimits(), log, fetch, peerFetch: peers.fetch }
  const extractor = await create(host)
  t.after(async () => {
    await extractor[Symbol.asyncDispose]?.()
    await peers[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true })
  })
  return {
    host,
    ranges,
    search: async (input) =>
      (await extractor.operations['search']?.({ limit: 500, ...input }, context))?.data as MapsSearchOutput,
    fail: (times) => (failures = times),
    replace: () => (etag = '"two"'),
    restless: () => (isRestless = true),
  }
}

const AROUND_THREE = { bbox: [3.0, 9.9, 3.1, 10.1] as [number, number, number, number] }

test('all files below a prefix are one data set, dated by the release in its path', async (t) => {
  const { search } = await startBucket(t, PREFIX)
  const { places, progress, attribution } = await search({ query: 'cafes' })
  assert.equal(progress?.total, 1_000)
  assert.equal(places[0]?.provenance['name']?.fetchedAt, '2026-10-21T00:00:00.000Z')
  assert.equal(attribution[0]?.provider, 'overture')
  const part = await search({ query: 'cafes', location: AROUND_THREE })
  assert.equal(part.places.length, 11)
})

test('a range that fails is asked for again, and nothing twice', async (t) => {
  const { search, fail, ranges } = await startBucket(t, `${PREFIX}part-00000.zstd.parquet`)
  fail(2)
  assert.equal((await search({ query: '*' })).progress?.total, 500)
  assert.equal(ranges.length - new Set(ranges).size, 2, 'only the two that failed')
  const before = ranges.length
  await search({ query: 'cafes', location: AROUND_THREE })
  assert.equal(ranges.length, before, 'a kept index asks for nothing')
})

test('a server that gives no ranges, no files or no answer is an error and never no places', async (t) => {
  const missing = await startBucket(t, 'nothing/below/')
  const { code, message } = await failureOf(missing.search({ query: '*' }))
  assert.equal(code, 'source_unavailable')
  assert.match(message, /no \.parquet file below it/)
  const oddlyNamed = await startBucket(t, '100%/below/')
  assert.match((await failureOf(oddlyNamed.search({ query: '*' }))).message, /no \.parquet file below it/)
  const gone = await startBucket(t, `${PREFIX}gone.parquet`)
  assert.match((await failureOf(gone.search({ query: '*' }))).message, /answers 404/)
})

test('of data that is too large for one index only the row groups around the area are read', async (t) => {
  const { host, ranges } = await startBucket(t, PREFIX)
  const nowhere = async (): Promise<never> => assert.fail('a shape needs no names')
  const provider = createOvertureProvider(host, { resolve: nowhere }, 999)
  t.after(() => provider[Symbol.asyncDispose]())
  const { data } = await provider.search({ query: 'cafes', limit: 500, location: AROUND_THREE }, context)
  assert.equal(data.places.length, 11)
  // The boxes of an index end at quarters of a degree: these lie in the row group of the third and the fourth degree.
  const near = ranges.length
  await provider.search({ query: 'cafes', location: { bbox: [3.05, 9.9, 3.2, 10.1] } }, context)
  assert.equal(ranges.length, near, 'a neighbour has the same index')
  const elsewhere = await provider.search(
    { query: '*', limit: 500, location: { bbox: [7.05, 9.9, 7.2, 10.1] } },
    context,
  )
  assert.equal(elsewhere.data.places.length, 16)
  assert.ok(ranges.length < 2 * near, 'the footers are known')
  const { code, errors } = await failureOf(provider.search({ query: 'cafes' }, context))
  assert.deepEqual([code, errors?.[0]?.pointer], ['validation_failed', '/location'])
})

test('a file that changes while it is read makes no index of both', async (t) => {
  const { host, replace, restless } = await startBucket(t, PREFIX)
  const provider = createOvertureProvider(host, { resolve: async () => assert.fail() }, 999)
  t.after(() => provider[Symbol.asyncDispose]())
  await provider.search({ query: 'cafes', location: AROUND_THREE }, context)
  replace()
  const elsewhere = async () =>
    provider.search({ query: '*', location: { bbox: [7, 9.9, 7.1, 10.1] } }, context)
  assert.equal((await elsewhere()).data.places.length, 11, 'what was just replaced is looked at again')
  restless()
  const { code, message } = await failureOf(
    provider.search({ query: '*', location: { bbox: [1, 9.9, 1.1, 10.1] } }, context),
  )
  assert.equal(code, 'source_unavailable')
  assert.match(message, /changed while it was read/)
})
