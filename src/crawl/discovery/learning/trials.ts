// What signals say about patterns: which trial each is of, and whose vote it changes.
import type { StoredSignal } from '#crawl/discovery/signals/signal-store.ts'
import { DAY_MS } from '#kit/time/clock.ts'

export type Outcome = 'hit' | 'empty' | 'missing'

/** A pattern by its name. */
export interface PatternKey {
  readonly kind: 'path' | 'anchor'
  readonly template: string
  readonly language: string
}

/** A site at which a pattern was seen; `outcome` null: its link was seen and not followed. */
export interface Trial extends PatternKey {
  readonly domain: string
  readonly outcome: Outcome | null
  readonly isNew: boolean
  readonly isBlind: boolean
  readonly fields: readonly string[]
  readonly url: string
  readonly weight: number
  readonly observedAt: Date
}

/** The vote of a site on a pattern. */
export interface Vote {
  readonly trials: number
  readonly outcome: Outcome | null
  readonly isNew: boolean
  readonly isBlind: boolean
  readonly weight: number
  readonly observedAt: Date
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  contact_found: 'hit',
  feedback_good: 'hit',
  contact_empty: 'empty',
  feedback_bad: 'empty',
  page_missing: 'missing',
}

export const keyOf = ({ kind, template, language }: PatternKey): string => `${kind} ${language} ${template}`

/** The trials of a signal: of its path and of the words of its link. `isShared`: all its contacts are of an agency. */
export function trialsOf(signal: StoredSignal, isShared: boolean, clientWeight: number): Trial[] {
  const { type, template, anchor, language, chosenBy } = signal
  // The first page of a site is visited in any case: it says nothing about a choice.
  if (chosenBy === 'given' || template === '/') return []
  const found = OUTCOMES[type] ?? null
  if (found === null && type !== 'link_seen') return []
  const outcome = found === 'hit' && isShared ? 'empty' : found
  const facts = {
    language,
    domain: signal.domain,
    outcome,
    // Who praises a page says that it was worth the visit.
    isNew: outcome === 'hit' && (signal.isNew || type === 'feedback_good'),
    isBlind: chosenBy === 'blind',
    fields: outcome === 'hit' ? signal.fields : [],
    url: signal.url,
    weight: signal.isTrusted ? 1 : clientWeight,
    observedAt: signal.observedAt,
  }
  return [
    ...(template === null ? [] : [{ kind: 'path' as const, template, ...facts }]),
    ...(anchor === null ? [] : [{ kind: 'anchor' as const, template: anchor, ...facts }]),
  ]
}

/**
 * The vote after a trial, or null where the trial changes nothing: a site has one trial in `trialDays`, and its newest
 * one is its vote. What a worker saw counts in the place of what a client said, and never the other way round.
 */
export function voteAfter(before: Vote | undefined, trial: Trial, trialDays: number): Vote | null {
  const { outcome, isNew, isBlind, weight, observedAt } = trial
  const vote = { outcome, isNew, isBlind, weight, observedAt }
  if (before === undefined) return { trials: outcome === null ? 0 : 1, ...vote }
  if (outcome === null) return null
  if (before.outcome === null) return { trials: 1, ...vote }
  if (weight < before.weight) return null
  if (weight > before.weight) return { ...vote, trials: before.trials }
  const apartMs = observedAt.getTime() - before.observedAt.getTime()
  if (Math.abs(apartMs) < trialDays * DAY_MS) return null
  return apartMs > 0 ? { ...vote, trials: before.trials + 1 } : { ...before, trials: before.trials + 1 }
}
