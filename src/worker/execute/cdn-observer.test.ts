import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CdnReport } from '#contract/crawl/learned/cdn.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { EngineStrategy } from '#contract/worker.ts'
import { createCdnMemory, createCdnObserver, type CdnMemory, type SeenAnswer } from './cdn-observer.ts'

const OUTPUT = { data: {}, engine: 'http' }
const BEHIND_CDN = {
  'cf-ray': '8f',
  server: 'cloudflare',
  'set-cookie': '__cf_bm=secret; path=/\nsession=secret',
}

function answer(more: Partial<SeenAnswer> = {}): SeenAnswer {
  const url = 'https://www.a.test/page?q=1'
  const plain = { engine: 'http', url, finalUrl: url, status: 200, headers: {}, remoteAddress: null } as const
  return { ...plain, isKept: false, ...more }
}

/** The reports of one job with one attempt. */
async function reportsOf(
  answers: readonly SeenAnswer[],
  {
    memory = createCdnMemory(),
    strategy,
    error,
  }: {
    memory?: CdnMemory
    strategy?: EngineStrategy
    error?: SurveyorError
  } = {},
) {
  const reports: CdnReport[] = []
  const observer = createCdnObserver({ report: (_, entry) => void reports.push(entry), memory, strategy })
  const ended = observer.attempt(async () => {
    for (const one of answers) observer.saw(one)
    if (error !== undefined) throw error
    return OUTPUT
  })
  await (error === undefined ? ended : assert.rejects(ended, error))
  for (const report of reports) delete report.observedAt
  return { reports, cdn: observer.cdn() }
}

const walled = (kind: NonNullable<SurveyorError['blockedBy']>['kind'], provider: string | null = null) =>
  new SurveyorError('target_blocked', 'A wall.', { blockedBy: { provider, kind } })

test('a provider is reported once in a while, without cookie values, paths and other headers', async () => {
  const memory = createCdnMemory()
  const seen = answer({ headers: { ...BEHIND_CDN, 'x-secret': 'secret' }, remoteAddress: '104.16.0.1' })
  const first = await reportsOf([seen], { memory })
  assert.deepEqual(first.reports, [
    {
      url: 'https://www.a.test',
      headers: { 'cf-ray': '8f', server: 'cloudflare' },
      cookieNames: ['__cf_bm'],
      ips: ['104.16.0.1'],
      statusCode: 200,
      outcome: 'ok',
      engine: 'http',
      proxyKind: 'none',
    },
  ])
  assert.deepEqual(first.cdn, { provider: 'cloudflare', kind: 'cdn', confidence: 0.986 })
  const second = await reportsOf([seen], { memory })
  assert.deepEqual([second.reports, second.cdn], [[], first.cdn])
  // What is gone is news, what never was is none.
  assert.equal((await reportsOf([answer()], { memory })).reports.length, 1)
  assert.deepEqual(await reportsOf([answer()]), { reports: [], cdn: null })
})

test('with a strategy each end is reported; kept copies and jobs without an answer never are', async () => {
  const strategy = { engine: 'browser', reason: 'learned' } as const
  const browser = answer({ engine: 'browser', headers: null })
  const { reports } = await reportsOf([browser], { strategy })
  assert.deepEqual(
    reports.map(({ outcome, engine, headers }) => [outcome, engine, headers]),
    [['ok', 'browser', undefined]],
  )
  const kept = answer({ isKept: true, headers: { 'cf-ray': '8f' } })
  const { reports: none, cdn } = await reportsOf([kept], { strategy })
  assert.deepEqual([none, cdn?.provider], [[], 'cloudflare'])
  assert.deepEqual((await reportsOf([], { strategy })).reports, [])
})

test('walls are reported by what they are', async () => {
  const outcomeOf = async (error: SurveyorError, status = 403) =>
    (await reportsOf([answer({ status })], { error })).reports.map(({ outcome, bodyMarkers }) => [
      outcome,
      bodyMarkers,
    ])
  assert.deepEqual(await outcomeOf(walled('challenge', 'cloudflare')), [['challenge', ['cloudflare']]])
  assert.deepEqual(await outcomeOf(walled('captcha')), [['captcha', undefined]])
  assert.deepEqual(await outcomeOf(walled('login')), [['login', undefined]])
  assert.deepEqual(await outcomeOf(walled('status')), [['blocked', undefined]])
  assert.deepEqual(await outcomeOf(walled('status'), 429), [['rate_limited', undefined]])
  assert.deepEqual(await outcomeOf(walled('consent')), [])
  assert.deepEqual(await outcomeOf(new SurveyorError('empty_content', 'Nothing.')), [])
})

test('a wall on another site counts for the one that led there as well, without its evidence', async () => {
  const led = answer({ finalUrl: 'https://check.test/', headers: { 'cf-ray': '8f' } })
  const { reports } = await reportsOf([led], { error: walled('challenge') })
  assert.deepEqual(
    reports.map(({ url, outcome, headers }) => [url, outcome, headers]),
    [
      ['https://check.test', 'challenge', { 'cf-ray': '8f' }],
      ['https://www.a.test', 'challenge', undefined],
    ],
  )
})
