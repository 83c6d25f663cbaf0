import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '#contract/problem.ts'
import type { SignalsAnswer } from '#contract/crawl/discovery/signal.ts'
import { sql } from '#platform/db/sql.ts'
import { startKeyedCrawl } from '#test/support/crawl/keyed-crawl.ts'
import { startTestCrawl } from '#test/support/crawl/start-crawl.ts'
import { learn, patternOf, QUIET, signal, signals } from '#test/support/discovery/discovery-client.ts'

test('signals are taken once, each alone; a wrong one loses nothing', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const good = signal('a.example')
  const future = new Date(Date.now() + 86_400_000).toISOString()
  const body = {
    signals: [
      good,
      good,
      { ...signal('b.example'), url: 'nowhere' },
      { ...signal('c.example'), tpye: 1 },
      'text',
      signal('d.example', { observedAt: future }),
      signal('e.example', { observedAt: '2001-01-01T00:00:00.000Z' }),
    ],
  }
  const { status, json, text } = await crawl.call<SignalsAnswer>('POST', '/api/signals', { body })
  assert.equal(status, 202, text)
  assert.deepEqual([json.accepted, json.duplicates], [1, 1])
  assert.deepEqual(
    json.rejected.map(({ index, errors }) => [index, errors[0]?.pointer]),
    [
      [2, '/signals/2/url'],
      [3, '/signals/3/tpye'],
      [4, '/signals/4'],
      [5, '/signals/5/observedAt'],
      [6, '/signals/6/observedAt'],
    ],
  )
  const again = await crawl.call<SignalsAnswer>('POST', '/api/signals', { body: { signals: [good] } })
  assert.deepEqual([again.json.accepted, again.json.duplicates], [0, 1])
  const empty = await crawl.call<Problem>('POST', '/api/signals', { body: { signals: [] } })
  assert.deepEqual([empty.status, empty.json.errors?.[0]?.pointer], [422, '/signals'])
})

test('values of contacts are kept as keyed hashes, and addresses without their query', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const values = { emails: ['Ann@Secret.example'], phones: ['+49 30 23125000'] }
  await learn(crawl, [signal('a.example', { values, url: 'https://a.example/kontakt?user=ann' })])
  const [row] = await crawl.db.query<{ text: string; n: number }>(sql`
    select s::text as text, cardinality(contacts) as n from discovery_signals s`)
  assert.equal(row?.n, 2)
  for (const value of ['Ann', 'ann', 'ecret', '23125'])
    assert.equal(row?.text.includes(value), false, row?.text)
})

test('who may send: discovery and worker keys; workers are trusted and others count less', async (t) => {
  const { crawl, make, ask } = await startKeyedCrawl(t)
  const [client, worker, other] = await Promise.all([
    make(['discovery']),
    make(['worker', 'discovery']),
    make(['extract']),
  ])
  const body = { signals: [signal('a.example')] }
  assert.equal((await crawl.call('POST', '/api/signals', { body })).status, 401)
  const refused = await ask<Problem>(other.secret, 'POST', '/api/signals', body)
  assert.deepEqual([refused.status, refused.json.code], [403, 'scope_missing'])
  // The same ids of two senders do not meet.
  for (const { secret } of [client, worker]) {
    const { json } = await ask<SignalsAnswer>(secret, 'POST', '/api/signals', body)
    assert.deepEqual([json.accepted, json.duplicates], [1, 0])
  }
  const headers = { authorization: `Bearer ${client.secret}` }
  const asClient = {
    call: async (...[method, path, more]: Parameters<typeof crawl.call>) =>
      crawl.call(method, path, { ...more, headers }),
  } as typeof crawl
  await learn(asClient, signals(40, 'x'))
  const said = await patternOf(asClient, '/kontakt')
  assert.deepEqual([said?.trials, Math.round(said?.explanation?.evidence.weight ?? 0)], [41, 13])
})

test('bad input, unknown ids and missing permission at every path of discovery', async (t) => {
  const { make, ask } = await startKeyedCrawl(t)
  const { secret } = await make(['discovery'])
  const other = await make(['extract'])
  const id = 'pat_01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89'
  for (const [method, path, body, status, pointer] of [
    ['GET', '/api/discovery/candidates?status=active', undefined, 422, '?status/0'],
    ['GET', '/api/discovery/candidates?cursor=x', undefined, 400, null],
    ['GET', '/api/discovery/patterns?kind=page', undefined, 422, '?kind'],
    ['GET', '/api/discovery/patterns/active?fields=faxes', undefined, 422, '?fields/0'],
    ['GET', `/api/discovery/patterns/${id}`, undefined, 404, null],
    ['POST', `/api/discovery/candidates/${id}/promote`, {}, 404, null],
    ['POST', '/api/discovery/candidates/x/reject', {}, 404, null],
    ['PATCH', `/api/discovery/patterns/${id}`, { status: 'active' }, 404, null],
    ['PATCH', `/api/discovery/patterns/${id}`, {}, 422, null],
    ['PATCH', `/api/discovery/patterns/${id}`, { status: 'observed' }, 422, '/status'],
    ['POST', '/api/discovery/patterns', { kind: 'path', template: '/', language: 'de' }, 422, '/template'],
    [
      'POST',
      '/api/discovery/patterns',
      { kind: 'path', template: '/x', language: 'german' },
      422,
      '/language',
    ],
    ['POST', '/api/discovery/exclusions', { kind: 'phone', value: 'none' }, 422, '/value'],
    ['POST', '/api/discovery/exclusions', { kind: 'page', value: 'x' }, 422, '/kind'],
    ['GET', '/api/discovery/exclusions?since=yesterday', undefined, 422, '?since'],
    ['DELETE', '/api/discovery/exclusions/exc_1', undefined, 404, null],
  ] as const) {
    const answer = await ask<Problem>(secret, method, path, body)
    assert.equal(answer.status, status, `${method} ${path} ${answer.text}`)
    if (pointer !== null) assert.equal(answer.json.errors?.[0]?.pointer, pointer, path)
    const refused = await ask<Problem>(other.secret, method, path, body)
    assert.equal(refused.json.code, 'scope_missing', `${method} ${path}`)
  }
})
