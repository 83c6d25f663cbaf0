import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Artifact, ArtifactList } from '#contract/crawl/artifact.ts'
import type { Problem } from '#contract/problem.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { isStored } from '#test/support/blobs/blob-store-contract.ts'
import { openTestBlobs } from '#test/support/blobs/open-test-blobs.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import type { Static } from 'typebox'
import { fetchBytes, upload, type RequestBody } from '#test/support/crawl/byte-calls.ts'

const PNG = randomBytes(100_000)
const SHA256 = createHash('sha256').update(PNG).digest('hex')

test('what is uploaded comes back byte for byte, with what was said of it', async (t) => {
  const crawl = await startTestCrawl(t)
  const before = Date.now()
  const { status, headers, json } = await upload(crawl, PNG, {
    'content-disposition': "attachment; filename*=UTF-8''%C3%9Cbersicht.png",
  })
  assert.equal(status, 201)
  assert.match(json.id, /^art_/)
  assert.equal(json.href, `/api/v1/artifacts/${json.id}`)
  assert.equal(headers.get('location'), json.href)
  assert.deepEqual(
    { ...json, id: 0, href: 0, createdAt: 0, expiresAt: 0 },
    {
      id: 0,
      href: 0,
      kind: 'upload',
      mediaType: 'image/png',
      bytes: 100_000,
      sha256: SHA256,
      filename: 'Übersicht.png',
      jobId: null,
      createdAt: 0,
      expiresAt: 0,
    },
  )
  const kept = Date.parse(json.expiresAt) - before
  assert.ok(Math.abs(kept - 86_400_000) < 60_000, 'a day, where nothing is said')

  const got = await fetchBytes(crawl, json.href)
  assert.equal(got.status, 200)
  assert.ok(got.bytes.equals(PNG))
  const { headers: said } = got
  assert.equal(said.get('content-type'), 'image/png')
  assert.equal(said.get('content-length'), '100000')
  assert.equal(said.get('etag'), `"${SHA256}"`)
  assert.equal(said.get('accept-ranges'), 'bytes')
  assert.match(said.get('cache-control') ?? '', /^private, max-age=86\d\d\d, immutable$/)
  assert.equal(said.get('x-content-type-options'), 'nosniff')
  assert.equal(said.get('cross-origin-resource-policy'), 'same-origin')
  assert.match(said.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/)
  assert.match(said.get('content-disposition') ?? '', /^inline; filename="_bersicht.png"; filename\*=/)

  const info = await crawl.call<Artifact>('GET', `${json.href}/info`)
  assert.deepEqual(info.json, json)
})

test('an empty file, a stream without a length and a JSON document are files as well', async (t) => {
  const crawl = await startTestCrawl(t)
  const empty = await upload(crawl, new Uint8Array(), { 'content-type': 'text/plain' })
  assert.deepEqual([empty.status, empty.json.bytes], [201, 0])
  assert.equal((await fetchBytes(crawl, empty.json.href)).bytes.length, 0)

  const streamed = await upload(crawl, new Blob([PNG, PNG]).stream())
  assert.equal(streamed.json.bytes, 200_000)
  assert.ok((await fetchBytes(crawl, streamed.json.href)).bytes.equals(Buffer.concat([PNG, PNG])))

  const document = await upload(crawl, '{"not": "parsed"', {
    'content-type': 'application/json; charset=utf-8',
  })
  assert.equal(document.json.mediaType, 'application/json; charset=utf-8')
  assert.equal((await fetchBytes(crawl, document.json.href)).bytes.toString(), '{"not": "parsed"')
})

