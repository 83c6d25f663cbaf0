// The ways to a domain: each engine through each kind of proxy, how requests by it ended, and the cheapest that works. Pure.
import type { CdnOutcome } from '#contract/crawl/learned/cdn.ts'
import { PROXY_KINDS, type EngineStrategy } from '#contract/worker.ts'

type Engine = EngineStrategy['engine']
export type ProxyKind = (typeof PROXY_KINDS)[number]
/** One way, such as `http/none`. */
export type WayName = `${Engine}/${ProxyKind}`

/** Counts at a time (ms since the epoch); they decay. */
export interface Way {
  readonly ok: number
  /** At most `MAX_BLOCKED`; each success halves it. */
  readonly blocked: number
  /** Answers that asked for fewer requests. */
  readonly limited: number
  readonly at: number
}
/** Stored as JSON. */
export type Ways = Readonly<Partial<Record<WayName, Way>>>

/** How one request ended. */
export interface WayOutcome {
  readonly engine: Engine
  readonly proxyKind: ProxyKind
  readonly outcome: CdnOutcome
  readonly at: number
}

/** Two requests that were stopped within hours are enough, as for pages that need a browser. */
const BLOCKED_FROM = 1.5
const MAX_BLOCKED = 4
const HALF_LIFE_MS = 3 * 86_400_000
/** One answer may be a bad moment; from here on hosts of the domain are asked one at a time, further apart each time. */
const LIMITED_FROM = 1.5
const MIN_DELAY_MS = 1_000
const MAX_DELAY_MS = 30_000
const MAX_LIMITED = 8
const STOPS: ReadonlySet<CdnOutcome> = new Set(['challenge', 'captcha', 'blocked'])
const NONE: Way = { ok: 0, blocked: 0, limited: 0, at: 0 }

/** Cheapest first: a browser costs less than a proxy. */
export const WAYS: readonly {
  readonly engine: Engine
  readonly proxyKind: ProxyKind
  readonly name: WayName
}[] = PROXY_KINDS.flatMap((proxyKind) =>
  (['http', 'browser'] as const).map((engine) => ({
    engine,
    proxyKind,
    name: `${engine}/${proxyKind}` as const,
  })),
)

/** A login says nothing about the way. */
export const saysMore = (outcome: CdnOutcome): boolean => outcome !== 'login'
/** Only these begin a record of the ways of a domain. */
export const isStopped = (outcome: CdnOutcome): boolean => STOPS.has(outcome) || outcome === 'rate_limited'

/** The counts with one outcome more. */
export function withOutcome(ways: Ways, { engine, proxyKind, outcome, at }: WayOutcome): Ways {
  if (!saysMore(outcome)) return ways
  const name: WayName = `${engine}/${proxyKind}`
  const { ok, blocked, limited } = at > (ways[name]?.at ?? 0) ? wayAt(ways[name], at) : (ways[name] ?? NONE)
  return {
    ...ways,
    [name]: {
      ok: ok + (outcome === 'ok' ? 1 : 0),
      blocked: STOPS.has(outcome)
        ? Math.min(MAX_BLOCKED, blocked + 1)
        : outcome === 'ok'
          ? blocked / 2
          : blocked,
      limited: outcome === 'rate_limited' ? Math.min(MAX_LIMITED, limited + 1) : limited,
      at: Math.max(at, ways[name]?.at ?? 0),
    },
  }
}

/** A way at a later time. */
export function wayAt(way: Way | undefined, now: number): Way {
  if (way === undefined) return { ...NONE, at: now }
  const left = 0.5 ** (Math.max(0, now - way.at) / HALF_LIFE_MS)
  return { ok: way.ok * left, blocked: way.blocked * left, limited: way.limited * left, at: now }
}

/** What is known of a domain when a way is chosen. */
export interface KnownOfDomain {
  readonly ways: Ways
  /** Pages needed a browser lately. */
  readonly needsBrowser: boolean
  /** This job is to try HTTP without a proxy all the same. */
  readonly tries: boolean
  /** Some pages did, now or before. */
  readonly hasEvidence: boolean
}

/**
 * The cheapest way that is not known to fail, of the kinds of proxies that there are; the last one where all do. Null: there
 * is nothing to tell.
 */
export function chooseWay(
  known: KnownOfDomain,
  kinds: ReadonlySet<ProxyKind>,
  now: number,
): EngineStrategy | null {
  const { ways, needsBrowser, tries, hasEvidence } = known
  const isBlocked = (name: WayName): boolean => wayAt(ways[name], now).blocked >= BLOCKED_FROM
  const there = WAYS.filter(({ proxyKind }) => proxyKind === 'none' || kinds.has(proxyKind))
  const open = there.find(({ engine, proxyKind, name }) => {
    if (name === 'http/none' && tries) return true
    // What stops a browser stops HTTP as well.
    if (isBlocked(`browser/${proxyKind}`)) return false
    return engine === 'browser' || !(isBlocked(name) || (proxyKind === 'none' && needsBrowser))
  })
  const { engine, proxyKind } = open ?? there.at(-1) ?? { engine: 'browser', proxyKind: 'none' }
  const pace = paceOf(ways, now)
  if (engine === 'http' && proxyKind === 'none') {
    if (!hasEvidence && !tries && pace === null) return null
    return { engine, reason: hasEvidence || tries ? 'trial' : 'learned', ...pace }
  }
  return { engine, reason: 'learned', ...(proxyKind === 'none' ? {} : { proxyKind }), ...pace }
}

/** Null: as workers are set. */
function paceOf(ways: Ways, now: number): Pick<EngineStrategy, 'minDelayMs' | 'concurrency'> | null {
  const limited = Object.values(ways).reduce((sum, way) => sum + wayAt(way, now).limited, 0)
  if (limited < LIMITED_FROM) return null
  return {
    minDelayMs: Math.round(Math.min(MAX_DELAY_MS, MIN_DELAY_MS * 2 ** (limited - LIMITED_FROM))),
    concurrency: 1,
  }
}
