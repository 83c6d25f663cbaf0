// Leases as crawl serves them: callers may wait for one, and are woken by releases in any replica.
import type { LeasedProxy, NoProxyReason, ProxyKind } from '#contract/crawl/learned/proxy.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { formatId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { createWakeUps } from '#platform/jobs/waiting/wake-ups.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { publish } from '#platform/webhooks/records/publish.ts'
import type { ProxyCredentialsStore } from './proxy-credentials.ts'
import { wholeProxyUrl } from '#platform/egress/proxied/proxy-address.ts'
import { attemptLease, type Attempt, type LeaseRequest } from './attempt-lease.ts'
import { expireLeases, releaseLease, type LeaseHolder, type LeaseState, type Release } from './end-leases.ts'
import { readKinds } from './read-candidates.ts'

export interface ProxyLeases extends AsyncDisposable {
  /** Starts to end leases whose time is over, and to listen for releases in other replicas. */
  start(): Promise<void>
  /** The kinds of which a proxy may be leased, as they were a few seconds ago. */
  readonly kinds: ReadonlySet<ProxyKind>
  /** Throws `no_proxy_available`, or the reason of the signal. */
  lease(request: LeaseRequest, waitMs: number, signal: AbortSignal): Promise<LeasedProxy>
  /** Null for a lease that is not there, or is held by somebody else. */
  release(leaseId: string, holder: LeaseHolder, release: Release): Promise<LeaseState | null>
  /** The pool has changed: who waits looks again. */
  wake(): void
}

/** Notifications may be lost, so waiting requests look again. */
const RECHECK_MS = 2_000
/** How often leases whose time is over are looked for. */
const SWEEP_MS = 5_000
/** Attempts in which somebody else was first; a crowd is told that all are busy. */
const MAX_RACES = 20

const REASONS: Readonly<Record<NoProxyReason, string>> = {
  none_match: 'No proxy of the pool fits what is asked for.',
  all_busy: 'All proxies that fit are leased.',
  all_cooling: 'All proxies that fit rest after failures.',
  budget_spent: 'The proxies that fit have carried what their group may in a day.',
}

/** A group that stays without proxies is reported again after this time, in seconds. */
const AGAIN_S = 900

