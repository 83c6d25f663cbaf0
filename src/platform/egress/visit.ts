// The way out of a program that fetches by itself, for one page: a proxy of its own, robots.txt, the slot at the host.
import { randomUUID } from 'node:crypto'
import type { SurveyorError } from '#contract/surveyor-error.ts'
import type { Guard } from '#platform/egress/guard/guard.ts'
import type { HostPace, HostSlots } from '#platform/egress/host-limits/host-slots.ts'
import { retryAfterMs } from '#kit/http/retry-after.ts'
import { createTurn, type TurnWait } from '#platform/egress/host-limits/turn.ts'
import type { RobotsGate, RobotsVia } from '#platform/egress/robots/robots-gate.ts'
import { startDeadline } from '#platform/egress/transport/deadline.ts'
import { tooLate } from '#platform/egress/transport/target-error.ts'
import type { ProxyRoute } from '#platform/egress/proxied/proxy-route.ts'
import type { ForwardProxy, ProxyRules } from './forward-proxy.ts'
import type { RequestCheck } from './request-check.ts'

export interface VisitRules extends ProxyRules {
  /** As for a fetch. A program elsewhere has none. */
  readonly route?: ProxyRoute
  /** One absolute deadline, for the waits of `admit` too. */
  readonly deadlineMs: number
  /** Default `obey`. It is about the page itself: what the page loads belongs to it. */
  readonly robots?: 'obey' | 'ignore'
  readonly signal?: AbortSignal
  /** As for a fetch: how long the first `admit` waits at a busy host. */
  readonly waitLimit?: TurnWait
  readonly pace?: HostPace
  /** The program is in another network and cannot use a proxy here: its requests are checked one by one. */
  readonly isElsewhere?: boolean
}

/** Disposed of when the page is closed: its connections end and the slot is released. */
export interface EgressVisit extends AsyncDisposable {
  /**
   * For the program: everything it fetches passes the guard there. Of a program elsewhere it is only the name of the
   * visit; nothing listens there.
   */
  readonly proxyUrl: string
  /** Null unless the program is elsewhere: to be asked before each of its requests, and told what came. */
  readonly requests: Pick<RequestCheck, 'check' | 'count'> | null
  /** To be named in the User-Agent of the program. */
  readonly userAgent: string
  /**
   * To be called before the page itself is asked for, and for each of its redirects: checks the URL and robots.txt, and
   * waits for a slot at the host. Throws as a fetch does.
   */
  admit(url: string): Promise<void>
  /** The answer of the page; for the pace at its host. */
  saw(status: number, retryAfter: string | undefined): void
  /** What the targets sent so far. */
  readonly bytes: number
  /** As of the proxy: why there is no answer of this URL or its host; null: there is, or none was asked. */
  failureOf(url: string): SurveyorError | null
}

/** The parts of egress that a visit passes. */
export interface VisitParts {
  readonly guard: Guard
  readonly robotsGate: RobotsGate
  readonly hostSlots: HostSlots
  readonly userAgent: string
  readonly robotsVia: (route: ProxyRoute | undefined) => RobotsVia | undefined
  readonly openProxy: (rules: ProxyRules) => Promise<ForwardProxy>
  readonly checkRequests: (rules: ProxyRules) => RequestCheck
}

export async function openVisit(parts: VisitParts, rules: VisitRules): Promise<EgressVisit> {
  const { guard, robotsGate, hostSlots } = parts
  const requests = rules.isElsewhere === true ? parts.checkRequests(rules) : null
  const proxy = requests === null ? await parts.openProxy(rules) : null
  const traffic = requests ?? proxy
  const deadline = startDeadline(rules.deadlineMs, rules.signal, () => tooLate('The target'))
  const turn = createTurn(hostSlots, deadline, rules.waitLimit)
  return {
    proxyUrl: proxy?.url ?? `http://visit-${randomUUID()}.invalid`,
    requests,
    userAgent: parts.userAgent,
    async admit(text) {
      const url = new URL(text)
      guard.checkUrl(url)
      const pass =
        rules.robots === 'ignore'
          ? null
          : await robotsGate.check(url, deadline.signal, parts.robotsVia(rules.route))
      await turn.take(url.host, pass?.crawlDelayMs ?? 0, rules.pace)
    },
    saw(status, retryAfter) {
      turn.saw({ status, retryAfterMs: retryAfterMs(retryAfter, Date.now()) })
    },
    get bytes() {
      return traffic?.bytes ?? 0
    },
    failureOf: (url) => traffic?.failureOf(url) ?? null,
    async [Symbol.asyncDispose]() {
      turn.giveBack()
      deadline.end()
      await proxy?.[Symbol.asyncDispose]()
    },
  }
}
