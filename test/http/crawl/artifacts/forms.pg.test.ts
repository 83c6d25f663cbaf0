// Files sent as forms (multipart/form-data): to be kept, and to be read by an extractor at once.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Artifact } from '#contract/crawl/artifact.ts'
import type { CreatedKey, Scope } from '#contract/key.ts'
import type { Problem } from '#contract/problem.ts'
import docling from '#extractors/docling/index.ts'
import pdf from '#extractors/pdf/index.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { fetchBytes, upload } from '#test/support/crawl/byte-calls.ts'
import {
  startTestCrawl,
  type Answer,
  type TestCrawl,
  type TestCrawlOptions,
} from '#test/support/crawl/start-crawl.ts'

const ARTIFACTS = '/api/v1/artifacts'
const DOCLING = '/api/v1/docling/extract'
const PDF = '/api/v1/pdf/extract'
const ADMIN = 'the-admin-key-of-this-test-0001'

const open = async (t: TestContext, options: TestCrawlOptions = {}): Promise<TestCrawl> =>
  startTestCrawl(t, { extractors: [docling, pdf], ...options })

type Value = string | File
const file = (content: string, name = 'a.md', type = 'text/markdown'): File =>
  new File([content], name, { type })

/** Sends the fields as a form. A job is answered at once. */
async function send<T = Record<string, unknown>>(
  crawl: TestCrawl,
  path: string,
  fields: readonly (readonly [string, Value])[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<T>> {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  const response = await fetch(crawl.url + path, {
    method: 'POST',
    body: form,
    headers: { prefer: 'respond-async', ...headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: JSON.parse(text) as T }
}

const kept = async (crawl: TestCrawl, headers: Record<string, string> = {}): Promise<Artifact[]> =>
  (await crawl.call<{ items: Artifact[] }>('GET', ARTIFACTS, { headers })).json.items

/** What the jobs of the batches read, in the order of the items. */
async function batchSources(crawl: TestCrawl): Promise<unknown[]> {
  const rows = await crawl.db.query<{ input: { artifactId?: string } }>(sql`
    select input from jobs where parent_id is not null order by batch_index`)
  return rows.map(({ input }) => input.artifactId)
}

test('a file of a form is kept as one that is the body itself', async (t) => {
  const crawl = await open(t)
  const { status, headers, json } = await send<Artifact>(crawl, ARTIFACTS, [
    ['kind', 'document'],
    ['file', file('# Axes', 'Äxte.md')],
    ['ttlMs', '60000'],
  ])
  assert.equal(status, 201)
  assert.equal(headers.get('location'), json.href)
  const body = await upload(
    crawl,
    '# Axes',
    { 'content-type': 'text/markdown', 'content-disposition': "attachment; filename*=UTF-8''%C3%84xte.md" },
    `${ARTIFACTS}?kind=document&ttlMs=60000`,
  )
  const { id: _, href: __, createdAt, expiresAt, ...facts } = json
  const { id: _1, href: _2, createdAt: _3, expiresAt: _4, ...ofBody } = body.json
  assert.deepEqual(facts, ofBody)
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 60_000)
  assert.equal((await fetchBytes(crawl, json.href)).bytes.toString(), '# Axes')
})

test('several files of one form are answered in their order', async (t) => {
  const crawl = await open(t)
  const names = ['c.md', 'a.md', 'b.md']
  const { status, json } = await send<{ items: Artifact[] }>(
    crawl,
    ARTIFACTS,
    names.map((name) => ['file', file(`# ${name}`, name)] as const),
  )
  assert.equal(status, 201)
  assert.deepEqual(
    json.items.map(({ filename }) => filename),
    names,
  )
  assert.deepEqual(new Set(json.items.map(({ id }) => id)), new Set((await kept(crawl)).map(({ id }) => id)))
})

test('a form that cannot be taken says why and keeps nothing, of several files neither', async (t) => {
  const crawl = await open(t, { artifacts: { maxBytes: 50_000 } })
  const one = ['file', file('x')] as const
  const refused = async (path: string, fields: readonly (readonly [string, Value])[]) => {
    const { status, json } = await send<Problem>(crawl, path, fields)
    return [status, json.code, ...(json.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)]
  }
  const invalid = (...problems: string[]) => [422, 'validation_failed', ...problems]
  for (const path of [ARTIFACTS, DOCLING, PDF]) {
    assert.deepEqual(await refused(path, [['file', file('')]]), invalid('/file empty_file'), path)
    assert.deepEqual(await refused(path, [['file', 'a.md']]), invalid('/file not_a_file'), path)
    assert.deepEqual(await refused(path, [['document', file('x')]]), invalid('/document unknown_key'), path)
    assert.deepEqual(await refused(path, [one, ['wat', '1']]), invalid('/wat unknown_key'), path)
    assert.deepEqual(await refused(path, [['file', file('x'.repeat(60_000))]]), [413, 'body_too_large'], path)
  }
  assert.deepEqual(await refused(ARTIFACTS, []), invalid('/file required'))
  assert.deepEqual(await refused(ARTIFACTS, [one, ['kind', 'Big']]), invalid('/kind pattern'))
  assert.deepEqual(await refused(ARTIFACTS, [one, ['kind', 'a'], ['kind', 'b']]), invalid('/kind repeated'))
  assert.deepEqual(await refused(`${ARTIFACTS}?kind=a`, [one, ['kind', 'b']]), invalid('/kind repeated'))
  for (const path of [ARTIFACTS, DOCLING])
    assert.deepEqual(await refused(path, [one, ['file', file('')]]), invalid('/file empty_file'), path)

  assert.deepEqual(await refused(DOCLING, []), invalid(' required'))
  assert.deepEqual(await refused(DOCLING, [one, ['url', 'https://example.org']]), invalid(' not_together'))
  assert.deepEqual(
    await refused(DOCLING, [one, ['artifactId', newId('art')]]),
    invalid('/artifactId repeated'),
  )
  assert.deepEqual(await refused(DOCLING, [one, ['pages', 'x']]), invalid('/pages pattern'))
  assert.deepEqual(await refused(DOCLING, [one, ['timeoutMs', 'x']]), invalid('/timeoutMs wrong_type'))
  assert.deepEqual(await refused(DOCLING, [one, ['chunk', '{}']]), invalid('/chunk wrong_type'))
  assert.deepEqual(await refused(DOCLING, [one, ['options', '[]']]), invalid('/options wrong_type'))
  const twice = [one, ['pages', '1'], ['options', '{"pages":"2"}']] as const
  assert.deepEqual(await refused(DOCLING, twice), invalid('/pages repeated'))
  assert.deepEqual((await refused(DOCLING, [one, ['options', '{']])).slice(0, 2), [400, 'malformed_json'])
  assert.deepEqual(
    await refused(DOCLING, [one, one, ['delivery', 'raw']]),
    invalid('/delivery not_allowed_value'),
  )
  assert.deepEqual(await refused(PDF, [one, one]), invalid('/file too_many'), 'it has no batches')

  assert.deepEqual(await kept(crawl), [])
  assert.deepEqual(await crawl.db.query(sql`select * from jobs`), [])
})

test('an extraction by form reads the file that came with it, with the options beside it', async (t) => {
  const crawl = await open(t)
  const { status, json } = await send<{ id: string }>(crawl, DOCLING, [
    ['to', 'md,chunks'],
    ['file', file('# Axes', 'a.md')],
    ['ocr', 'never'],
    ['timeoutMs', '9000'],
    ['options', '{"chunk":{"maxTokens":50}}'],
  ])
  assert.equal(status, 202)
  const job = await crawl.call<{ input: Record<string, unknown> }>('GET', `/api/jobs/${json.id}`)
  const [artifact] = await kept(crawl)
  const { artifactId, to, ocr, timeoutMs, chunk } = job.json.input
  assert.deepEqual(
    [artifactId, to, ocr, timeoutMs, (chunk as { maxTokens: number }).maxTokens],
    [artifact?.id, ['md', 'chunks'], 'never', 9_000, 50],
  )
  assert.deepEqual([artifact?.filename, artifact?.kind], ['a.md', 'upload'])
})

test('several files make a batch in their order, and so do the ids of files', async (t) => {
  const crawl = await open(t)
  const names = ['c.md', 'a.md', 'b.md']
  const answer = await send(crawl, DOCLING, [
    ...names.map((name) => ['file', file(`# ${name}`, name)] as const),
    ['to', 'text'],
  ])
  assert.equal(answer.status, 202, answer.text)
  const files = (await kept(crawl)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  assert.deepEqual(
    files.map(({ filename }) => filename),
    names,
  )
  const artifactIds = files.map(({ id }) => id)
  assert.deepEqual(await batchSources(crawl), artifactIds)

  const byIds = await crawl.call<{ type: string }>('POST', DOCLING, { body: { artifactIds } })
  assert.equal(byIds.status, 202, byIds.text)
  const unknown = newId('art')
  const { status, json } = await crawl.call<Problem>('POST', DOCLING, {
    body: { artifactIds: [artifactIds[0], unknown] },
  })
  assert.deepEqual([status, json.errors?.map(({ pointer }) => pointer)], [422, ['/artifactIds/1']])
})

test('a file whose job is refused is not kept either', async (t) => {
  const crawl = await open(t, { queueLimits: { parser: 0 } })
  const { status, json } = await send<Problem>(crawl, DOCLING, [['file', file('# Axes')]])
  assert.deepEqual([status, json.code], [503, 'queue_full'])
  assert.deepEqual(await kept(crawl), [])
})

test('with an Idempotency-Key the same form is one job and one file, another form is refused', async (t) => {
  const crawl = await open(t)
  const key = { 'idempotency-key': 'form-1' }
  const fields = [
    ['file', file('# Axes')],
    ['to', 'md'],
  ] as const
  const first = await send<{ id: string }>(crawl, DOCLING, fields, key)
  const again = await send<{ id: string }>(crawl, DOCLING, fields, key)
  assert.deepEqual([first.status, again.status], [202, 202])
  assert.deepEqual(again.json, first.json)
  assert.equal(again.headers.get('idempotency-replayed'), 'true')
  for (const other of [
    [
      ['file', file('# Other')],
      ['to', 'md'],
    ],
    [
      ['file', file('# Axes', 'b.md')],
      ['to', 'md'],
    ],
    [
      ['file', file('# Axes')],
      ['to', 'text'],
    ],
  ] as const) {
    const { status, json } = await send<Problem>(crawl, DOCLING, other, key)
    assert.deepEqual([status, json.code], [422, 'idempotency_key_reuse'])
  }
  assert.equal((await kept(crawl)).length, 1)
})

test('a key that may extract may send the file with it, and reads it; nobody else does', async (t) => {
  const crawl = await open(t, { fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }] })
  const key = async (...scopes: Scope[]) => {
    const { json } = await crawl.call<CreatedKey>('POST', '/api/keys', {
      headers: { authorization: `Bearer ${ADMIN}` },
      body: { name: 'k', scopes },
    })
    return { authorization: `Bearer ${json.secret}` }
  }
  const [extracts, uploads, other] = await Promise.all([
    key('extract:docling'),
    key('artifacts'),
    key('extract'),
  ])
  const form = [['file', file('# Axes')]] as const
  const codes = async (path: string, headers: Record<string, string> = {}) => {
    const { status, json } = await send<Problem>(crawl, path, form, headers)
    return [status, json.code]
  }
  assert.deepEqual(await codes(DOCLING), [401, 'unauthenticated'])
  assert.deepEqual(await codes(ARTIFACTS), [401, 'unauthenticated'])
  assert.deepEqual(await codes(DOCLING, uploads), [403, 'scope_missing'])
  assert.deepEqual(await codes(PDF, extracts), [403, 'scope_missing'])
  assert.deepEqual(await codes(ARTIFACTS, extracts), [403, 'scope_missing'])
  assert.deepEqual(await crawl.db.query(sql`select * from blobs`), [], 'no byte of them was stored')

  assert.equal((await send(crawl, DOCLING, form, extracts)).status, 202)
  const [artifact] = await kept(crawl, extracts)
  assert.ok(artifact !== undefined)
  assert.equal((await fetchBytes(crawl, artifact.href, extracts)).bytes.toString(), '# Axes')
  assert.equal((await fetchBytes(crawl, artifact.href, other)).status, 403)
  const { status } = await crawl.call('POST', DOCLING, {
    headers: { ...other, prefer: 'respond-async' },
    body: { artifactId: artifact.id },
  })
  assert.equal(status, 422)
})
