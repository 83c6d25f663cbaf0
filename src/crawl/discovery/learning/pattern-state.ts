// The state that a pattern has by its evidence: promotion and demotion by thresholds, without any I/O.
import type { PatternState } from '#contract/crawl/discovery/pattern.ts'
import { betaQuantile, type Beta } from '#kit/chance/beta-distribution.ts'
import type { DiscoverySettings } from '#crawl/discovery/model/discovery-settings.ts'

/** What the trials of a pattern add up to. Weights are after decay. */
export interface Evidence {
  readonly trials: number
  readonly domains: number
  readonly weight: number
  readonly hitWeight: number
  readonly newWeight: number
  readonly blindWeight: number
  readonly blindNewWeight: number
}

/** The state and how it came about. */
export interface Verdict {
  readonly status: PatternState
  readonly reason: string
}

/** Most links of a site lead to no contact: nine misses and one hit are believed before any trial. */
export const PRIOR: Beta = { alpha: 1, beta: 9 }
/** What a builtin or manual pattern was expected to bring weighs so many trials. */
const PRIOR_TRIALS = 10
/** What is known of linked visits says less of visits without a link. */
const BLIND_PRIOR_TRIALS = 4
const BLIND_SHARE = 0.4
const LOWER = 0.05

/** What is believed of the rate of hits. */
export const posteriorOf = ({ weight, hitWeight }: Evidence): Beta => ({
  alpha: PRIOR.alpha + hitWeight,
  beta: PRIOR.beta + Math.max(0, weight - hitWeight),
})

/** What is believed of the rate of visits that bring something new. */
export function newPosterior({ weight, newWeight }: Evidence, priorYield: number | null): Beta {
  const alpha = priorYield === null ? PRIOR.alpha : Math.max(0.01, PRIOR_TRIALS * priorYield)
  const prior = alpha + (priorYield === null ? PRIOR.beta : Math.max(0.01, PRIOR_TRIALS * (1 - priorYield)))
  return { alpha: alpha + newWeight, beta: prior - alpha + Math.max(0, weight - newWeight) }
}

export const lowerBound = (evidence: Evidence): number => betaQuantile(LOWER, posteriorOf(evidence))

/** Of visits without a link, which find a page less often. `linked` is the expected yield with one. */
export const blindYield = ({ blindWeight, blindNewWeight }: Evidence, linked: number): number =>
  (BLIND_PRIOR_TRIALS * BLIND_SHARE * linked + blindNewWeight) / (BLIND_PRIOR_TRIALS + blindWeight)

/** Null without trials. */
export const newShare = ({ weight, newWeight }: Evidence): number | null =>
  weight > 0 ? newWeight / weight : null

/**
 * A pattern that begins active (builtin or manual) stays so until it has as many trials as a proposal needs. `sinceDays`
 * is how long it has had its state.
 */
export function stateOf(
  current: { readonly status: PatternState; readonly startsActive: boolean; readonly sinceDays: number },
  evidence: Evidence,
  lower5: number,
  settings: DiscoverySettings,
): Verdict {
  const { minTrials, minDomains, proposeFrom, activateFrom, minNewShare, dormantBelow } = settings
  const isTried = evidence.trials >= minTrials && evidence.domains >= minDomains
  const at = `Lower bound ${lower5.toFixed(3)} after ${evidence.trials} trials on ${evidence.domains} domains`
  if (current.startsActive && !isTried && current.status !== 'dormant' && current.status !== 'retired')
    return { status: 'active', reason: 'It begins active and has too few trials to be measured.' }
  if (isTried && lower5 >= activateFrom && (newShare(evidence) ?? 0) >= minNewShare)
    return { status: 'active', reason: `${at}, at least ${activateFrom}.` }
  if (current.status === 'active')
    return lower5 < dormantBelow
      ? { status: 'dormant', reason: `${at}, below ${dormantBelow}.` }
      : { status: 'active', reason: `${at}, not below ${dormantBelow}.` }
  if (isTried && lower5 >= proposeFrom)
    return { status: 'proposed', reason: `${at}, at least ${proposeFrom}: an operator may promote it.` }
  if (current.status === 'retired') return { status: 'retired', reason: `${at}, below ${proposeFrom}.` }
  if (current.status === 'dormant')
    return current.sinceDays > settings.retireDays
      ? { status: 'retired', reason: `It was dormant for more than ${settings.retireDays} days.` }
      : { status: 'dormant', reason: `${at}, below ${proposeFrom}.` }
  return evidence.domains >= settings.candidateDomains
    ? { status: 'candidate', reason: `${at}: not enough for a proposal.` }
    : {
        status: 'observed',
        reason: `Seen on ${evidence.domains} ${evidence.domains === 1 ? 'domain' : 'domains'}.`,
      }
}
