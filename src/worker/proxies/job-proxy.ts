// The proxy of one job: leased with its first request, replaced where it fails, released with what the job came to.
import type { LeasedProxy, ProxyKind, ProxyOutcome } from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { EngineStrategy } from '#contract/worker.ts'
import type { ExtractorOutput } from '#extract/context.ts'
import { readProxyOption } from '#extract/page/proxy-option.ts'
import { systemClock } from '#kit/time/clock.ts'
import type { Egress } from '#platform/egress/egress.ts'
import { ProxyFailure } from '#platform/egress/proxied/proxy-failure.ts'
import type { ProxyRoute } from '#platform/egress/proxied/proxy-route.ts'
import type { JobLease } from '#platform/jobs/worker/transport.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { BrowserPool } from '#worker/browser/browser-pool.ts'
import type { ProxyCalls } from './proxy-calls.ts'

export interface JobProxy {
  /** The way out of the job, and its browser: both go through the proxy. */
  readonly egress: Pick<Egress, 'fetch'>
  readonly browser: Pick<BrowserPool, 'visit'>
  /** Which proxy the job went through at last; null: none. No address. */
  readonly used: {
    readonly id: string
    readonly kind: ProxyKind
    readonly group: string
    readonly country: string | null
  } | null
  /** To be called once at the end; `failure` is what the job failed with, or null. Throws nothing. */
  end(failure: unknown): Promise<void>
}

export interface JobProxyDeps {
  readonly calls: ProxyCalls
  readonly openRoute: Egress['openRoute']
  readonly egress: Pick<Egress, 'fetch'>
  readonly browser: Pick<BrowserPool, 'visit'>
  readonly log: Logger
}

/** Proxies that one job tries. */
const MAX_PROXIES = 3
/** A lease outlives its job by this, so that it does not end while the job is still being reported. */
const LEASE_MARGIN_MS = 5_000
const MAX_LEASE_MS = 600_000
/** Of the time that the job has left. */
const WAIT_SHARE = 1 / 4
const MAX_WAIT_MS = 10_000

/** Codes of failed jobs that say how the target met the proxy. All others are good for the proxy. */
const OUTCOMES: Readonly<Partial<Record<string, ProxyOutcome>>> = {
  target_blocked: 'blocked',
  target_captcha: 'captcha',
  target_timeout: 'timeout',
  target_dns_error: 'target_error',
  target_connect_error: 'target_error',
  target_tls_error: 'target_error',
  target_protocol_error: 'target_error',
  target_http_error: 'target_error',
}

/** A proxy that this job has leased. */
interface Held {
  readonly lease: LeasedProxy
  readonly route: ProxyRoute
  requests: number
  latencyMs: number | null
  statusCode: number | null
  /** It failed and is given back. */
  isDropped: boolean
}