export function createProxyLeases(deps: {
  readonly db: Database
  readonly log: Logger
  readonly credentials: ProxyCredentialsStore
  /** Other processes serve the same tables. */
  readonly replicated: boolean
}): ProxyLeases {
  const { db, log, credentials, replicated } = deps
  const channel = `${db.schema}:proxies`
  const wakeUps = createWakeUps(() => undefined)
  let stopListening = async (): Promise<void> => undefined
  let sweeping: NodeJS.Timeout | null = null
  let kinds: ReadonlySet<ProxyKind> = new Set()

  const wake = (): void => {
    wakeUps.wake(null)
    if (!replicated) return
    db.notify(channel, '').catch((error: unknown) => {
      log.debug(
        { err: error },
        'a notification of released proxies was lost; the replicas look for themselves',
      )
    })
  }
  const expire = async (): Promise<void> => {
    if ((await expireLeases(db)) > 0) wake()
  }
  const sweep = async (): Promise<void> => {
    await expire()
    kinds = new Set(await readKinds(db))
  }

  /** Tries again while others are faster. */
  const attempt = async (request: LeaseRequest, isLast: boolean): Promise<Exclude<Attempt, 'raced'>> => {
    for (let races = 0; races < MAX_RACES; races += 1) {
      const made = await attemptLease(db, request, isLast)
      if (made !== 'raced') return made
    }
    return { reason: 'all_busy', retryMs: null, groups: [] }
  }

  const present = ({ taken, leaseId, sticky }: Extract<Attempt, { taken: unknown }>): LeasedProxy => {
    return {
      leaseId: formatId('lse', leaseId),
      proxy: {
        id: formatId('prx', taken.id),
        group: taken.group,
        kind: taken.kind,
        country: taken.country,
        dns: taken.dns,
        url: wholeProxyUrl(taken, credentials.decrypt(taken.id, taken.credentials)),
      },
      sticky,
      expiresAt: taken.expiresAt.toISOString(),
    }
  }

  return {
    async start() {
      await sweep()
      sweeping = setInterval(() => {
        sweep().catch((error: unknown) => log.warn({ err: error }, 'leases of proxies were not ended'))
      }, SWEEP_MS).unref()
      if (replicated) stopListening = await db.listen(channel, () => wakeUps.wake(null))
    },
    get kinds() {
      return kinds
    },
    async lease(request, waitMs, signal) {
      const until = performance.now() + waitMs
      for (;;) {
        signal.throwIfAborted()
        const leftMs = until - performance.now()
        const wait = wakeUps.wait(null, Math.max(0, Math.min(RECHECK_MS, leftMs)), signal)
        try {
          // What a holder lost is free at once, whenever the sweep comes.
          await expire()
          const made = await attempt(request, leftMs <= 0)
          if ('taken' in made) return present(made)
          // A busy one may be released at any moment.
          const isTooLate = made.reason !== 'all_busy' && (made.retryMs ?? Infinity) > leftMs
          if (leftMs <= 0 || isTooLate) {
            await reportExhausted(db, made.groups)
            throw noProxy(made.reason, made.retryMs)
          }
          await wait.woken
        } finally {
          wait.stop()
        }
      }
    },
    async release(leaseId, holder, release) {
      const state = await releaseLease(db, leaseId, holder, release)
      if (state === 'released') wake()
      return state
    },
    wake,
    async [Symbol.asyncDispose]() {
      if (sweeping !== null) clearInterval(sweeping)
      wakeUps.close()
      await stopListening()
    },
  }
}

function noProxy(reason: NoProxyReason, retryMs: number | null): SurveyorError {
  return new SurveyorError('no_proxy_available', REASONS[reason], {
    reason,
    nextAvailableAt: retryMs === null ? null : new Date(Date.now() + retryMs).toISOString(),
    ...(retryMs === null ? {} : { retryAfterMs: Math.ceil(retryMs) }),
    // Waiting does not make one that fits.
    retryable: reason !== 'none_match',
  })
}

/**
 * Publishes, once in a while, which of these groups have no proxy left to give: all of theirs rest, or their budget is
 * spent. Busy ones are not exhausted.
 */
async function reportExhausted(db: Database, groups: readonly string[]): Promise<void> {
  if (groups.length === 0) return
  await db.transaction(async (tx) => {
    const exhausted = await tx.query<{ name: string; at: Date; reason: string; proxies: number }>(sql`
      with counted as (
        select g.name,
          g.budget_bytes_per_day is not null and g.bytes_day = (now() at time zone 'utc')::date
            and g.bytes_today >= g.budget_bytes_per_day as is_spent,
          count(p.id)::integer as proxies,
          count(p.id) filter (where p.state in ('new', 'healthy', 'degraded', 'probing')
            or (p.state in ('cooling', 'quarantined') and p.cooldown_until <= now())) as usable
        from proxy_groups g left join proxies p on p.group_name = g.name
        where g.name = any(${groups}::text[]) group by g.name
      )
      update proxy_groups g set exhausted_at = now()
      from counted c
      where c.name = g.name and c.proxies > 0 and (c.is_spent or c.usable = 0)
        and (g.exhausted_at is null or g.exhausted_at < now() - ${AGAIN_S}::float8 * interval '1 second')
      returning g.name, g.exhausted_at as at, c.proxies,
        case when c.is_spent then 'budget_spent' else 'all_cooling' end as reason`)
    await publish(
      tx,
      exhausted.map(({ name, at, reason, proxies }) => ({
        event: 'proxy.group_exhausted',
        at,
        subjectId: name,
        owner: null,
        target: null,
        summary: { group: name, reason, proxies },
      })),
    )
  })
}
