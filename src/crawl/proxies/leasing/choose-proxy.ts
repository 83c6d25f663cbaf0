// Chooses among the proxies that fit: the next one to try, or why there is none and when there may be one.
import type { NoProxyReason, ProxyState, ProxyStrategy } from '#contract/crawl/learned/proxy.ts'
import { isLeasable } from './proxy-health.ts'

/** A proxy that fits what is asked for. Times in milliseconds from now; null: not so. */
export interface Candidate {
  readonly id: string
  readonly state: ProxyState
  readonly score: number
  /** 1 where nothing is known of the domain. */
  readonly domainScore: number
  readonly leased: number
  readonly maxConcurrency: number
  readonly weight: number
  /** Since it was leased last; null: never. */
  readonly idleMs: number | null
  readonly coolingMs: number | null
  readonly domainCoolingMs: number | null
  /** When the first of its leases ends by itself. */
  readonly leaseEndsMs: number | null
}

/** `retryMs` is null when only a release or an operator can change it. */
export type Choice<C extends Candidate = Candidate> =
  | { readonly candidate: C }
  | { readonly reason: NoProxyReason; readonly retryMs: number | null }

/** `random` from 0 to 1. A proxy that cooled down is taken before others: one lease shows whether it is well. */
export function chooseProxy<C extends Candidate>(
  strategy: ProxyStrategy,
  candidates: readonly C[],
  random: () => number = Math.random,
): Choice<C> {
  if (candidates.length === 0) return { reason: 'none_match', retryMs: null }
  const awake = candidates.filter(isAwake)
  const free = awake.filter(isFree)
  const probe = free.find(({ state }) => !isLeasable(state))
  if (probe !== undefined) return { candidate: probe }
  const chosen = choosers[strategy](free, random)
  if (chosen !== null) return { candidate: chosen }
  const retryMs = earliest(
    candidates.map((candidate) =>
      isAwake(candidate)
        ? candidate.leaseEndsMs
        : Math.max(candidate.coolingMs ?? 0, candidate.domainCoolingMs ?? 0),
    ),
  )
  return { reason: awake.length > 0 ? 'all_busy' : 'all_cooling', retryMs }
}

/** Whether it could be leased, were it free. */
const isAwake = ({ coolingMs, domainCoolingMs }: Candidate): boolean =>
  (coolingMs === null || coolingMs <= 0) && (domainCoolingMs === null || domainCoolingMs <= 0)

/** A proxy that is being probed has no second lease. */
const isFree = ({ state, leased, maxConcurrency }: Candidate): boolean =>
  state !== 'probing' && leased < maxConcurrency

type Chooser = <C extends Candidate>(free: readonly C[], random: () => number) => C | null

const choosers: Readonly<Record<ProxyStrategy, Chooser>> = {
  best: (free, random) => weighted(free, worth, random),
  random: (free, random) => weighted(free, () => 1, random),
  round_robin: (free) => lowest(free, ({ idleMs }) => -(idleMs ?? Infinity)),
  least_used: (free) =>
    lowest(
      free,
      ({ leased, maxConcurrency, idleMs }) => leased / maxConcurrency - (idleMs ?? Infinity) / 1e15,
    ),
}

const worth = ({ score, domainScore, leased, maxConcurrency, weight }: Candidate): number =>
  score * domainScore * (1 - leased / maxConcurrency) * weight

function weighted<C extends Candidate>(
  free: readonly C[],
  weightOf: (candidate: Candidate) => number,
  random: () => number,
): C | null {
  const total = free.reduce((sum, candidate) => sum + weightOf(candidate), 0)
  let left = random() * total
  for (const candidate of free) {
    left -= weightOf(candidate)
    if (left <= 0) return candidate
  }
  return free.at(-1) ?? null
}

function lowest<C extends Candidate>(free: readonly C[], rankOf: (candidate: Candidate) => number): C | null {
  let best: C | null = null
  for (const candidate of free) if (best === null || rankOf(candidate) < rankOf(best)) best = candidate
  return best
}

function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.max(0, Math.min(...known))
}