test('parts, conditions and HEAD are answered as RFC 9110 says', async (t) => {
  const crawl = await startTestCrawl(t)
  const { href } = (await upload(crawl, PNG)).json
  const etag = `"${SHA256}"`
  for (const [range, first, last] of [
    ['bytes=0-99', 0, 99],
    ['bytes=99990-', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=99999-200000', 99_999, 99_999],
  ] as const) {
    for (const extra of [{}, { 'if-range': etag }]) {
      const part = await fetchBytes(crawl, href, { range, ...extra })
      assert.equal(part.status, 206, range)
      assert.equal(part.headers.get('content-range'), `bytes ${first}-${last}/100000`)
      assert.equal(part.headers.get('content-length'), String(last - first + 1))
      assert.ok(part.bytes.equals(PNG.subarray(first, last + 1)))
    }
  }
  for (const headers of [
    { range: 'bytes=0-4', 'if-range': '"other"' },
    { range: 'bytes=0-4,9-12' },
    { range: 'bytes=x' },
  ]) {
    const whole = await fetchBytes(crawl, href, headers)
    assert.deepEqual([whole.status, whole.bytes.length], [200, 100_000])
  }
  for (const range of ['bytes=100000-', 'bytes=-0']) {
    const beyond = await fetchBytes(crawl, href, { range })
    assert.deepEqual([beyond.status, beyond.problem.code], [416, 'range_not_satisfiable'])
    assert.equal(beyond.headers.get('content-range'), 'bytes */100000')
    assert.equal(beyond.headers.get('cache-control'), 'no-store')
  }
  const known = await fetchBytes(crawl, href, { 'if-none-match': `"x", ${etag}` })
  assert.deepEqual([known.status, known.bytes.length, known.headers.get('etag')], [304, 0, etag])

  const head = await fetchBytes(crawl, href, {}, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length'), head.bytes.length], [200, '100000', 0])
  const headOfPart = await fetchBytes(crawl, href, { range: 'bytes=0-9' }, 'HEAD')
  assert.deepEqual([headOfPart.status, headOfPart.headers.get('content-length')], [206, '10'])
})

test('what a browser might run is only ever saved', async (t) => {
  const crawl = await startTestCrawl(t)
  const forms = {
    'text/html': 'attachment',
    'text/html; charset=utf-8': 'attachment',
    'image/svg+xml': 'attachment',
    'application/xhtml+xml': 'attachment',
    'text/xml': 'attachment',
    'text/javascript': 'attachment',
    'application/pdf': 'attachment',
    'application/x-anything': 'attachment',
    'TEXT/HTML': 'attachment',
    'text/plain; charset=utf-8': 'inline',
    'image/webp': 'inline',
  }
  for (const [type, form] of Object.entries(forms)) {
    const { json } = await upload(crawl, '<script>alert(1)</script>', { 'content-type': type })
    const { headers } = await fetchBytes(crawl, json.href)
    assert.match(headers.get('content-disposition') ?? '', new RegExp(`^${form}; filename="art_`), type)
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox;/)
  }
})

test('an upload that cannot be taken says why and leaves nothing', async (t) => {
  const crawl = await startTestCrawl(t, { artifacts: { maxBytes: 50_000 } })
  const refused = async (body: RequestBody, headers: Record<string, string> = {}, path?: string) => {
    const { status, json } = await upload<Problem>(crawl, body, headers, path)
    return [status, json.code]
  }
  assert.deepEqual(await refused(PNG), [413, 'body_too_large'], 'it says so before')
  assert.deepEqual(await refused(new Blob([PNG]).stream()), [413, 'body_too_large'], 'it turns out to be')
  for (const type of ['nonsense', 'image/', 'image/png; x', `image/${'x'.repeat(300)}`]) {
    assert.deepEqual(await refused('x', { 'content-type': type }), [415, 'unsupported_media_type'], type)
  }
  assert.deepEqual(await refused('x', { 'content-encoding': 'gzip' }), [415, 'unsupported_media_type'])
  const mixed = { 'content-type': 'multipart/mixed; boundary=b' }
  assert.deepEqual(await refused('--b--', mixed), [415, 'unsupported_media_type'])
  for (const query of ['kind=Big', 'ttlMs=5', 'ttlMs=x', 'wat=1']) {
    assert.deepEqual(await refused('x', {}, `/api/v1/artifacts?${query}`), [422, 'validation_failed'], query)
  }
  const { json } = await crawl.call<Static<typeof ArtifactList>>('GET', '/api/v1/artifacts')
  assert.deepEqual(json.items, [])
  assert.deepEqual(await crawl.db.query(sql`select * from blobs`), [])
})

test('a store that is full is 503 with Retry-After, and no row says otherwise', async (t) => {
  const blobs = await openTestBlobs(t)
  let full = true
  const crawl = await startTestCrawl(t, {
    blobs: {
      ...blobs,
      async put(content, options) {
        if (full)
          throw new SurveyorError('storage_unavailable', 'The store for files is full.', {
            retryAfterMs: 30_000,
          })
        return blobs.put(content, options)
      },
    },
  })
  const { status, headers, json } = await upload<Problem>(crawl, PNG)
  assert.deepEqual([status, json.code, json.retryable], [503, 'storage_unavailable', true])
  assert.equal(headers.get('retry-after'), '30')
  assert.deepEqual(await crawl.db.query(sql`select * from artifacts`), [])
  full = false
  assert.equal((await upload(crawl, PNG)).status, 201)
})

test('lists show what is kept, newest first, by kind, page by page', async (t) => {
  const crawl = await startTestCrawl(t)
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { json } = await upload(
      crawl,
      `file ${n}`,
      {},
      `/api/v1/artifacts?kind=${n < 3 ? 'document' : 'image'}`,
    )
    ids.unshift(json.id)
  }
  const list = async (query: string) =>
    (await crawl.call<Static<typeof ArtifactList>>('GET', `/api/v1/artifacts${query}`)).json
  const first = await list('?limit=2')
  assert.deepEqual(
    first.items.map(({ id }) => id),
    ids.slice(0, 2),
  )
  const second = await list(`?limit=9&cursor=${first.nextCursor}`)
  assert.deepEqual([second.items.map(({ id }) => id), second.nextCursor], [ids.slice(2), null])
  assert.deepEqual(
    (await list('?kind=image')).items.map(({ id }) => id),
    ids.slice(0, 2),
  )
  assert.deepEqual((await list(`?jobId=${newId('job')}`)).items, [])
  assert.deepEqual((await list('?jobId=nonsense')).items, [])
  const cursor = await crawl.call<Problem>('GET', '/api/v1/artifacts?cursor=x')
  assert.deepEqual([cursor.status, cursor.json.code], [400, 'invalid_cursor'])
  const csv = await crawl.call('GET', '/api/v1/artifacts', { headers: { accept: 'text/csv' } })
  assert.equal(csv.text.split('\n').filter((line) => line !== '').length, 6)
})

