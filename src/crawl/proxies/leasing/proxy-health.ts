// The health of a proxy as a value: what the end of a lease makes of its two scores and its state.
import type { ProxyOutcome, ProxyState } from '#contract/crawl/learned/proxy.ts'

/** Of a proxy as a whole. `failures` and `coolings` are in a row. */
export interface ProxyHealth {
  readonly state: ProxyState
  readonly score: number
  readonly failures: number
  readonly coolings: number
}

/** Of a proxy for one domain. */
export interface DomainHealth {
  readonly score: number
  readonly failures: number
  readonly coolings: number
  /** It is not leased for this domain now. */
  readonly isCooling: boolean
}

/** A lease that has ended. */
export interface EndedLease {
  readonly outcome: ProxyOutcome
  /** Nobody released it: that tells less of the proxy than of its holder. */
  readonly hasExpired: boolean
  readonly isProbe: boolean
  /** Nothing was sent through it: that says nothing. */
  readonly isUnused: boolean
}

/** A cool-down is in milliseconds from now; null: none begins, and one that runs goes on. */
export interface HealthChange {
  readonly proxy: ProxyHealth & { readonly cooldownMs: number | null }
  /** Null: the outcome says nothing of the domain. */
  readonly domain: (DomainHealth & { readonly cooldownMs: number | null }) | null
}

/** Weight of each outcome in a score. */
const WEIGHTS: Readonly<Record<ProxyOutcome, number>> = {
  ok: 1,
  target_error: 1,
  rate_limited: 0.4,
  timeout: 0.3,
  blocked: 0.1,
  captcha: 0.1,
  connect_error: 0,
  auth_error: 0,
}
/** Share of the newest outcome in a score. */
const ALPHA = 0.1
const DEGRADED_BELOW = 0.6
const COOLING_BELOW = 0.35
const MAX_FAILURES = 3
const MAX_COOLINGS = 6
const COOLDOWN_MS = { first: 30_000, max: 1_800_000 }
/** Longer than any cool-down; a failing provider must not cost an operator its whole pool for good. */
const QUARANTINE_MS = 6 * 3_600_000
/** Of the time that a cool-down takes, so that proxies which failed together do not come back together. */
const JITTER = 0.25

const NEW_DOMAIN: DomainHealth = { score: 1, failures: 0, coolings: 0, isCooling: false }
/** The proxy did its part. */
const GOOD: ReadonlySet<ProxyOutcome> = new Set(['ok', 'target_error'])
/** The proxy itself could not be used. */
const OWN_FAULTS: ReadonlySet<ProxyOutcome> = new Set(['connect_error', 'auth_error'])

/**
 * `domain` is null for a lease without one, `unknown` where nothing was learned of it. A domain that refuses a proxy
 * counts against the proxy as a whole only until it cools down there: one domain must not remove it for all others.
 */
export function afterLease(
  proxy: ProxyHealth,
  domain: DomainHealth | 'unknown' | null,
  lease: EndedLease,
  random: () => number = Math.random,
): HealthChange {
  const { outcome, isUnused, isProbe } = lease
  if (isUnused && GOOD.has(outcome)) {
    // Another lease may show it.
    const isOver = isProbe && proxy.state === 'probing'
    return {
      proxy: isOver ? { ...proxy, state: 'cooling', cooldownMs: 0 } : { ...proxy, cooldownMs: null },
      domain: null,
    }
  }
  const before = domain === 'unknown' ? NEW_DOMAIN : domain
  const isOwnFault = OWN_FAULTS.has(outcome)
  const countsForAll = GOOD.has(outcome) || isOwnFault || before === null || !before.isCooling
  return {
    proxy: countsForAll
      ? proxyAfter(proxy, before, lease, random)
      : { ...unmoved(proxy, lease), cooldownMs: null },
    domain: before === null || isOwnFault || lease.hasExpired ? null : domainAfter(before, outcome, random),
  }
}

