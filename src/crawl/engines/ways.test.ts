import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseWay,
  withOutcome,
  type KnownOfDomain,
  type ProxyKind,
  type WayOutcome,
  type Ways,
} from './ways.ts'

const DAY = 86_400_000
const NOW = 1_000 * DAY
const NO_PROXY = new Set<ProxyKind>()
const known = (ways: Ways, more: Partial<KnownOfDomain> = {}): KnownOfDomain => ({
  ways,
  needsBrowser: false,
  tries: false,
  hasEvidence: false,
  ...more,
})
/** The outcomes of one way, in a row. */
const after = (
  way: Pick<WayOutcome, 'engine' | 'proxyKind'>,
  outcomes: readonly WayOutcome['outcome'][],
  before: Ways = {},
): Ways => outcomes.reduce((ways, outcome) => withOutcome(ways, { ...way, outcome, at: NOW }), before)
const HTTP = { engine: 'http', proxyKind: 'none' } as const
const BROWSER = { engine: 'browser', proxyKind: 'none' } as const

test('nothing is told of a domain that nothing is known of, nor after one bad moment', () => {
  assert.equal(chooseWay(known({}), NO_PROXY, NOW), null)
  assert.equal(chooseWay(known(after(HTTP, ['challenge'])), NO_PROXY, NOW), null)
  assert.equal(chooseWay(known(after(HTTP, ['login', 'login', 'login'])), NO_PROXY, NOW), null)
})

test('the cheapest way that is not known to fail', () => {
  const proxies = new Set<ProxyKind>(['residential', 'datacenter'])
  const blocked = ['blocked', 'captcha'] as const
  const noHttp = after(HTTP, ['challenge', 'challenge'])
  assert.deepEqual(chooseWay(known(noHttp), proxies, NOW), { engine: 'browser', reason: 'learned' })
  // What stops a browser stops HTTP too, and without proxies a browser is the last resort.
  const noDirect = after(BROWSER, blocked)
  assert.deepEqual(chooseWay(known(noDirect), NO_PROXY, NOW), { engine: 'browser', reason: 'learned' })
  const datacenter = { engine: 'http', reason: 'learned', proxyKind: 'datacenter' }
  assert.deepEqual(chooseWay(known(noDirect), proxies, NOW), datacenter)
  const noDatacenter = after({ engine: 'browser', proxyKind: 'datacenter' }, blocked, noDirect)
  assert.equal(chooseWay(known(noDatacenter), proxies, NOW)?.proxyKind, 'residential')
  assert.deepEqual(chooseWay(known(noDatacenter), new Set<ProxyKind>(['datacenter']), NOW), {
    engine: 'browser',
    reason: 'learned',
    proxyKind: 'datacenter',
  })
})

test('evidence about engines counts for HTTP without a proxy, and one job tries it again', () => {
  const evidence = { needsBrowser: true, hasEvidence: true }
  assert.deepEqual(chooseWay(known({}, evidence), NO_PROXY, NOW), { engine: 'browser', reason: 'learned' })
  const trial = { engine: 'http', reason: 'trial' }
  assert.deepEqual(chooseWay(known({}, { ...evidence, tries: true }), NO_PROXY, NOW), trial)
  assert.deepEqual(chooseWay(known({}, { hasEvidence: true }), NO_PROXY, NOW), trial)
})

test('what was learned decays, and successes take it back at once', () => {
  const blocked = after(HTTP, ['challenge', 'challenge'])
  assert.equal(chooseWay(known(blocked), NO_PROXY, NOW + 3 * DAY), null)
  assert.equal(chooseWay(known(after(HTTP, ['ok'], blocked)), NO_PROXY, NOW), null)
  assert.deepEqual(after(HTTP, ['ok', 'challenge'])['http/none'], { ok: 1, blocked: 1, limited: 0, at: NOW })
})

test('a domain that asks for fewer requests is asked one at a time, further apart each time', () => {
  const once = after(HTTP, ['rate_limited'])
  assert.equal(chooseWay(known(once), NO_PROXY, NOW), null)
  const twice = after(HTTP, ['rate_limited'], once)
  const pace = chooseWay(known(twice), NO_PROXY, NOW)
  assert.deepEqual(pace, { engine: 'http', reason: 'learned', minDelayMs: 1_414, concurrency: 1 })
  const often = after(
    HTTP,
    Array.from({ length: 20 }, () => 'rate_limited' as const),
  )
  assert.equal(chooseWay(known(often), NO_PROXY, NOW)?.minDelayMs, 30_000)
})