test('nothing has an unknown id, and what was deleted is gone', async (t) => {
  const crawl = await startTestCrawl(t)
  for (const id of [newId('art'), newId('job'), 'nonsense', '..%2f..%2fetc%2fpasswd']) {
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/info'],
      ['POST', '/links', {}],
      ['DELETE', ''],
    ] as const) {
      const { status, json } = await crawl.call<Problem>(
        method,
        `/api/v1/artifacts/${id}${path}`,
        body === undefined ? {} : { body },
      )
      assert.deepEqual([status, json.code], [404, 'not_found'], `${method} ${id}${path}`)
    }
  }
  const { href } = (await upload(crawl, PNG)).json
  const copy = (await upload(crawl, PNG)).json
  assert.notEqual(copy.href, href)
  assert.equal((await crawl.call('DELETE', href)).status, 204)
  assert.equal((await fetchBytes(crawl, href)).status, 404)
  assert.equal(
    (await fetchBytes(crawl, copy.href)).bytes.length,
    100_000,
    'the same content of another upload stays',
  )
})

test('an artifact expires, says so for a while, and its content goes', async (t) => {
  const blobs = await openTestBlobs(t)
  const crawl = await startTestCrawl(t, {
    blobs,
    artifacts: { sweepMs: 50, blobSweepMs: 50, rememberMs: 3_600_000 },
  })
  const expiring = (await upload(crawl, PNG, {}, '/api/v1/artifacts?ttlMs=60000')).json
  const kept = (await upload(crawl, 'another file')).json
  assert.ok(Date.parse(expiring.expiresAt) - Date.now() <= 60_000)
  await crawl.db.execute(sql`update artifacts set expires_at = now() where sha256 = ${SHA256}`)
  for (const path of ['', '/info']) {
    const { status, json } = await crawl.call<Problem>('GET', expiring.href + path)
    assert.deepEqual([status, json.code], [410, 'result_expired'])
  }
  await crawl.db.execute(sql`update blobs set held_until = now()`)
  while (await isStored(blobs, SHA256)) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal((await fetchBytes(crawl, expiring.href)).status, 410)
  assert.equal((await fetchBytes(crawl, kept.href)).status, 200)
  // Long afterwards the row itself is deleted.
  await crawl.db.execute(sql`update artifacts set expires_at = now() - interval '2 hours' where blob is null`)
  while ((await fetchBytes(crawl, expiring.href)).status === 410)
    await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal((await fetchBytes(crawl, expiring.href)).status, 404)
})
