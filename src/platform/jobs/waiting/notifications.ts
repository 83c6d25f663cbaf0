// Notifications between replicas: which queues got jobs, which jobs ended, which must stop. Only a hint: the database
// decides.
import { randomUUID } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { JOB_STATES } from '#contract/job.ts'
import { Nullable, Words } from '#contract/schema.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createBatcher } from '#platform/db/batcher.ts'

/** Jobs that ended alike: what they have in common is sent and read once. Ids are stored uuids. */
const Ended = Type.Object({
  ids: Type.Array(Type.String()),
  type: Type.String(),
  state: Words(JOB_STATES),
  parentId: Nullable(Type.String()),
})
/** The wire form is `Ended`. */
export type EndedNotification = Readonly<Static<typeof Ended>>

const Message = Type.Object({
  /** Types that have claimable jobs. */
  queued: Type.Optional(Type.Union([Type.Literal('all'), Type.Array(Type.String())])),
  ended: Type.Optional(Type.Array(Ended)),
  /** Running jobs that were asked to stop. */
  cancelling: Type.Optional(Type.Array(Type.String())),
  /** A job was scheduled for later. */
  scheduled: Type.Optional(Type.Literal(true)),
})
const isMessage = lazyShape(Message)
/** What a replica did, as the others hear of it: types with claimable jobs, ended jobs, jobs that must stop. */
export interface Notification extends Readonly<Static<typeof Message>> {}

/** Sends and receives. Best effort: waiting callers also poll. */
export interface Notifications {
  /** Receives the notifications of other replicas until disposed; calls `onGap` when some may have been missed. */
  listen(receive: (notification: Notification) => void, onGap: () => void): Promise<AsyncDisposable>
  /** Notifies the other replicas. Messages published while a notification is being sent go with the next one. */
  publish(notification: Notification): void
  /** Notifies all replicas, this one too, when the transaction commits. */
  publishOnCommit(tx: Queryable, notification: Notification): Promise<void>
  settled(): Promise<void>
}

/** A payload must stay below 8,000 bytes; an ended job takes at most about 250, of which its id takes 39. */
const ITEMS_PER_PAYLOAD = 30
const ENDED_IDS_PER_PAYLOAD = 180
/** What jobs that ended alike have in common takes as much as so many ids. */
const IDS_OF_A_HEAD = 6
const MAX_PER_STATEMENT = 10_000

/** Notifies all replicas of this schema when the transaction commits. */
export async function notifyOnCommit(tx: Queryable, notification: Notification): Promise<void> {
  for (const payload of payloadsOf([notification])) {
    await tx.query(
      sql`select pg_notify(current_schema() || ':jobs', ${`transaction ${JSON.stringify(payload)}`})`,
    )
  }
}

/** Its own notifications do not come back to it, because its process has acted on them already. */
export function createNotifications(deps: { readonly db: Database; readonly log: Logger }): Notifications {
  const { db, log } = deps
  const channel = `${db.schema}:jobs`
  const origin = randomUUID()

  const outgoing = createBatcher<Notification, null>({
    async run(notifications) {
      // Without waiting for the disk: the claim that it is about would wait too, and a crash may lose a hint.
      const payloads = payloadsOf(notifications).map((payload) => `${origin} ${JSON.stringify(payload)}`)
      await db.query(sql`
        select pg_notify(${channel}, p), set_config('synchronous_commit', 'off', true)
        from unnest(${payloads}::text[]) as p`)
      return notifications.map(() => null)
    },
    maxEntries: MAX_PER_STATEMENT,
  })

  return {
    async listen(receive, onGap) {
      const stop = await db.listen(channel, (payload) => {
        if (payload === '') return onGap()
        const from = payload.slice(0, payload.indexOf(' '))
        if (from === origin) return
        const message: unknown = JSON.parse(payload.slice(from.length + 1))
        // A replica of another version may have sent more than this one understands.
        if (isMessage.Check(message)) receive(message)
        else onGap()
      })
      return { [Symbol.asyncDispose]: stop }
    },
    publish(notification) {
      outgoing.submit(notification).catch((error: unknown) => {
        log.debug({ err: error }, 'a notice to the other replicas was lost; they look for themselves')
      })
    },
    publishOnCommit: notifyOnCommit,
    settled: outgoing.settled,
  }
}

/** The messages joined and cut so that each fits into a payload. */
function payloadsOf(notifications: readonly Notification[]): Notification[] {
  const queued = new Set<string>()
  let all = false
  for (const notification of notifications) {
    if (notification.queued === 'all') all = true
    else for (const type of notification.queued ?? []) queued.add(type)
  }
  const ended = notifications.flatMap((notification) => notification.ended ?? [])
  const cancelling = notifications.flatMap((notification) => notification.cancelling ?? [])
  const scheduled = notifications.some((notification) => notification.scheduled === true)
  const payloads: Notification[] = scheduled ? [{ scheduled }] : []
  if (all) payloads.push({ queued: 'all' })
  else for (const items of chunks([...queued])) payloads.push({ queued: items })
  for (const items of endedChunks(ended)) payloads.push({ ended: items })
  for (const items of chunks(cancelling)) payloads.push({ cancelling: items })
  return payloads
}

function* chunks<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += ITEMS_PER_PAYLOAD) yield items.slice(at, at + ITEMS_PER_PAYLOAD)
}

function* endedChunks(groups: readonly EndedNotification[]): Generator<EndedNotification[]> {
  let chunk: EndedNotification[] = []
  let room = ENDED_IDS_PER_PAYLOAD
  for (const group of groups) {
    for (let at = 0; at < group.ids.length;) {
      if (room <= IDS_OF_A_HEAD) {
        yield chunk
        chunk = []
        room = ENDED_IDS_PER_PAYLOAD
      }
      const ids = group.ids.slice(at, at + room - IDS_OF_A_HEAD)
      chunk.push({ ...group, ids })
      room -= IDS_OF_A_HEAD + ids.length
      at += ids.length
    }
  }
  if (chunk.length > 0) yield chunk
}
