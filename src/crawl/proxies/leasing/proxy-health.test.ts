import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProxyOutcome } from '#contract/crawl/learned/proxy.ts'
import { afterLease, type DomainHealth, type ProxyHealth } from './proxy-health.ts'

const NEW: ProxyHealth = { state: 'new', score: 1, failures: 0, coolings: 0 }
/** In the middle of its jitter, a cool-down is as long as the table says. */
const middle = () => 0.5
const after = (
  proxy: ProxyHealth,
  outcome: ProxyOutcome,
  {
    domain = null,
    ...lease
  }: {
    domain?: DomainHealth | 'unknown' | null
    isProbe?: boolean
    hasExpired?: boolean
    isUnused?: boolean
  } = {},
) =>
  afterLease(proxy, domain, { outcome, isProbe: false, hasExpired: false, isUnused: false, ...lease }, middle)

/** The domain and the proxy after these outcomes, one after the other. */
function sequence(outcomes: readonly ProxyOutcome[]): { proxy: ProxyHealth; domain: DomainHealth } {
  let proxy = NEW
  let domain: DomainHealth | 'unknown' = 'unknown'
  for (const outcome of outcomes) {
    const change = after(proxy, outcome, { domain })
    proxy = change.proxy
    domain = change.domain ?? domain
  }
  assert.ok(domain !== 'unknown')
  return { proxy, domain }
}

test('the score is a moving average of the weights', () => {
  for (const [outcome, score] of [
    ['ok', 1],
    ['target_error', 1],
    ['rate_limited', 0.94],
    ['timeout', 0.93],
    ['blocked', 0.91],
    ['captcha', 0.91],
    ['connect_error', 0.9],
  ] as const)
    assert.equal(after(NEW, outcome).proxy.score.toFixed(3), score.toFixed(3), outcome)
})

test('below 0.6 it is degraded, below 0.35 it cools down, and so it does after three failures of its own in a row', () => {
  assert.equal(after(NEW, 'ok').proxy.state, 'healthy')
  assert.equal(after({ ...NEW, score: 0.6 }, 'blocked').proxy.state, 'degraded')
  assert.equal(after({ ...NEW, score: 0.55, state: 'degraded' }, 'ok').proxy.state, 'degraded')
  assert.equal(after({ ...NEW, score: 0.59, state: 'degraded' }, 'ok').proxy.state, 'healthy')
  const worn = after({ ...NEW, score: 0.36, state: 'degraded' }, 'blocked').proxy
  assert.deepEqual([worn.state, worn.cooldownMs], ['cooling', 30_000])
  let proxy = NEW
  for (const [outcome, failures] of [
    ['connect_error', 1],
    ['timeout', 2],
    ['ok', 0],
    ['connect_error', 1],
    ['connect_error', 2],
  ] as const) {
    proxy = after(proxy, outcome).proxy
    assert.equal(proxy.failures, failures)
  }
  assert.equal(after(proxy, 'timeout').proxy.state, 'cooling')
})

test('cool-downs double up to half an hour, with a quarter of jitter; the sixth is a quarantine', () => {
  const probing = (coolings: number): ProxyHealth => ({ ...NEW, state: 'probing', coolings })
  const waits = [1, 2, 3, 4].map(
    (n) => after(probing(n), 'connect_error', { isProbe: true }).proxy.cooldownMs,
  )
  assert.deepEqual(waits, [60_000, 120_000, 240_000, 480_000])
  const last = after(probing(5), 'timeout', { isProbe: true }).proxy
  assert.deepEqual([last.state, last.cooldownMs], ['quarantined', 21_600_000])
  for (const random of [0, 0.999]) {
    const lease = { outcome: 'connect_error', isProbe: false, hasExpired: false, isUnused: false } as const
    const wait = afterLease({ ...NEW, failures: 2 }, null, lease, () => random).proxy.cooldownMs ?? 0
    assert.ok(wait >= 22_500 && wait <= 37_500, `${wait}`)
  }
})

test('a probe that comes through heals, also where a domain refuses it; an unused one leaves it to the next', () => {
  const probing: ProxyHealth = { state: 'probing', score: 0.2, failures: 0, coolings: 3 }
  assert.deepEqual(after(probing, 'ok', { isProbe: true }).proxy, {
    state: 'healthy',
    score: 0.6,
    failures: 0,
    coolings: 0,
    cooldownMs: null,
  })
  assert.equal(after(probing, 'blocked', { isProbe: true, domain: 'unknown' }).proxy.state, 'healthy')
  const cooling: DomainHealth = { score: 0.3, failures: 2, coolings: 1, isCooling: true }
  assert.equal(after(probing, 'blocked', { isProbe: true, domain: cooling }).proxy.state, 'healthy')
  const unused = after(probing, 'ok', { isProbe: true, isUnused: true, domain: 'unknown' })
  assert.deepEqual([unused.proxy.state, unused.proxy.cooldownMs, unused.domain], ['cooling', 0, null])
  // A lease from before the cool-down decides nothing.
  assert.equal(after(probing, 'ok').proxy.state, 'probing')
  assert.equal(after({ ...probing, state: 'cooling' }, 'ok').proxy.state, 'cooling')
})

test('one domain costs a proxy the domain and no more than three of its own marks', () => {
  const { proxy, domain } = sequence(Array<ProxyOutcome>(50).fill('blocked'))
  assert.equal(domain.isCooling, true)
  assert.deepEqual([proxy.state, proxy.score.toFixed(3), proxy.failures], ['healthy', '0.756', 0])
  const silent = sequence(Array<ProxyOutcome>(50).fill('timeout'))
  assert.deepEqual([silent.proxy.state, silent.proxy.failures], ['healthy', 1])
})

test('after its cool-down one more failure is enough for the domain, and one success heals it', () => {
  const { domain } = sequence(['blocked', 'blocked', 'captcha'])
  const awake: DomainHealth = { ...domain, isCooling: false }
  const again = after(NEW, 'blocked', { domain: awake }).domain
  assert.deepEqual([again?.isCooling, again?.cooldownMs, again?.coolings], [true, 60_000, 2])
  const healed = after(NEW, 'ok', { domain: awake }).domain
  assert.deepEqual([healed?.isCooling, healed?.failures, healed?.coolings], [false, 0, 0])
})

test('refused credentials disable at once; what a disabled proxy still brings does not wake it', () => {
  assert.equal(after(NEW, 'auth_error').proxy.state, 'disabled')
  assert.equal(after({ ...NEW, state: 'disabled' }, 'ok').proxy.state, 'disabled')
})

test('holders that die cost a proxy some score and no cool-down', () => {
  let proxy = NEW
  for (let times = 0; times < 5; times += 1)
    proxy = after(proxy, 'timeout', { hasExpired: true, domain: 'unknown' }).proxy
  assert.deepEqual([proxy.state, proxy.failures], ['healthy', 0])
  assert.equal(after(NEW, 'timeout', { hasExpired: true, domain: 'unknown' }).domain, null)
  const probing: ProxyHealth = { ...NEW, state: 'probing', coolings: 1 }
  assert.equal(after(probing, 'timeout', { hasExpired: true, isProbe: true }).proxy.state, 'cooling')
})
