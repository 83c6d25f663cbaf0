// Open reviews of places out of a server that answers in the published form.
import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { MapsExtractOutput } from '#contract/places/maps.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { inputProblems } from '#extract/input-problems.ts'
import { replayContext, replayHost } from '#test/support/maps/replay-host.ts'
import { create } from '#extractors/maps/extract.ts'

const TOWN = fileURLToPath(new URL('../providers/osm-file/fixtures/town.osm', import.meta.url))
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const PEM = publicKey.export({ type: 'spki', format: 'pem' }).replaceAll('\n', '')

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** As the server stores it. `key`: how the header names the key. */
function signed(payload: Readonly<Record<string, unknown>>, key: 'kid' | 'jwk' = 'kid') {
  const named = key === 'kid' ? { kid: PEM } : { jwk: JSON.stringify(publicKey.export({ format: 'jwk' })) }
  const text = `${encoded({ alg: 'ES256', typ: 'JWT', ...named })}.${encoded(payload)}`
  const bytes = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const signature = bytes.toString('base64url')
  return { signature, kid: PEM, jwt: `${text}.${signature}`, payload }
}

const sub = (name: string) => `geo:47.05,8.3?${new URLSearchParams({ q: name, u: '30' }).toString()}`
const REVIEWS = [
  signed({
    iat: 1_700_000_000,
    sub: sub('cafe muller'),
    rating: 100,
    opinion: 'Good bread.',
    images: [{ src: 'https://images.example/1.jpg' }, { src: 'javascript:alert(1)' }],
    metadata: { nickname: 'anna', client_id: 'https://reviews.example' },
  }),
  signed({ iat: 1_600_000_000, sub: sub('Café Müller'), rating: 0 }, 'jwk'),
  signed({ iat: 1_650_000_000, sub: sub('Krone'), rating: 50, opinion: 'Next door.' }),
  signed({ iat: 1_660_000_000, sub: sub('Café Müller'), rating: 90, action: 'delete' }),
]
const [first] = REVIEWS
assert.ok(first !== undefined)
const CHANGED = {
  ...first,
  signature: 'another',
  jwt: first.jwt.replace(encoded(first.payload), encoded({ ...first.payload, rating: 1 })),
  payload: { ...first.payload, rating: 1 },
}

async function world(t: TestContext, respond: () => { status: number; body: string }) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '/', 'http://reviews.test'))
    const { status, body } = respond()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const dataDir = await mkdtemp(join(tmpdir(), 'open-reviews-'))
  t.after(async () => rm(dataDir, { recursive: true }))
  const { port } = server.address() as AddressInfo
  const open = async (mangroveUrl: string | null) => {
    const host = replayHost(t, { osmFile: TOWN, mangroveUrl }, { dataDir })
    const extractor = await create(host)
    t.after(async () => extractor[Symbol.asyncDispose]?.())
    return async (operation: 'extract' | 'search', input: object) => {
      const output = await extractor.operations[operation]?.(input, replayContext(host))
      assert.ok(output !== undefined)
      return output
    }
  }
  const url = `http://127.0.0.1:${port}/api`
  const cafe = await (await open(null))('search', { query: 'Café Müller' })
  const [place] = (cafe.data as { places: { source: { id: string } }[] }).places
  assert.ok(place !== undefined)
  const id = `osm:${place.source.id}`
  const run = await open(url)
  return {
    asked,
    id,
    without: await open(null),
    async extract(reviews: object) {
      const { data, warnings } = await run('extract', { id, reviews })
      assert.deepEqual(inputProblems(MapsExtractOutput, data), [])
      return { ...(data as MapsExtractOutput), warnings: (warnings ?? []).map(({ code }) => code) }
    },
  }
}

const all = (reviews: readonly object[]) => () => ({ status: 200, body: JSON.stringify({ reviews }) })

test('the reviews of a place are those of its name, newest first, and without the names of people', async (t) => {
  const { asked, extract } = await world(t, all([...REVIEWS, CHANGED]))
  const { reviews, place, warnings } = await extract({})
  assert.deepEqual(
    reviews?.items.map(({ rating, text, author, publishedAt, photos }) => [
      rating,
      text,
      author,
      publishedAt,
      photos,
    ]),
    [
      [5, 'Good bread.', null, '2023-11-14T22:13:20.000Z', ['https://images.example/1.jpg']],
      [1, null, null, '2020-09-13T12:26:40.000Z', []],
    ],
  )
  assert.deepEqual([reviews?.coverage, reviews?.total, place.reviewCoverage], ['complete', 2, 'complete'])
  assert.equal(reviews?.source?.license, 'CC-BY-4.0')
  assert.deepEqual(warnings, ['reviews_not_signed'])
  const [url] = asked
  const { lat, lng } = place.location
  assert.equal(url?.pathname, '/api/reviews')
  assert.equal(url?.searchParams.get('sub'), `geo:${lat},${lng}?q=Caf%C3%A9+M%C3%BCller&u=100`)
  assert.equal(url?.searchParams.get('latest_edits_only'), 'true')
})

test('names are given where they are asked for, no more than asked for, and none behind a known one', async (t) => {
  const { extract } = await world(t, all(REVIEWS))
  const named = await extract({ includeReviewerNames: true, max: 1 })
  assert.deepEqual(
    [named.reviews?.items.map(({ author }) => author), named.reviews?.coverage],
    [['anna'], 'partial'],
  )
  assert.match(named.reviews?.reason ?? '', /more than the 1/)
  const older = REVIEWS[1]?.signature ?? ''
  const newer = await extract({ knownIds: [older] })
  assert.deepEqual(
    [newer.reviews?.items.length, newer.reviews?.reachedKnown, newer.reviews?.coverage],
    [1, true, 'partial'],
  )
})

test('a review is also found by the id of the place, whatever it is called there', async (t) => {
  const { id, extract } = await world(t, () => ({
    status: 200,
    body: JSON.stringify({
      reviews: [
        signed({
          iat: 1_700_000_000,
          sub: sub('The café on the corner'),
          rating: 75,
          metadata: { osm_id: id.replace('osm:', '') },
        }),
      ],
    }),
  }))
  const { reviews } = await extract({})
  assert.deepEqual(
    reviews?.items.map(({ rating }) => rating),
    [4],
  )
})

test('an answer that is none is an error, and without a server there are no reviews', async (t) => {
  let answer = { status: 503, body: '' }
  const { id, extract, without } = await world(t, () => answer)
  const failure = async (work: Promise<unknown>) => {
    const error: unknown = await work.catch((reason: unknown) => reason)
    assert.ok(error instanceof SurveyorError, String(error))
    return error
  }
  const away = await failure(extract({}))
  assert.deepEqual([away.code, away.retryable], ['target_http_error', true])
  for (const body of ['<html>', '{"items":[]}']) {
    answer = { status: 200, body }
    assert.equal((await failure(extract({}))).code, 'upstream_changed')
  }
  const refused = await failure(without('extract', { id, reviews: {} }))
  assert.deepEqual([refused.code, refused.errors?.[0]?.pointer], ['validation_failed', '/reviews'])
})
