// Where workers request slots: many requests share one transaction, and wait for slots that are not free yet.
import { formatId, parseId } from '#kit/ids.ts'
import type { Database } from '#platform/db/database.ts'
import { createBatcher } from '#platform/db/batcher.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type {
  PermitsAnswer,
  ReleasePermitsAnswer,
  ReleasePermitsBody,
  RenewPermitsAnswer,
} from '#contract/crawl/permit.ts'
import type { PermitRequest } from './decide-grant.ts'
import { PERMIT_LEASE_MS, type Grant, type PermitStore, type Release } from './permit-store.ts'

export interface PermitService extends AsyncDisposable {
  /** Starts to receive notifications of released slots from the other replicas. */
  start(): Promise<void>
  /** Waits up to `waitMs` for the first slot. When `signal` aborts, slots granted meanwhile are released. */
  take(request: PermitRequest, waitMs: number, signal: AbortSignal): Promise<PermitsAnswer>
  renew(permits: readonly string[]): Promise<RenewPermitsAnswer>
  release(releases: ReleasePermitsBody['releases']): Promise<ReleasePermitsAnswer>
}

/** Notifications may be lost, so waiting requests poll. */
const RECHECK_MS = 2_000
const MAX_PER_TRANSACTION = 100
const FORGET_EVERY_MS = 600_000
/** A payload must stay below 8,000 bytes. */
const RESOURCES_PER_NOTIFICATION = 20

export function createPermitService(deps: {
  readonly db: Database
  readonly store: PermitStore
  readonly log: Logger
  /** Other processes serve the same tables. */
  readonly replicated: boolean
}): PermitService {
  const { db, store, log, replicated } = deps
  const channel = `${db.schema}:permits`
  const waiting = new Map<string, Set<() => void>>()
  let stopListening = async (): Promise<void> => undefined
  const forgetting = setInterval(() => {
    store.forgetIdle().catch((error: unknown) => log.warn({ err: error }, 'idle permits were not forgotten'))
  }, FORGET_EVERY_MS).unref()

  const takes = createBatcher<PermitRequest, Grant>({
    run: (requests) => store.take(requests),
    maxEntries: MAX_PER_TRANSACTION,
    keyOf: ({ resource }) => resource,
  })
  const releases = createBatcher<readonly Release[], readonly { id: string; resource: string }[]>({
    async run(groups) {
      const gone = await store.release(groups.flat())
      return groups.map((group) => gone.filter(({ id }) => group.some((one) => one.id === id)))
    },
    maxEntries: MAX_PER_TRANSACTION,
  })

  const wake = (resources: readonly string[]): void => {
    for (const resource of resources) for (const wakeOne of waiting.get(resource) ?? []) wakeOne()
  }
  const publish = (resources: readonly string[]): void => {
    wake(resources)
    if (!replicated) return
    for (let at = 0; at < resources.length; at += RESOURCES_PER_NOTIFICATION) {
      const some = resources.slice(at, at + RESOURCES_PER_NOTIFICATION)
      db.notify(channel, JSON.stringify(some)).catch((error: unknown) => {
        log.debug({ err: error }, 'a notice of free permits was lost; the replicas look for themselves')
      })
    }
  }
  const giveBack = async (
    given: readonly Release[],
  ): Promise<readonly { id: string; resource: string }[]> => {
    if (given.length === 0) return []
    const gone = await releases.submit(given)
    publish([...new Set(gone.map(({ resource }) => resource))])
    return gone
  }

  return {
    async start() {
      if (!replicated) return
      stopListening = await db.listen(channel, (payload) => {
        wake(payload === '' ? [...waiting.keys()] : (JSON.parse(payload) as string[]))
      })
    },

    async take(request, waitMs, signal) {
      const until = performance.now() + waitMs
      for (;;) {
        using waiter = joinWaiters(waiting, request.resource)
        const grant = await takes.submit(request)
        const left = until - performance.now()
        if (signal.aborted) {
          await giveBack(grant.permits.map((id) => ({ id, closedForMs: 0, pushedBack: null })))
          return answerOf({ ...grant, permits: [] })
        }
        const { retryAfterMs, nextExpiryMs } = grant
        if (grant.permits.length > 0 || left <= 0 || (retryAfterMs ?? 0) > left) return answerOf(grant)
        await waiter.woken(
          Math.min(left, retryAfterMs ?? Math.min(RECHECK_MS, nextExpiryMs ?? RECHECK_MS)),
          signal,
        )
      }
    },

    async renew(permits) {
      const ids = permits.flatMap((permit) => parseId('prm', permit) ?? [])
      const held = new Set(await store.renew(ids))
      return {
        leaseMs: PERMIT_LEASE_MS,
        lost: permits.filter((permit) => !held.has(parseId('prm', permit) ?? '')),
      }
    },

    async release(given) {
      const gone = await giveBack(
        given.flatMap(({ permit, closedForMs = 0, pushedBack = null }) => {
          const id = parseId('prm', permit)
          return id === null ? [] : [{ id, closedForMs, pushedBack }]
        }),
      )
      const ids = new Set(gone.map(({ id }) => id))
      const unknown = given
        .map(({ permit }) => permit)
        .filter((permit) => !ids.has(parseId('prm', permit) ?? ''))
      return { released: ids.size, unknown }
    },

    async [Symbol.asyncDispose]() {
      clearInterval(forgetting)
      await stopListening()
      await Promise.all([takes.settled(), releases.settled()])
    },
  }
}

function answerOf({ permits, reuseMs, retryAfterMs }: Grant): PermitsAnswer {
  return {
    permits: permits.map((id) => formatId('prm', id)),
    leaseMs: PERMIT_LEASE_MS,
    reuseMs,
    retryAfterMs,
  }
}

/** Registers a waiter for the resource before its first query, so that no notification is missed in between. */
function joinWaiters(
  waiting: Map<string, Set<() => void>>,
  resource: string,
): Disposable & { woken(ms: number, signal: AbortSignal): Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const others = waiting.get(resource) ?? new Set()
  waiting.set(resource, others.add(resolve))
  return {
    async woken(ms, signal) {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
      await promise
      clearTimeout(timer)
    },
    [Symbol.dispose]() {
      others.delete(resolve)
      if (others.size === 0) waiting.delete(resource)
    },
  }
}
