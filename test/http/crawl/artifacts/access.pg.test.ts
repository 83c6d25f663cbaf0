// Access to a file: for its owner, by scope, and by signed link.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Artifact, SignedLink } from '#contract/crawl/artifact.ts'
import type { CreatedKey, Scope } from '#contract/key.ts'
import type { Problem } from '#contract/problem.ts'
import { newId } from '#kit/ids.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { fetchBytes, upload } from '#test/support/crawl/byte-calls.ts'

const ADMIN = 'the-admin-key-of-this-test-0001'

interface Keyed {
  readonly crawl: TestCrawl
  /** Headers with a fresh key of these scopes. */
  key(...scopes: Scope[]): Promise<Record<string, string>>
}

async function startKeyed(t: TestContext): Promise<Keyed> {
  const crawl = await startTestCrawl(t, {
    fixedKeys: [{ name: 'admin', secret: ADMIN, scopes: ['admin'] }],
  })
  return {
    crawl,
    async key(...scopes) {
      const { json } = await crawl.call<CreatedKey>('POST', '/api/keys', {
        headers: { authorization: `Bearer ${ADMIN}` },
        body: { name: 'k', scopes },
      })
      return { authorization: `Bearer ${json.secret}` }
    },
  }
}

const linkTo = async (crawl: TestCrawl, artifact: Artifact, headers: Record<string, string>, body = {}) =>
  crawl.call<SignedLink & Problem>('POST', `${artifact.href}/links`, { headers, body })

test('without a key nothing is given out; what says all opens all files, anything else only the own ones', async (t) => {
  const { crawl, key } = await startKeyed(t)
  const owner = await key('artifacts')
  const reader = await key('artifacts:all')
  const another = await key('artifacts')
  const stranger = await key('extract', 'jobs:all')
  const { json: artifact, status } = await upload(crawl, 'hello', owner)
  assert.equal(status, 201)
  assert.equal((await upload<Problem>(crawl, 'hello')).json.code, 'unauthenticated')
  assert.equal((await upload<Problem>(crawl, 'hello', stranger)).json.code, 'scope_missing')

  assert.equal((await fetchBytes(crawl, artifact.href)).problem.code, 'unauthenticated')
  assert.equal((await fetchBytes(crawl, artifact.href, owner)).bytes.toString(), 'hello')
  assert.equal((await fetchBytes(crawl, artifact.href, reader)).bytes.toString(), 'hello')
  for (const headers of [stranger, another]) {
    for (const path of [artifact.href, `/api/v1/artifacts/${newId('art')}`]) {
      const { status, problem } = await fetchBytes(crawl, path, headers)
      assert.deepEqual([status, problem.code], [403, 'scope_missing'], 'and does not learn what there is')
    }
  }
  for (const [headers, seen] of [
    [stranger, []],
    [another, []],
    [owner, [artifact.id]],
    [reader, [artifact.id]],
  ] as const) {
    const { json } = await crawl.call<{ items: Artifact[] }>('GET', '/api/v1/artifacts', { headers })
    assert.deepEqual(
      json.items.map(({ id }) => id),
      seen,
    )
  }
  const none = await crawl.call<Problem>('GET', '/api/v1/artifacts', { headers: await key('stats') })
  assert.equal(none.json.code, 'scope_missing')
  for (const headers of [another, stranger]) {
    const { json } = await crawl.call<Problem>('DELETE', artifact.href, { headers })
    assert.equal(json.code, 'scope_missing')
  }
  assert.equal((await crawl.call('DELETE', artifact.href, { headers: owner })).status, 204)
})