function proxyAfter(
  proxy: ProxyHealth,
  domain: DomainHealth | null,
  lease: EndedLease,
  random: () => number,
): HealthChange['proxy'] {
  const { outcome, isProbe } = lease
  const score = moved(proxy.score, outcome)
  const failures = failuresAfter(proxy.failures, domain, lease)
  const next = { ...proxy, score, failures }
  if (proxy.state === 'disabled') return { ...next, cooldownMs: null }
  if (outcome === 'auth_error') return { ...next, state: 'disabled', cooldownMs: null }
  if (isProbe && proxy.state === 'probing') {
    if (outcome === 'connect_error' || outcome === 'timeout') return cooled(next, random)
    return {
      state: 'healthy',
      score: Math.max(score, DEGRADED_BELOW),
      failures: 0,
      coolings: 0,
      cooldownMs: null,
    }
  }
  // What else ends while it rests is from before.
  if (!isLeasable(proxy.state)) return { ...next, cooldownMs: null }
  if (score < COOLING_BELOW || failures >= MAX_FAILURES) return cooled(next, random)
  return { ...next, state: score < DEGRADED_BELOW ? 'degraded' : 'healthy', cooldownMs: null }
}

/** A probe that a domain refused has still come through. */
function unmoved(proxy: ProxyHealth, { isProbe }: EndedLease): ProxyHealth {
  return isProbe && proxy.state === 'probing'
    ? { ...proxy, state: 'healthy', failures: 0, coolings: 0 }
    : proxy
}

/** Only faults of its own are counted, and the first of several time-outs of one domain. */
function failuresAfter(
  failures: number,
  domain: DomainHealth | null,
  { outcome, hasExpired }: EndedLease,
): number {
  if (GOOD.has(outcome)) return 0
  const isNews = domain === null || domain.failures === 0
  const counts = OWN_FAULTS.has(outcome) || (outcome === 'timeout' && !hasExpired && isNews)
  return counts ? failures + 1 : failures
}

function cooled(proxy: ProxyHealth, random: () => number): HealthChange['proxy'] {
  const coolings = proxy.coolings + 1
  const isQuarantined = coolings >= MAX_COOLINGS
  return {
    ...proxy,
    failures: 0,
    coolings,
    state: isQuarantined ? 'quarantined' : 'cooling',
    cooldownMs: isQuarantined ? QUARANTINE_MS : cooldownMs(proxy.coolings, random),
  }
}

function domainAfter(
  domain: DomainHealth,
  outcome: ProxyOutcome,
  random: () => number,
): NonNullable<HealthChange['domain']> {
  const score = moved(domain.score, outcome)
  if (GOOD.has(outcome)) return { score, failures: 0, coolings: 0, isCooling: false, cooldownMs: null }
  const failures = domain.failures + 1
  const isWorn = failures >= MAX_FAILURES || score < COOLING_BELOW
  if (domain.isCooling || !isWorn) return { ...domain, score, failures, cooldownMs: null }
  return {
    score,
    // The next lease for the domain is a trial: one more failure is enough.
    failures: MAX_FAILURES - 1,
    coolings: domain.coolings + 1,
    isCooling: true,
    cooldownMs: cooldownMs(domain.coolings, random),
  }
}

/** 30 s x 2^n, at most 30 minutes, a quarter more or less. */
function cooldownMs(coolingsBefore: number, random: () => number): number {
  const bound = COOLDOWN_MS.first * 2 ** Math.min(coolingsBefore, 16)
  const jittered = bound * (1 - JITTER + 2 * JITTER * random())
  return Math.round(Math.min(COOLDOWN_MS.max, jittered))
}

const moved = (score: number, outcome: ProxyOutcome): number => score + ALPHA * (WEIGHTS[outcome] - score)

/** Whether a proxy in this state is leased without further conditions. */
export const isLeasable = (state: ProxyState): boolean =>
  state === 'new' || state === 'healthy' || state === 'degraded'
