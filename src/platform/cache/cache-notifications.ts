// Tells the other replicas which results they must drop from memory.
import { randomUUID } from 'node:crypto'
import { startWait } from '#kit/time/wait.ts'
import type { Database } from '#platform/db/database.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { ResultMemory } from '#platform/cache/results/result-memory.ts'
import type { ResultName } from '#platform/cache/results/cached-result.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'

/** Without other replicas nothing is sent. */
export interface CacheNotifications {
  /**
   * Everything, after a purge. Resolves when the notification has come back to this replica, as it reaches all others.
   */
  purged(): Promise<void>
  replaced(results: readonly ResultName[]): void
  /** Receives notifications of the other replicas until the returned function is called. */
  listen(): Promise<() => Promise<void>>
}

/** A payload must stay below 8,000 bytes; a key and an owner take at most about 150. */
const NAMES_PER_NOTIFICATION = 40
const ALL = 'all '
/** It takes longer only when the listening connection is lost. */
const MAX_ECHO_MS = 1_000

/** Without `replicated` there is no other replica to notify. */
export function createCacheNotifications(deps: {
  readonly db: Database
  readonly memory: ResultMemory
  readonly replicated: boolean
  readonly log: Logger
}): CacheNotifications {
  const { db, memory, replicated, log } = deps
  const channel = `${db.schema}:cache`
  const echoes = new Map<string, () => void>()
  return {
    async purged() {
      memory.forgetAll()
      if (!replicated) return
      const token = randomUUID()
      using echo = startWait(MAX_ECHO_MS)
      echoes.set(token, echo.end)
      try {
        await db.notify(channel, ALL + token)
        await echo.over
      } finally {
        echoes.delete(token)
      }
    },
    replaced(results) {
      if (!replicated) return
      for (let at = 0; at < results.length; at += NAMES_PER_NOTIFICATION) {
        const names = results.slice(at, at + NAMES_PER_NOTIFICATION).map(({ key, owner }) => [key, owner])
        db.notify(channel, JSON.stringify(names)).catch((error: unknown) => {
          log.debug(
            { err: error },
            'a notification of newer results was lost; the old ones are served for a few seconds more',
          )
        })
      }
    },
    async listen() {
      if (!replicated) return async () => undefined
      return db.listen(channel, (payload) => {
        // '' after a lost connection: the missed notifications are unknown.
        if (payload === '' || payload.startsWith(ALL)) {
          memory.forgetAll()
          echoes.get(payload.slice(ALL.length))?.()
          return
        }
        const names = parseKnownJson<[string, string][]>(payload)
        memory.forget(names.map(([key, owner]) => ({ key, owner })))
      })
    },
  }
}