/** Null for a job that asks for no proxy and whose domain is not known to need one. */
export function openJobProxy(
  deps: JobProxyDeps,
  job: {
    readonly lease: JobLease
    readonly input: unknown
    readonly strategy?: EngineStrategy
    readonly signal: AbortSignal
    readonly deadlineAt: Date | null
  },
): JobProxy | null {
  const { calls, openRoute, egress, browser, log } = deps
  const { input, strategy, signal, deadlineAt } = job
  const { mode } = readProxyOption(input)
  const learned = strategy?.proxyKind === 'none' ? undefined : strategy?.proxyKind
  if (mode === 'none' || (mode === 'auto' && learned === undefined)) return null

  const failed: string[] = []
  let held: Promise<Held | null> | null = null
  let last: Held | null = null

  const take = async (): Promise<Held | null> => {
    const leftMs =
      deadlineAt === null ? MAX_LEASE_MS : Math.max(1_000, deadlineAt.getTime() - systemClock.now())
    const lease = await calls.lease(
      job.lease,
      {
        ...(learned === undefined ? {} : { kind: learned }),
        exclude: [...failed],
        ttlMs: Math.ceil(Math.min(MAX_LEASE_MS, leftMs + LEASE_MARGIN_MS)),
        waitMs: Math.floor(Math.min(MAX_WAIT_MS, leftMs * WAIT_SHARE)),
      },
      signal,
    )
    if (lease === null) return null
    const { url, dns } = lease.proxy
    return {
      lease,
      route: openRoute({ url, dns }),
      requests: 0,
      latencyMs: null,
      statusCode: null,
      isDropped: false,
    }
  }

  /** Shared by all requests of the job; one that could not be had is asked for again by the next request. */
  const current = (): Promise<Held | null> => {
    if (held === null) {
      const taking = take()
      held = taking
      taking.catch(() => {
        if (held === taking) held = null
      })
    }
    return held
  }

  const release = async ({ lease, route, ...seen }: Held, outcome: ProxyOutcome): Promise<void> => {
    const { bytes } = route
    await route[Symbol.asyncDispose]()
    const { latencyMs, statusCode } = seen
    // Zero says that the lease was not used, or that nothing was seen of the proxy.
    const requests = bytes === 0 || (signal.aborted && outcome === 'ok') ? 0 : seen.requests
    try {
      await calls.release(job.lease.jobId, {
        leaseId: lease.leaseId,
        outcome,
        bytes,
        requests,
        ...(latencyMs === null ? {} : { latencyMs }),
        ...(statusCode === null ? {} : { statusCode }),
      })
    } catch (error) {
      // It ends by itself.
      log.warn({ err: error, leaseId: lease.leaseId }, 'the lease of a proxy was not released')
    }
  }

  /** Several requests may meet the same failure: the first gives the proxy back, and ends the connections of the others. */
  const drop = async (broken: Held, failure: ProxyFailure): Promise<void> => {
    if (broken.isDropped) return
    broken.isDropped = true
    held = null
    failed.push(broken.lease.proxy.id)
    await release(broken, failure.fault)
  }

  /** Again with another proxy, as long as nothing has reached the target that must not reach it twice. */
  const through = async <T>(
    work: (held: Held | null) => Promise<T>,
    mayRepeat: (wasSent: boolean) => boolean,
  ): Promise<T> => {
    let broken: ProxyFailure | null = null
    for (let tries = 1; ; tries += 1) {
      const proxy = await current().catch((error: unknown) => {
        // There was one that fits, and it cannot be used.
        throw broken !== null && isNone(error) ? broken : error
      })
      try {
        if (proxy !== null) proxy.requests += 1
        return await work(proxy)
      } catch (error) {
        if (proxy === null || signal.aborted) throw error
        const isFailure = error instanceof ProxyFailure
        if (isFailure) {
          broken = error
          await drop(proxy, error)
        } else if (!proxy.isDropped || !isClosed(error)) throw error
        if (tries === MAX_PROXIES || !mayRepeat(!isFailure)) throw error
      }
    }
  }

  return {
    egress: {
      async fetch(request) {
        const endsAt = performance.now() + request.deadlineMs
        return through(
          async (proxy) => {
            const startedAt = performance.now()
            const deadlineMs = Math.max(1, endsAt - startedAt)
            if (proxy === null) return egress.fetch({ ...request, deadlineMs })
            const answer = await egress.fetch({ ...request, deadlineMs, route: proxy.route })
            last = proxy
            proxy.latencyMs ??= Math.round(performance.now() - startedAt)
            proxy.statusCode = answer.status
            return answer
          },
          (wasSent) => !wasSent || request.method !== 'POST',
        )
      },
    },
    browser: {
      async visit(visit, caller, use) {
        let isOpen = false
        return through(
          async (proxy) =>
            browser.visit(
              visit,
              { ...caller, ...(proxy === null ? {} : { route: proxy.route }) },
              async (page) => {
                isOpen = true
                last = proxy
                if (proxy !== null) proxy.statusCode = page.response?.statusCode ?? null
                return use(page)
              },
            ),
          () => !isOpen,
        )
      },
    },
    get used() {
      if (last === null) return null
      const { id, kind, group, country } = last.lease.proxy
      return { id, kind, group, country }
    },
    async end(failure) {
      const [ending] = await Promise.allSettled([held])
      held = null
      if (ending.status === 'fulfilled' && ending.value !== null)
        await release(ending.value, outcomeOf(failure, ending.value))
    },
  }
}

const isNone = (error: unknown): boolean => error instanceof SurveyorError && error.reason === 'none_match'

const isClosed = (error: unknown): boolean =>
  error instanceof SurveyorError && error.code === 'target_connect_error'

/** The output of a job, which says which proxy it came by. */
export function withProxy(proxy: JobProxy | null, output: ExtractorOutput): ExtractorOutput {
  const used = proxy?.used ?? null
  return used === null ? output : { ...output, provenance: { ...output.provenance, proxy: used } }
}

/** An error without a code of its own says nothing of the proxy. */
function outcomeOf(error: unknown, { statusCode, latencyMs }: Held): ProxyOutcome {
  if (!(error instanceof SurveyorError)) return 'ok'
  if (error.code === 'extract_timeout' && latencyMs === null) return 'timeout'
  const outcome = OUTCOMES[error.code] ?? 'ok'
  return outcome === 'blocked' && statusCode === 429 ? 'rate_limited' : outcome
}
