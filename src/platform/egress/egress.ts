// The only way out to the network: one guarded, polite, bounded fetch. It keeps no answers: pages are cached above it.
import { randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { startDeadline, type Deadline } from '#platform/egress/transport/deadline.ts'
import type { ConnectionTimings } from '#platform/egress/guard/connector.ts'
import { createCheckAddresses } from '#platform/egress/guard/check-addresses.ts'
import { createDial } from '#platform/egress/guard/dial.ts'
import { createGuard } from '#platform/egress/guard/guard.ts'
import { proxyPortAllowed } from '#platform/egress/guard/ports.ts'
import { createResolveName } from '#platform/egress/guard/resolve-name.ts'
import { openProxyRoute, type ProxyRoute, type RouteOptions } from '#platform/egress/proxied/proxy-route.ts'
import { createHostSlots, type HostPace } from '#platform/egress/host-limits/host-slots.ts'
import { createAcceptsMail, type AcceptsMail } from '#platform/egress/mail-servers.ts'
import { loadRobots } from '#platform/egress/robots/load-robots.ts'
import { retryAfterMs } from '#kit/http/retry-after.ts'
import { createRobotsGate, type RobotsVia } from '#platform/egress/robots/robots-gate.ts'
import { createTurn, type Turn, type TurnWait } from '#platform/egress/host-limits/turn.ts'
import {
  checkRedirect,
  failureAfterRedirect,
  nextHop,
  tooManyRedirects,
  type Hop,
} from '#platform/egress/transport/redirect.ts'
import { requestHeaders, userAgent } from '#platform/egress/transport/request-headers.ts'
import { tooLate } from '#platform/egress/transport/target-error.ts'
import { createTransport } from '#platform/egress/transport/transport.ts'
import { createForwardProxy } from './forward-proxy.ts'
import { createRequestCheck } from './request-check.ts'
import { openVisit, type EgressVisit, type VisitRules } from './visit.ts'
import type { Limiter } from '#platform/limits/limiter.ts'
import { createMemoryLimiter } from '#platform/limits/memory-backend.ts'

/** One fetch by a caller of this service; times in milliseconds. */
export interface EgressRequest {
  /** `http:` or `https:`, absolute, without user name or password. */
  readonly url: string
  /** Default `GET`. */
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** Of a POST that only asks: sent again where a kept-alive connection turns out to be closed. */
  readonly idempotent?: true
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Bytes of the decoded body. */
  readonly maxBytes: number
  /** Take the first `maxBytes` of a longer body instead of failing with `target_too_large`. */
  readonly cutBody?: true
  /** One absolute deadline for everything: the wait for a slot at the host, robots.txt, all redirects, the body. */
  readonly deadlineMs: number
  /**
   * Default 10, which is also the maximum. With 0 a redirect is an answer like any other; beyond another limit it is an
   * error.
   */
  readonly maxRedirects?: number
  /** Default `obey`. */
  readonly robots?: 'obey' | 'ignore'
  readonly signal?: AbortSignal
  /** Cookies that follow the rules of browsers from hop to hop, beside a header `cookie` of the caller. */
  readonly cookies?: {
    header(url: URL): string | null
    saw(url: URL, lines: readonly string[]): void
  }
  /** Everything goes through this proxy, robots.txt too; absent: to the targets themselves. */
  readonly route?: ProxyRoute
  /** For a caller that can come back later: how long it waits for the first slot at a busy host. */
  readonly waitLimit?: TurnWait
  /** Slower than the operator set; never faster. */
  readonly pace?: HostPace
}

/** The final answer, after redirects and decoding. */
export interface EgressResponse {
  /** The requested URL, normalised. */
  readonly url: string
  readonly finalUrl: string
  /** Any final status: 404 and 500 are answers, not errors. */
  readonly status: number
  /** Lower-case names; repeated headers are joined by ', ' (`set-cookie` by a line feed). */
  readonly headers: Record<string, string>
  /** Decoded. */
  readonly body: Uint8Array
  /** Length of `body`. */
  readonly bytes: number
  /** Every URL that answered with a redirect, in order. */
  readonly redirects: string[]
  /** `dnsMs` and `connectMs` are present when this fetch opened the connection of its last hop. */
  readonly timings: { readonly dnsMs?: number; readonly connectMs?: number; readonly totalMs: number }
  readonly robots: RobotsRecord
  /** Where connections to the last host lead; null or absent where that is not known. */
  readonly remoteAddress?: string | null
}

/**
 * Why the final URL was fetched, with the line of robots.txt that decided it. `disallowed` and `unreachable` never come
 * with an answer: those fetches fail with `robots_disallowed`.
 */
export interface RobotsRecord {
  readonly verdict: 'allowed' | 'disallowed' | 'ignored' | 'unreachable'
  readonly rule: string | null
}

/** What the operator set for the way out. */
export interface EgressSettings {
  /** Ranges the operator opened, each `CIDR[:port]`. */
  readonly allow: readonly string[]
  /** Names served elsewhere, each `name=ip:port` or `*.name=ip:port`. */
  readonly hosts: readonly string[]
  /** The contact that the User-Agent names: a URL or an address. */
  readonly contact: string | null
  readonly hostDelayMs: number
  readonly hostConcurrency: number
  readonly productVersion: string
}

/** The way out; closing it ends its connections. */
export interface Egress extends AsyncDisposable {
  /**
   * Throws SurveyorError: `url_not_allowed`, `scheme_not_allowed`, `robots_disallowed`, `too_many_redirects`,
   * `target_*`. Throws `target_busy` only when `waitLimit` ran out before anything was requested from the first host.
   * Throws the reason of `signal` when the caller aborted.
   */
  fetch(request: EgressRequest): Promise<EgressResponse>
  /**
   * A way out through a proxy of the pool, for requests and visits that name it; the caller ends it. Those fail with
   * `proxy_failed` (a ProxyFailure) when the proxy cannot be used. Throws `validation_failed` for a URL of no proxy.
   */
  openRoute(options: RouteOptions): ProxyRoute
  /** A way out for a program that fetches by itself, such as a browser, for one page. Throws nothing of the target. */
  openVisit(rules: VisitRules): Promise<EgressVisit>
  /** Never throws. Absent: name servers cannot be asked. */
  readonly acceptsMail?: AcceptsMail
}

/** More than this is a loop or a trap. */
const MAX_REDIRECTS = 10

/** Without a limiter its hosts are limited in this process alone. */
export function createEgress(deps: {
  readonly settings: EgressSettings
  readonly log: Logger
  /** Default: slots counted in this process alone. */
  readonly limiter?: Limiter
  readonly clock?: Clock
  /** Called for each refusal of the guard, with a reason from a small set. */
  readonly onRefused?: (reason: string) => void
}): Egress {
  const { settings, log, onRefused } = deps
  const clock = deps.clock ?? systemClock
  const agent = userAgent(settings.productVersion, settings.contact)
  const refused = onRefused === undefined ? {} : { onRefused }
  const proxyDeps = { allow: settings.allow, hosts: settings.hosts, log, ...refused }
  const guard = createGuard(proxyDeps)
  const resolveName = createResolveName()
  const transport = createTransport({ dial: createDial({ guard, resolveName }) })
  const proxyGuard = createGuard({ ...proxyDeps, allowsPort: proxyPortAllowed })
  const dialProxy = createDial({ guard: proxyGuard, resolveName })
  const checkAddresses = createCheckAddresses({ guard, resolveName })
  const hostSlots = createHostSlots({
    limiter: deps.limiter ?? createMemoryLimiter(clock),
    concurrency: settings.hostConcurrency,
    delayMs: settings.hostDelayMs,
    clock,
  })
  const robotsParts = { guard, transport, headers: requestHeaders(undefined, agent) }
  const routeIds = new WeakMap<ProxyRoute, string>()
  const robotsVia = (route: ProxyRoute | undefined): RobotsVia | undefined => {
    if (route === undefined) return undefined
    const id = routeIds.get(route) ?? randomUUID()
    routeIds.set(route, id)
    const through = { ...robotsParts, transport: route.transport }
    return { id, load: (origin, maxBytes) => loadRobots(through, origin, maxBytes) }
  }
  const robotsGate = createRobotsGate({
    load: (origin, maxBytes) => loadRobots(robotsParts, origin, maxBytes),
    clock,
  })

  const run = async (request: EgressRequest, deadline: Deadline, turn: Turn): Promise<EgressResponse> => {
    const startedAt = performance.now()
    const first = firstHop(request, agent)
    const maxRedirects = Math.min(MAX_REDIRECTS, request.maxRedirects ?? MAX_REDIRECTS)
    const limit = { maxBytes: request.maxBytes, cut: request.cutBody === true }
    const redirects: string[] = []
    const ask = async (hop: Hop) => {
      const { url } = hop
      const pass =
        request.robots === 'ignore'
          ? null
          : await robotsGate.check(url, deadline.signal, robotsVia(request.route))
      await turn.take(url.host, pass?.crawlDelayMs ?? 0, request.pace)
      const through = request.route?.transport ?? transport
      return { pass, answer: await through.send(withCookies(hop, request.cookies), limit, deadline.signal) }
    }
    let hop = first
    for (;;) {
      const { url } = hop
      if (hop === first) guard.checkUrl(url)
      else checkRedirect(guard, url)
      const { pass, answer } = await ask(hop).catch((error: unknown) => {
        throw failureAfterRedirect(error, first.url, url)
      })
      const { status, headers, body, connection, remoteAddress } = answer
      if (headers['set-cookie'] !== undefined) request.cookies?.saw(url, headers['set-cookie'].split('\n'))
      turn.saw({ status, retryAfterMs: retryAfterMs(headers['retry-after'], Date.now()) })
      const next = maxRedirects === 0 ? null : nextHop(hop, status, headers['location'])
      if (next === null) {
        return {
          url: first.url.href,
          finalUrl: url.href,
          status,
          headers,
          body,
          bytes: body.length,
          redirects,
          timings: { ...connectionTimings(connection), totalMs: Math.round(performance.now() - startedAt) },
          robots: { verdict: pass === null ? 'ignored' : 'allowed', rule: pass?.rule ?? null },
          // That of a proxy says nothing of the target.
          remoteAddress: request.route === undefined ? remoteAddress : null,
        }
      }
      if (redirects.length === maxRedirects) throw tooManyRedirects(maxRedirects)
      redirects.push(url.href)
      hop = next
    }
  }

  return {
    async fetch(request) {
      const deadline = startDeadline(request.deadlineMs, request.signal, () => tooLate('The target'))
      const turn = createTurn(hostSlots, deadline, request.waitLimit)
      try {
        return await run(request, deadline, turn)
      } finally {
        turn.giveBack()
        deadline.end()
      }
    },
    openRoute: (options) => openProxyRoute({ guard, checkAddresses, dialProxy }, options),
    acceptsMail: createAcceptsMail(),
    openVisit: async (rules) =>
      openVisit(
        {
          guard,
          robotsGate,
          hostSlots,
          userAgent: agent,
          robotsVia,
          openProxy: async (proxyRules) => createForwardProxy(proxyDeps, proxyRules),
          checkRequests: (checkRules) => createRequestCheck({ guard, checkAddresses }, checkRules),
        },
        rules,
      ),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  }
}

function firstHop(request: EgressRequest, agent: string): Hop {
  const url = URL.parse(request.url)
  if (url === null) throw new SurveyorError('url_not_allowed', 'The URL is not valid.')
  return {
    url,
    method: request.method ?? 'GET',
    idempotent: request.method !== 'POST' || request.idempotent === true,
    headers: requestHeaders(request.headers, agent),
    body: request.body,
  }
}

/** Those of the jar are added to those of the caller, which an own header names. */
function withCookies(hop: Hop, cookies: EgressRequest['cookies']): Hop {
  const kept = cookies?.header(hop.url) ?? null
  if (kept === null) return hop
  const own = hop.headers['cookie']
  return { ...hop, headers: { ...hop.headers, cookie: own === undefined ? kept : `${own}; ${kept}` } }
}

function connectionTimings(connection: ConnectionTimings | null): { dnsMs?: number; connectMs?: number } {
  if (connection === null) return {}
  const connectMs = Math.round(connection.connectMs)
  return connection.dnsMs === null ? { connectMs } : { dnsMs: Math.round(connection.dnsMs), connectMs }
}
