// The limits of all workers as crawl serves them: many calls share one transaction, and waiting ones are woken by releases
// in any replica.
import { parseKnownJson } from '#kit/unknown-values.ts'
import { systemClock } from '#kit/time/clock.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Database } from '#platform/db/database.ts'
import type { TakeRequest } from '#platform/limits/limiter.ts'
import type { Release } from '#platform/limits/remote-backend.ts'
import { createWaitingTakes, type Grant, type WaitingTakes } from '#platform/limits/waiting-takes.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createLimitStore, type LimitStore, type ReleasedSlot } from './limit-store.ts'

export interface LimitService extends AsyncDisposable {
  /** Starts to receive notifications of released slots from the other replicas. */
  start(): Promise<void>
  readonly take: WaitingTakes['take']
  /** Answers the slots that are still held. */
  renew(slots: readonly string[]): Promise<string[]>
  /** Answers the slots that were still held. */
  release(releases: readonly Release[]): Promise<readonly ReleasedSlot[]>
  readonly setBack: LimitStore['setBack']
  /** For a holder that has ended. */
  releaseAllOf(holder: string): Promise<readonly ReleasedSlot[]>
}

/** Notifications may be lost, so waiting requests poll. */
const RECHECK_MS = 2_000
const MAX_PER_TRANSACTION = 100
const FORGET_EVERY_MS = 600_000
/** A payload must stay below 8,000 bytes. */
const KEYS_PER_NOTIFICATION = 20

export function createLimitService(deps: {
  readonly db: Database
  readonly log: Logger
  /** Other processes serve the same tables. */
  readonly replicated: boolean
}): LimitService {
  const { db, log, replicated } = deps
  const store = createLimitStore({ db })
  const channel = `${db.schema}:limits`
  let stopListening = async (): Promise<void> => undefined
  const forgetting = setInterval(() => {
    store.forgetIdle().catch((error: unknown) => log.warn({ err: error }, 'idle limits were not forgotten'))
  }, FORGET_EVERY_MS).unref()

  const takes = createBatcher<TakeRequest, Grant>({
    run: (requests) => store.take(requests),
    maxEntries: MAX_PER_TRANSACTION,
    keyOf: ({ key }) => key,
  })
  const releases = createBatcher<readonly Release[], readonly ReleasedSlot[]>({
    async run(groups) {
      const gone = await store.release(groups.flat())
      return groups.map((group) => gone.filter(({ slot }) => group.some((one) => one.slot === slot)))
    },
    maxEntries: MAX_PER_TRANSACTION,
  })

  const publish = (keys: readonly string[]): void => {
    waits.wake(keys)
    if (!replicated) return
    for (let at = 0; at < keys.length; at += KEYS_PER_NOTIFICATION) {
      const some = keys.slice(at, at + KEYS_PER_NOTIFICATION)
      db.notify(channel, JSON.stringify(some)).catch((error: unknown) => {
        log.debug(
          { err: error },
          'a notification of released slots was lost; the replicas look for themselves',
        )
      })
    }
  }
  const release = async (given: readonly Release[]): Promise<readonly ReleasedSlot[]> => {
    if (given.length === 0) return []
    const gone = await releases.submit(given)
    publish([...new Set(gone.map(({ key }) => key))])
    return gone
  }
  const waits = createWaitingTakes({
    take: (request) => takes.submit(request),
    giveBack: async (slots) => {
      await release(slots.map((slot) => ({ slot })))
    },
    recheckMs: RECHECK_MS,
    clock: systemClock,
  })

  return {
    async start() {
      if (!replicated) return
      stopListening = await db.listen(channel, (payload) => {
        waits.wake(payload === '' ? undefined : parseKnownJson<string[]>(payload))
      })
    },
    take: waits.take,
    renew: store.renew,
    setBack: store.setBack,
    release,
    async releaseAllOf(holder) {
      const slots = await store.heldBy(holder)
      return release(slots.map((slot) => ({ slot })))
    },
    async [Symbol.asyncDispose]() {
      clearInterval(forgetting)
      await stopListening()
      await Promise.all([takes.settled(), releases.settled()])
    },
  }
}
