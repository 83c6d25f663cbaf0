// What happens after commit: wake waiting callers, notify the other replicas, start the next step.
import { isTerminal } from '#contract/job.ts'
import { formatId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { DueTimer } from '#platform/jobs/waiting/due-timer.ts'
import type { EndWaits } from '#platform/jobs/waiting/end-waits.ts'
import { createCoalescedTask } from '#platform/jobs/waiting/coalesced-task.ts'
import type { HookRunner } from './hooks.ts'
import type { TransitionRow } from '#platform/jobs/model/job-row.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { isSystemType } from '#platform/jobs/model/system-type.ts'
import type { EndedNotification, Notification, Notifications } from '#platform/jobs/waiting/notifications.ts'
import type { Claim } from '#platform/jobs/sql/claim.ts'
import { endParents } from '#platform/jobs/sql/end-parents.ts'
import { visibleTypes, unpark, type DomainGroup } from '#platform/jobs/sql/unpark.ts'
import type { WakeUps } from '#platform/jobs/waiting/wake-ups.ts'

/** Wire ids. */
export interface EndedJob {
  readonly id: string
  readonly type: string
  readonly state: EndedNotification['state']
  readonly parentId: string | null
}

/** What follows a committed transition. Nothing here throws; what is lost is found by the sweep. */
export interface AfterCommit {
  readonly onMoved: (rows: readonly TransitionRow[]) => void
  readonly onClaimed: (claims: readonly Claim[]) => void
  /** Jobs of these types became claimable. */
  readonly onVisible: (types: readonly string[]) => void
  /** Wakes all callers that wait for jobs. */
  readonly wakeAll: () => void
  /** For rows that become visible when the transaction of a caller commits. */
  readonly onMovedIn: (tx: Queryable, rows: readonly TransitionRow[]) => Promise<void>
  /** Handles a notification from this or another replica. */
  readonly receive: (notification: Notification) => void
  /** Counts the ends of children recorded so far. */
  readonly endParents: () => Promise<void>
  readonly onEnded: (handler: (job: EndedJob) => void) => () => void
  readonly onCancelRequested: (handler: (jobId: string) => void) => () => void
  readonly settled: () => Promise<void>
}

/** What is woken and notified. */
export interface AfterCommitDeps {
  readonly db: Database
  readonly log: Logger
  readonly settings: JobSettings
  readonly hooks: HookRunner
  readonly notifications: Notifications
  readonly wakeUps: WakeUps
  readonly endWaits: EndWaits
  readonly dueTimer: DueTimer
}

export function createAfterCommit(deps: AfterCommitDeps): AfterCommit {
  const { db, log, settings, wakeUps, endWaits, notifications } = deps
  const endedHandlers = new Set<(job: EndedJob) => void>()
  const cancelHandlers = new Set<(jobId: string) => void>()
  let groups = new Map<string, DomainGroup>()
  let freed = new Set<string>()

  const parents = createCoalescedTask(log, 'counting ended children', async () => {
    onMoved(await deps.hooks.decided(endParents))
  })

  const domains = createCoalescedTask(log, 'letting parked jobs into sight', async () => {
    const [someGroups, someFreed] = [[...groups.values()], [...freed]]
    groups = new Map()
    freed = new Set()
    const types = [
      ...(someGroups.length > 0 ? await unpark(db, settings.domainConcurrency, someGroups) : []),
      ...(someFreed.length > 0 ? await visibleTypes(db, someFreed) : []),
    ]
    onVisible(types)
  })

  function becameInvisible(row: DomainGroup & { readonly domain: string }): void {
    groups.set(JSON.stringify([row.domain, row.type, row.priority]), row)
  }

  function announce(notification: Notification): void {
    receive(notification)
    notifications.publish(notification)
  }

  function receive({ queued, ended = [], cancelling = [], scheduled }: Notification): void {
    if (queued !== undefined) wakeUps.wake(queued === 'all' ? null : queued)
    for (const { ids, type, state, parentId } of ended) {
      endWaits.ended(ids)
      if (endedHandlers.size === 0) continue
      const parent = parentId === null ? null : formatId('job', parentId)
      for (const id of ids) call(endedHandlers, { id: formatId('job', id), type, state, parentId: parent })
    }
    for (const id of cancelling) call(cancelHandlers, formatId('job', id))
    if (scheduled === true) deps.dueTimer.check()
  }

  function call<T>(handlers: ReadonlySet<(value: T) => void>, value: T): void {
    for (const handler of handlers) {
      try {
        handler(value)
      } catch (error) {
        log.error({ err: error }, 'a handler of job notices threw')
      }
    }
  }

  function onMoved(rows: readonly TransitionRow[]): void {
    if (rows.length === 0) return
    const notification = notificationOf(rows)
    if (notification !== null) announce(notification)
    endWaits.ended(rows.filter(isImplied).map((row) => row.id))
    if (rows.some((row) => row.in_batch && isTerminal(row.state))) void parents.trigger()
    for (const { domain, type, priority, from_state: from, state, parked } of rows) {
      if (domain === null) continue
      if (from === 'running' && state !== 'running') freed.add(domain)
      if (parked || (from === 'queued' && state !== 'queued')) becameInvisible({ domain, type, priority })
    }
    followDomains()
  }

  function onClaimed(claims: readonly Claim[]): void {
    for (const { domain, claimed } of claims) {
      if (domain !== null) becameInvisible({ domain, type: claimed.job.type, priority: claimed.job.priority })
    }
    followDomains()
  }

  function followDomains(): void {
    if (groups.size > 0 || freed.size > 0) void domains.trigger()
  }

  function onVisible(types: readonly string[]): void {
    if (types.length > 0) announce({ queued: [...new Set(types)] })
  }

  return {
    onMoved,
    onClaimed,
    onVisible,
    wakeAll: () => announce({ queued: 'all' }),
    receive,
    async onMovedIn(tx, rows) {
      const notification = notificationOf(rows)
      if (notification !== null) await notifications.publishOnCommit(tx, notification)
    },
    endParents: parents.trigger,
    onEnded: (handler) => subscribe(endedHandlers, handler),
    onCancelRequested: (handler) => subscribe(cancelHandlers, handler),
    async settled() {
      await Promise.all([parents.settled(), domains.settled()])
      await notifications.settled()
    },
  }
}

/**
 * True for jobs cancelled together with their parent: the event of the parent is enough, and ten thousand more would
 * add nothing.
 */
function isImplied(row: TransitionRow): boolean {
  return row.state === 'cancelled' && row.cancel_cause === 'parent'
}

function notificationOf(rows: readonly TransitionRow[]): Notification | null {
  const queued = new Set<string>()
  const ended = new Map<string, EndedNotification>()
  const cancelling: string[] = []
  let scheduled = false
  for (const row of rows) {
    if (row.state === 'queued' && !row.parked) queued.add(row.type)
    else if (row.state === 'scheduled') scheduled = true
    else if (row.state === 'running' && row.cancel_requested_at !== null) cancelling.push(row.id)
    else if (isTerminal(row.state) && !isImplied(row) && !isSystemType(row.type)) {
      const { id, type, state, parent_id: parentId } = row
      const alike = `${state} ${parentId} ${type}`
      const known = ended.get(alike)
      if (known === undefined) ended.set(alike, { ids: [id], type, state, parentId })
      else known.ids.push(id)
    }
  }
  if (queued.size + ended.size + cancelling.length === 0 && !scheduled) return null
  return {
    ...(queued.size === 0 ? {} : { queued: [...queued] }),
    ...(ended.size === 0 ? {} : { ended: [...ended.values()] }),
    ...(cancelling.length === 0 ? {} : { cancelling }),
    ...(scheduled ? { scheduled } : {}),
  }
}

function subscribe<T>(handlers: Set<(value: T) => void>, handler: (value: T) => void): () => void {
  // A separate wrapper, so that the same function may be registered twice.
  const mine = (value: T) => handler(value)
  handlers.add(mine)
  return () => void handlers.delete(mine)
}
