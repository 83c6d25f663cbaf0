// The delivery loop: drains the outbox, claims due deliveries, and sleeps until the next one is due.
import { systemClock } from '#kit/time/clock.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import { attemptDelivery, type Attempt, type AttemptDeps } from './attempt.ts'
import { claimDeliveries, nextDueInMs, type ClaimedDelivery } from './claim-deliveries.ts'
import { finishDelivery } from './finish-delivery.ts'
import { releaseExpired, releaseByToken } from './release-lease.ts'

export interface Sender {
  start(): void
  /** Something may be due, or in the outbox. */
  wake(): void
  /** Gives running attempts a moment to finish, then releases the rest. */
  stop(): Promise<void>
}

export interface SenderDeps extends AttemptDeps {
  /** Called for each attempt, with the time since the event. */
  readonly onAttempt: (attempt: Attempt, lagMs: number) => void
  readonly db: Database
  /** Moves one batch out of an outbox and answers its size; null without an outbox. */
  readonly drainOutbox: (() => Promise<number>) | null
}

/** A delivery that is due but cannot be claimed is being claimed by another replica. */
const RECHECK_MS = 50
const STOP_GRACE_MS = 2_000

export function createSender(deps: SenderDeps): Sender {
  const { db, settings, log, drainOutbox } = deps
  const stopping = new AbortController()
  const giveUp = new AbortController()
  const running = new Map<ClaimedDelivery, Promise<void>>()
  let loop: Promise<void> | null = null
  let called = new AbortController()
  let lastExpiryCheckAt = -Infinity

  async function deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      const attempt = await attemptDelivery(deps, delivery, giveUp.signal)
      await finishDelivery(db, settings, delivery, attempt)
      deps.onAttempt(attempt, Date.now() - delivery.createdAt.getTime())
    } catch (error) {
      // The lease runs out, and then the delivery is tried again.
      if (!giveUp.signal.aborted)
        log.warn({ err: error, recordId: delivery.id }, 'a webhook attempt was not recorded')
    } finally {
      running.delete(delivery)
      called.abort()
    }
  }

  /** Milliseconds until there is something to do; 0 when there may be more at once, null when nothing is known. */
  async function sendDue(): Promise<number | null> {
    const drained = drainOutbox === null ? 0 : await drainOutbox()
    const now = performance.now()
    if (now - lastExpiryCheckAt > settings.leaseMs / 4) {
      lastExpiryCheckAt = now
      await releaseExpired(db)
    }
    const capacity = settings.concurrency - running.size
    if (capacity <= 0) return null
    const dueMs = await nextDueInMs(db, settings)
    if (dueMs === null || dueMs > 0) return drained > 0 ? 0 : dueMs
    const claimed = await claimDeliveries(db, settings, capacity)
    for (const delivery of claimed) running.set(delivery, deliver(delivery))
    return claimed.length > 0 ? 0 : RECHECK_MS
  }

  async function run(): Promise<void> {
    let failing = false
    while (!stopping.signal.aborted) {
      called = new AbortController()
      try {
        const waitMs = Math.min(settings.pollMs, (await sendDue()) ?? Infinity)
        if (waitMs > 0) await systemClock.sleep(waitMs, AbortSignal.any([called.signal, stopping.signal]))
        if (failing) log.info('webhooks are delivered again')
        failing = false
      } catch (error) {
        const away = error instanceof SurveyorError && error.code === 'storage_unavailable'
        if (!failing) log[away ? 'warn' : 'error']({ err: error }, 'webhooks are not delivered for now')
        failing = true
        await systemClock.sleep(settings.pollMs, stopping.signal)
      }
    }
  }

  return {
    start() {
      loop ??= run()
    },
    wake: () => called.abort(),
    async stop() {
      stopping.abort()
      await loop
      const grace = new AbortController()
      await Promise.race([
        Promise.all(running.values()),
        systemClock.sleep(Math.min(STOP_GRACE_MS, settings.timeoutMs), grace.signal),
      ])
      grace.abort()
      const left = [...running]
      if (left.length === 0) return
      giveUp.abort(new Error('The sender stops.'))
      await Promise.all(left.map(([, attempt]) => attempt))
      await releaseByToken(
        db,
        left.map(([delivery]) => delivery.leaseToken),
      ).catch((error: unknown) => log.warn({ err: error }, 'webhook deliveries were not handed back'))
    },
  }
}
