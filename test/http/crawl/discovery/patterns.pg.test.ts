import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivePatterns, Pattern } from '#contract/crawl/discovery/pattern.ts'
import type { Problem } from '#contract/problem.ts'
import { sql } from '#platform/db/sql.ts'
import { startTestCrawl, type TestCrawl } from '#test/support/crawl/start-crawl.ts'
import { learn, patternOf, QUIET, signals } from '#test/support/discovery/discovery-client.ts'

const EMPTY = { type: 'contact_empty', found: {}, newlyFound: {} } as const
const url = (path: string) => ({ url: `https://x.example${path}` })
const active = async (crawl: TestCrawl, query = ''): Promise<string[]> => {
  const { json } = await crawl.call<ActivePatterns>('GET', `/api/discovery/patterns/active${query}`)
  return json.patterns.map(({ kind, language, template }) => `${kind} ${language} ${template}`)
}
/** So many days pass for all that was seen. */
const pass = async (crawl: TestCrawl, days: number): Promise<void> => {
  const past = sql`- ${days}::float8 * interval '1 day'`
  await crawl.db.execute(sql`update discovery_signals set observed_at = observed_at ${past}`)
  await crawl.db.execute(sql`update discovery_sites set observed_at = observed_at ${past}`)
}

test('a path is promoted in the language where it has contacts, and says why', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  await learn(crawl, [
    ...signals(2, 'few', url('/zwei')),
    ...signals(19, 'nearly', url('/neunzehn')),
    ...signals(40, 'de', url('/standorte')),
    ...signals(40, 'en', { ...url('/standorte'), language: 'en-GB', ...EMPTY }),
    ...signals(20, 'half', url('/drittel')),
    ...signals(40, 'rest', { ...url('/drittel'), ...EMPTY }),
    ...signals(60, 'known', { ...url('/bekannt'), newlyFound: {} }),
  ])
  const states = async (template: string, language?: string) =>
    (await patternOf(crawl, template, language))?.status
  assert.deepEqual(
    await Promise.all([
      states('/zwei'),
      states('/neunzehn'),
      states('/standorte'),
      states('/standorte', 'en'),
      states('/drittel'),
      states('/bekannt'),
    ]),
    ['observed', 'candidate', 'active', 'candidate', 'proposed', 'proposed'],
  )
  const pattern = await patternOf(crawl, '/standorte')
  assert.deepEqual(
    [pattern?.trials, pattern?.hits, pattern?.newHits, pattern?.missing, pattern?.distinctDomains],
    [40, 40, 40, 0, 40],
  )
  assert.deepEqual([pattern?.fields, pattern?.examples.length, pattern?.source], [['emails'], 1, 'learned'])
  const { evidence, thresholds, next, reason } = pattern?.explanation ?? {}
  assert.deepEqual([evidence?.trials, thresholds?.['activateFrom'], next], [40, 0.3, 'active'])
  assert.match(reason ?? '', /40 trials on 40 domains/)
  // (1 + 40) / (10 + 40), decayed by seconds.
  assert.ok(Math.abs((pattern?.posterior.mean ?? 0) - 0.82) < 0.001)
})

test('one site votes once in 30 days, however much it sends', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const farm = Array.from({ length: 50 }, () => signals(1, 'farm', url('/standorte'))).flat()
  await learn(crawl, farm)
  const pattern = await patternOf(crawl, '/standorte')
  assert.deepEqual([pattern?.trials, pattern?.distinctDomains, pattern?.status], [1, 1, 'observed'])
})

test('what is active: by language, country and field, with an ETag', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  await learn(
    crawl,
    signals(40, 'de', { ...url('/standorte'), found: { phones: 1 }, newlyFound: { phones: 1 } }),
  )
  const german = await active(crawl, '?language=de')
  assert.ok(german.includes('path de /standorte') && german.includes('path * /contact'))
  assert.ok(!german.includes('path es /contacto'))
  assert.deepEqual(await active(crawl, '?country=AT'), german)
  assert.deepEqual(await active(crawl, '?fields=phones&fields=people'), ['path de /standorte'])
  const path = '/api/discovery/patterns/active'
  const { headers } = await crawl.call('GET', path)
  const etag = headers.get('etag') ?? ''
  const same = await fetch(crawl.url + path, { headers: { 'if-none-match': etag } })
  assert.deepEqual([same.status, await same.text()], [304, ''])
  await crawl.call('POST', '/api/discovery/patterns', {
    body: { kind: 'path', template: '/filialen', language: 'de' },
  })
  const changed = await crawl.call<ActivePatterns>('GET', path, { headers: { 'if-none-match': etag } })
  assert.equal(changed.status, 200)
  assert.notEqual(`"${changed.json.version}"`, etag)
})

test('sites that change are unlearned: the newest trial of each is its vote', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  await learn(crawl, signals(40, 'site', url('/standorte')))
  assert.equal((await patternOf(crawl, '/standorte'))?.status, 'active')
  await pass(crawl, 31)
  const missing = { ...url('/standorte'), type: 'page_missing', found: {}, newlyFound: {} } as const
  await crawl.call('POST', '/api/signals', { body: { signals: signals(36, 'site', missing) } })
  const before = await patternOf(crawl, '/standorte')
  const again = await crawl.call('POST', '/api/discovery/rebuild')
  assert.equal(again.status, 200)
  const changed = await patternOf(crawl, '/standorte')
  assert.equal(changed?.id, before?.id)
  assert.deepEqual([changed?.status, changed?.trials, changed?.missing], ['candidate', 76, 36])
  assert.ok(!(await active(crawl)).includes('path de /standorte'))
})