test('a key reads what was made for it without any scope for files', async (t) => {
  const { crawl, key } = await startKeyed(t)
  const owner = await key('extract')
  const other = await key('extract')
  const { json: artifact } = await upload(crawl, 'hello', { authorization: `Bearer ${ADMIN}` })
  const { json: mine } = await crawl.call<{ id: string }>('POST', '/api/v1/echo/extract', {
    headers: { ...owner, prefer: 'respond-async' },
    body: { text: 'a' },
  })
  await crawl.db.execute(sql`
    update artifacts set owner = (select fairness_key from jobs where id = ${mine.id.slice(4)}::uuid)`)
  assert.equal((await fetchBytes(crawl, artifact.href, owner)).bytes.toString(), 'hello')
  assert.equal((await crawl.call('GET', `${artifact.href}/info`, { headers: owner })).status, 200)
  assert.equal((await linkTo(crawl, artifact, owner)).status, 201)
  assert.equal((await fetchBytes(crawl, artifact.href, other)).problem.code, 'scope_missing')
  assert.equal((await linkTo(crawl, artifact, other)).json.code, 'scope_missing')
})

test('a link opens one file without a key until it runs out', async (t) => {
  const { crawl, key } = await startKeyed(t)
  const owner = await key('artifacts')
  const { json: artifact } = await upload(crawl, 'hello', owner)
  const { json: another } = await upload(crawl, 'other', owner)
  const { status, json: link } = await linkTo(crawl, artifact, owner, { ttlMs: 60_000 })
  assert.equal(status, 201)
  const left = Date.parse(link.expiresAt) - Date.now()
  assert.ok(left > 50_000 && left <= 60_000)

  const opened = await fetchBytes(crawl, link.href, { range: 'bytes=1-3' })
  assert.deepEqual([opened.status, opened.bytes.toString()], [206, 'ell'])
  assert.equal((await fetchBytes(crawl, link.href, {}, 'HEAD')).status, 200)

  const query = link.href.slice(link.href.indexOf('?'))
  const { sig = '', exp = '' } = Object.fromEntries(new URLSearchParams(query))
  const forged = [
    `${another.href}${query}`,
    `${artifact.href}?exp=${Number(exp) + 60}&sig=${sig}`,
    `${artifact.href}?exp=${exp}&sig=${sig.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
    `${artifact.href}?sig=${sig}`,
    `${artifact.href}?exp=${exp}&sig=`,
    `/api/v1/artifacts/${newId('art')}?exp=${exp}&sig=${sig}`,
  ]
  for (const path of forged) {
    for (const headers of [{}, owner]) {
      const { status, problem } = await fetchBytes(crawl, path, headers)
      assert.deepEqual([status, problem.code], [401, 'unauthenticated'], path)
    }
  }
  const info = await fetchBytes(crawl, `${artifact.href}/info${query}`)
  assert.equal(info.problem.code, 'unauthenticated', 'the bytes and no more')
  const deleted = await crawl.call<Problem>('DELETE', artifact.href + query)
  assert.equal(deleted.json.code, 'unauthenticated')

  assert.equal((await crawl.call('DELETE', artifact.href, { headers: owner })).status, 204)
  assert.equal((await fetchBytes(crawl, link.href)).problem.code, 'not_found')
})

test('a link lives no longer than its file, and how long is the choice of who makes it', async (t) => {
  const { crawl, key } = await startKeyed(t)
  const owner = await key('artifacts')
  const { json: artifact } = await upload(crawl, 'hello', owner, '/api/v1/artifacts?ttlMs=60000')
  const { json: link } = await linkTo(crawl, artifact, owner)
  assert.ok(Date.parse(link.expiresAt) <= Date.parse(artifact.expiresAt))
  for (const ttlMs of [0, -1, 2_592_000_001, 'x']) {
    const { status, json } = await linkTo(crawl, artifact, owner, { ttlMs })
    assert.deepEqual([status, json.code], [422, 'validation_failed'])
  }
  await crawl.db.execute(sql`update artifacts set expires_at = now()`)
  assert.equal((await fetchBytes(crawl, link.href)).problem.code, 'result_expired')
  assert.equal((await linkTo(crawl, artifact, owner)).json.code, 'result_expired')
})

test('on an open service the address counts for nothing: all is open, and links are still judged', async (t) => {
  const crawl = await startTestCrawl(t)
  const { json: artifact } = await upload(crawl, 'hello')
  const { json: link } = await linkTo(crawl, artifact, {})
  assert.equal((await fetchBytes(crawl, link.href)).status, 200)
  assert.equal((await fetchBytes(crawl, `${artifact.href}?exp=1&sig=x`)).status, 401)
})
