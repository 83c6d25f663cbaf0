// Checks robots.txt before a fetch: loads it once a day for each origin and matches URLs against it.
import { parseRobots } from '#kit/http/parse-robots.ts'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { untilAborted } from '#kit/time/wait.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExchangeAnswer } from '#platform/egress/transport/exchange.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import { matchInTurns, robotsPath, rulesFor, type RobotsRules } from './robots.ts'

/** The permission, and the pace that robots.txt asks for. */
export interface RobotsPass {
  /** The rule that allowed it; null when no rule matches. */
  readonly rule: string | null
  readonly crawlDelayMs: number
}

/** A way of its own to targets, which may answer it otherwise. */
export interface RobotsVia {
  /** Distinguishes it from other ways while a file is loaded. */
  readonly id: string
  readonly load: LoadRobots
}

/** Loads `/robots.txt` of the origin with at most five redirects, cut after `maxBytes`. */
type LoadRobots = (origin: string, maxBytes: number) => Promise<ExchangeAnswer>

/** Answers from memory where the file of the origin is known. */
export interface RobotsGate {
  /**
   * Throws `robots_disallowed`, which is retryable when robots.txt could only not be read now. Throws the error of the
   * target when the host cannot be reached at all, or the reason of the signal.
   */
  check(url: URL, signal: AbortSignal, via?: RobotsVia): Promise<RobotsPass>
}

/** The product token that we match in user-agent lines. */
const PRODUCT_TOKEN = 'Surveyor'
/** RFC 9309 2.5: at least this much must be read; the rest is ignored. */
const MAX_FILE_BYTES = 500 * 1024
/** RFC 9309 2.4: no copy is used for longer. */
const KEEP_MS = 24 * 3_600_000
/** How soon a robots.txt that could not be read is fetched again. */
const RETRY_MS = 60_000
/** For all copies together. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024
const EVERYTHING: RobotsRules = { rules: [], crawlDelayMs: null }

/** Errors that the page itself would cause too, and that say more than a refusal would. */
const TARGET_GONE: ReadonlySet<string> = new Set([
  'target_dns_error',
  'target_connect_error',
  'target_tls_error',
  'url_not_allowed',
  'proxy_failed',
])

interface Copy {
  /** Null: never read so far, which refuses everything (RFC 9309 2.3.1.4). */
  readonly rules: RobotsRules | null
  /** Why the last load failed, or null. */
  readonly unreachable: string | null
  readonly askAgainAt: number
}

export function createRobotsGate(deps: { readonly load: LoadRobots; readonly clock?: Clock }): RobotsGate {
  const clock = deps.clock ?? systemClock
  const copies = createWeightedLru<Copy>(MAX_KEPT_BYTES)
  const loading = new Map<string, Promise<Copy>>()

  const read = async (origin: string, known: Copy | undefined, load: LoadRobots): Promise<Copy> => {
    try {
      const answer = await load(origin, MAX_FILE_BYTES)
      if (answer.status === 429 || answer.status >= 500) return keptCopy(known, `status ${answer.status}`)
      const rules = answer.status < 300 ? rulesFor(parseRobots(answer.body), PRODUCT_TOKEN) : EVERYTHING
      return { rules, unreachable: null, askAgainAt: clock.now() + KEEP_MS }
    } catch (error) {
      if (!(error instanceof SurveyorError)) throw error
      if (error.code === 'too_many_redirects') {
        return { rules: EVERYTHING, unreachable: null, askAgainAt: clock.now() + KEEP_MS }
      }
      if (TARGET_GONE.has(error.code)) throw error
      return keptCopy(known, error.code)
    }
  }

  /** The previous copy stays in force while the file cannot be read. */
  const keptCopy = (known: Copy | undefined, why: string): Copy => ({
    rules: known?.rules ?? null,
    unreachable: why,
    askAgainAt: clock.now() + RETRY_MS,
  })

  /** One load at a time for each origin, shared by all callers. */
  const renewed = (origin: string, known: Copy | undefined, via: RobotsVia | undefined): Promise<Copy> => {
    const name = via === undefined ? origin : `${origin} by ${via.id}`
    const underWay = loading.get(name)
    if (underWay !== undefined) return underWay
    const load = read(origin, known, via?.load ?? deps.load)
      .then((copy) => {
        copies.set(keyOf(origin, via), copy, weightOf(copy))
        return copy
      })
      .finally(() => loading.delete(name))
    loading.set(name, load)
    return load
  }

  return {
    async check(url, signal, via) {
      const known = copies.get(keyOf(url.origin, via))
      const fresh = known !== undefined && clock.now() < known.askAgainAt
      // The load goes on for other callers when one of them aborts.
      const copy = fresh ? known : await untilAborted(renewed(url.origin, known, via), signal)
      if (copy.rules === null) {
        throw new SurveyorError(
          'robots_disallowed',
          `robots.txt of the target cannot be read (${copy.unreachable}), which counts as a refusal.`,
          { retryable: true, retryAfterMs: Math.max(0, copy.askAgainAt - clock.now()) },
        )
      }
      const path = robotsPath(url.href).replace(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
      const { allowed, rule } = await matchInTurns(copy.rules, path)
      if (!allowed) {
        throw new SurveyorError('robots_disallowed', `robots.txt of the target disallows this (${rule}).`)
      }
      return { rule, crawlDelayMs: copy.rules.crawlDelayMs ?? 0 }
    },
  }
}

/** What a proxy is told is kept apart: a host that turns us away may let it in, or the other way round. */
const keyOf = (origin: string, via: RobotsVia | undefined): string =>
  via === undefined ? origin : `${origin} by a proxy`

/** The approximate memory of a copy. */
function weightOf({ rules }: Copy): number {
  return (rules?.rules ?? []).reduce(
    (sum, { pattern, parts }) => sum + 256 + 2 * pattern.length + 32 * parts.length,
    1024,
  )
}
