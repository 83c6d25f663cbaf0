// Notifications between replicas: which queues got jobs, which jobs ended, which must stop. Only a hint: the database
// decides.
import { randomUUID } from 'node:crypto'
import type { JobState } from '#contract/job.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/log/logger.ts'
import { createGroupCommit } from '#platform/jobs/commits/group-commit.ts'

/** Ids are stored uuids. */
export interface EndedNotice {
  readonly id: string
  readonly type: string
  readonly state: JobState
  readonly parentId: string | null
}

export interface Notice {
  /** Types that have claimable jobs. */
  readonly queued?: readonly string[] | 'all'
  readonly ended?: readonly EndedNotice[]
  /** Running jobs that were asked to stop. */
  readonly cancelling?: readonly string[]
  /** A job was scheduled for later. */
  readonly scheduled?: true
}

export interface Notices {
  /** Receives the notifications of other replicas until disposed; calls `onGap` when some may have been missed. */
  listen(hear: (notice: Notice) => void, onGap: () => void): Promise<AsyncDisposable>
  /** Notifies the other replicas. Messages published while a notification is being sent go with the next one. */
  tell(notice: Notice): void
  /** Notifies all replicas, this one too, when the transaction commits. */
  tellOnCommit(tx: Queryable, notice: Notice): Promise<void>
  settled(): Promise<void>
}

/** A payload must stay below 8,000 bytes; an ended job takes at most about 250. */
const ITEMS_PER_PAYLOAD = 30
const MOST_PER_STATEMENT = 10_000

export function createNotices(deps: { readonly db: Database; readonly log: Logger }): Notices {
  const { db, log } = deps
  const channel = `${db.schema}:jobs`
  const origin = randomUUID()

  async function send(target: Queryable, from: string, notices: readonly Notice[]): Promise<void> {
    const payloads = payloadsOf(notices).map((notice) => `${from} ${JSON.stringify(notice)}`)
    await target.query(sql`select pg_notify(${channel}, p) from unnest(${payloads}::text[]) as p`)
  }

  const outgoing = createGroupCommit<Notice, null>({
    async run(notices) {
      await send(db, origin, notices)
      return notices.map(() => null)
    },
    maxEntries: MOST_PER_STATEMENT,
  })

  return {
    async listen(hear, onGap) {
      const stop = await db.listen(channel, (payload) => {
        if (payload === '') return onGap()
        const from = payload.slice(0, payload.indexOf(' '))
        if (from !== origin) hear(JSON.parse(payload.slice(from.length + 1)) as Notice)
      })
      return { [Symbol.asyncDispose]: stop }
    },
    tell(notice) {
      outgoing.submit(notice).catch((error: unknown) => {
        log.debug({ err: error }, 'a notice to the other replicas was lost; they look for themselves')
      })
    },
    async tellOnCommit(tx, notice) {
      await send(tx, 'transaction', [notice])
    },
    settled: outgoing.settled,
  }
}

/** The messages joined and cut so that each fits into a payload. */
function payloadsOf(notices: readonly Notice[]): Notice[] {
  const queued = new Set<string>()
  let all = false
  for (const notice of notices) {
    if (notice.queued === 'all') all = true
    else for (const type of notice.queued ?? []) queued.add(type)
  }
  const ended = notices.flatMap((notice) => notice.ended ?? [])
  const cancelling = notices.flatMap((notice) => notice.cancelling ?? [])
  const scheduled = notices.some((notice) => notice.scheduled === true)
  const payloads: Notice[] = scheduled ? [{ scheduled }] : []
  if (all) payloads.push({ queued: 'all' })
  else for (const items of chunks([...queued])) payloads.push({ queued: items })
  for (const items of chunks(ended)) payloads.push({ ended: items })
  for (const items of chunks(cancelling)) payloads.push({ cancelling: items })
  return payloads
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += ITEMS_PER_PAYLOAD) yield items.slice(at, at + ITEMS_PER_PAYLOAD)
}