test('decay demotes what nobody saw again, and builtin patterns go where data speak against them', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: { ...QUIET, learnEveryMs: 50 } })
  await learn(crawl, [
    ...signals(40, 'site', url('/standorte')),
    ...signals(60, 'es', { ...url('/contacto'), language: 'es', ...EMPTY }),
  ])
  const until = async (template: string, language: string, status: string) => {
    while ((await patternOf(crawl, template, language))?.status !== status)
      await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await until('/standorte', 'de', 'active')
  await until('/contacto', 'es', 'dormant')
  await pass(crawl, 300)
  await crawl.db.execute(sql`update discovery_patterns set evaluated_at = '-infinity'`)
  await until('/standorte', 'de', 'dormant')
  await crawl.db.execute(sql`
    update discovery_patterns set evaluated_at = '-infinity', status_since = now() - interval '91 days'`)
  await until('/standorte', 'de', 'retired')
})

test('operators promote, reject, add and change; their word holds against the data', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  await learn(crawl, [...signals(4, 'a', url('/filialen')), ...signals(4, 'b', url('/werbung'))])
  const decide = async (template: string, verb: string) => {
    const { id } = (await patternOf(crawl, template)) ?? {}
    const { json } = await crawl.call<Partial<Pattern> & Pick<Problem, 'code'>>(
      'POST',
      `/api/discovery/candidates/${id}/${verb}`,
      { body: { note: 'seen' } },
    )
    return json
  }
  const promoted = await decide('/filialen', 'promote')
  assert.deepEqual([promoted.status, promoted.decidedBy, promoted.note], ['active', 'open', 'seen'])
  assert.equal((await decide('/werbung', 'reject')).status, 'rejected')
  assert.equal((await decide('/filialen', 'reject')).code, 'conflict')
  await learn(crawl, [
    ...signals(60, 'c', { ...url('/filialen'), ...EMPTY }),
    ...signals(60, 'd', url('/werbung')),
  ])
  assert.deepEqual(
    [(await patternOf(crawl, '/filialen'))?.status, (await patternOf(crawl, '/werbung'))?.status],
    ['active', 'rejected'],
  )
  const path = `/api/discovery/patterns/${promoted.id}`
  const left = await crawl.call<Pattern>('PATCH', path, { body: { decided: false } })
  assert.equal(left.json.decidedBy, null)
  await learn(crawl, signals(1, 'e', { ...url('/filialen'), ...EMPTY }))
  assert.notEqual((await patternOf(crawl, '/filialen'))?.status, 'active')
  const body = { kind: 'anchor', template: 'Wo Sie uns finden', language: 'de' }
  const made = await crawl.call<Pattern>('POST', '/api/discovery/patterns', { body })
  assert.deepEqual(
    [made.status, made.json.template, made.json.source, made.json.expectedYield],
    [201, 'wo-sie-uns-finden', 'manual', 0.3],
  )
  assert.equal((await crawl.call<Problem>('POST', '/api/discovery/patterns', { body })).json.code, 'conflict')
  const read = await crawl.call<Pattern>('GET', `/api/discovery/patterns/${made.json.id}?explain=true`)
  assert.match(read.json.explanation?.reason ?? '', /begins active/)
})

test('a contact on 20 domains is of an agency: its pages are no hits', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const values = { emails: ['hello@agency.example'] }
  await learn(crawl, signals(19, 'first', { ...url('/von'), values }))
  assert.equal((await patternOf(crawl, '/von'))?.hits, 19)
  // With it in one batch all are known to share it; what was learned from before stays.
  await learn(crawl, signals(30, 'later', { ...url('/von'), values }))
  assert.deepEqual(
    [(await patternOf(crawl, '/von'))?.hits, (await patternOf(crawl, '/von'))?.trials],
    [0, 49],
  )
})

test('a first page that no longer links a path takes the vote of its site back', async (t) => {
  const crawl = await startTestCrawl(t, { discovery: QUIET })
  const builtin = await active(crawl, '?language=de')
  await learn(crawl, [
    ...signals(40, 'de', { ...url('/standorte'), chosenBy: 'pattern', anchorText: 'Standorte' }),
    ...signals(1, 'blind', { ...url('/standorte'), chosenBy: 'blind' }),
  ])
  assert.equal((await patternOf(crawl, '/standorte'))?.status, 'active')
  assert.equal((await active(crawl, '?language=de')).length, builtin.length + 2)
  const first = (paths: string[]) => ({
    ...url('/'),
    ...EMPTY,
    chosenBy: 'given' as const,
    linked: { paths, anchors: paths.map((path) => path.slice(1)) },
    observedAt: new Date(Date.now() + 1_000).toISOString(),
  })
  await learn(crawl, signals(40, 'de', first(['/standorte', '/brot', '/kuchen'])))
  assert.equal((await patternOf(crawl, '/standorte'))?.hits, 41, 'it is linked as before')
  await learn(crawl, signals(40, 'de', first(['/filialen', '/brot', '/kuchen'])))
  const { hits, status } = (await patternOf(crawl, '/standorte')) ?? {}
  assert.deepEqual([hits, status], [1, 'dormant'])
  assert.deepEqual(await active(crawl, '?language=de'), builtin)
})
