// T63: senders are killed at random during deliveries; nothing is lost, and a repeated delivery has the same id.
import type { Options, Outcome, Say } from '#lab/experiment.ts'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { enqueueSystemJobs } from '#platform/jobs/system/enqueue-system-jobs.ts'
import { DELIVER_JOB, domainOf } from '#platform/webhooks/records/new-records.ts'
import { startScratchDatabase, type ScratchDatabase } from '#test/support/database/scratch-database.ts'
import { publishEvents } from '#test/support/webhooks/publish-events.ts'
import { startWebhookReceiver } from '#test/support/webhooks/webhook-receiver.ts'

export const name = 'webhooks-kill9'
export const minutes = 4
export const about = 'T63: kill -9 of the senders × 100: 0 lost, duplicates only under the same webhook-id'

const EVENTS = 2_000
const KILLS = 100
const SENDERS = 3
/** Longer than a busy machine keeps a sender waiting: leases that end while it lives would have everything sent for ever. */
const LEASE_MS = 5_000
/**
 * A kill comes after so many more deliveries by chance, and not after a time: on a busy machine each sender would be killed
 * before its first delivery.
 */
const MAX_ARRIVALS_BETWEEN = 30
const LOOK_EVERY_MS = 10
const LOOK_AT_RECORDS_EVERY_MS = 200
/** Long enough that a kill meets running deliveries. */
const ANSWER_MS = 20
/** Without an arrival for so long it goes on no more, nor with so many that something is sent for ever. */
const STALLED_MS = 120_000
const MAX_ARRIVALS = 20 * EVENTS
const PROGRAM = `${import.meta.dirname}/programs/sender.ts`

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  await using scratch = await startScratchDatabase(['jobs', 'keys', 'webhooks'])
  const db = await scratch.open(5)
  await using receiver = await startWebhookReceiver((_request, response) => {
    setTimeout(() => response.writeHead(200).end(), ANSWER_MS)
  })
  // Ten receivers, so that forty deliveries are running at any time.
  const targets = Array.from({ length: 10 }, (_, n) => ({ url: `${receiver.url}/${n}` }))
  await publishEvents(db, EVENTS, targets)
  const kills = await killUntilDone(scratch, db, receiver.requests, say)
  const ids = new Map<string, Set<string>>()
  for (const { id, body } of receiver.requests) {
    const { data } = JSON.parse(body) as { data: { subjectId: string } }
    ids.set(data.subjectId, (ids.get(data.subjectId) ?? new Set()).add(id))
  }
  const [open] = await db.query<{ n: number; interrupted: number; running: number }>(sql`
    select (select count(*) from webhook_records where status <> 'delivered') as n,
      (select count(*) from webhook_attempts where error = 'sender_lost') as interrupted,
      (select coalesce(sum(running), 0) from job_domains)::integer as running`)
  const figure = {
    events: EVENTS,
    kills,
    lost: EVENTS - ids.size,
    notDelivered: open?.n,
    duplicates: receiver.requests.length - ids.size,
    interruptedAttempts: open?.interrupted,
    secondIds: [...ids.values()].filter((of) => of.size > 1).length,
    slotsLeaked: open?.running,
  }
  const pass =
    kills === KILLS &&
    figure.lost === 0 &&
    figure.notDelivered === 0 &&
    figure.secondIds === 0 &&
    figure.slotsLeaked === 0 &&
    // Kills that met no delivery would prove nothing.
    (figure.interruptedAttempts ?? 0) > 0
  return { id: 'T63', pass, figure, secs: Math.round((performance.now() - startedAt) / 100) / 10 }
}

async function killUntilDone(
  scratch: ScratchDatabase,
  db: Database,
  arrived: readonly unknown[],
  say: Say,
): Promise<number> {
  const senders: ChildProcess[] = []
  const ready = new Set<ChildProcess>()
  let stopping = false
  const start = (slot: number) => {
    const args = [PROGRAM, scratch.url, scratch.schema, String(LEASE_MS)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    senders[slot] = child
    child.stdout.once('data', () => ready.add(child))
    child.once('exit', () => {
      ready.delete(child)
      if (!stopping) start(slot)
    })
  }
  for (let slot = 0; slot < SENDERS; slot += 1) start(slot)
  const afterNext = (): number => arrived.length + Math.ceil(Math.random() * MAX_ARRIVALS_BETWEEN)
  let [kills, killAfter, lookedAt] = [0, afterNext(), 0]
  let [seen, seenAt] = [0, performance.now()]
  for (; performance.now() - seenAt < STALLED_MS && seen < MAX_ARRIVALS; await sleep(LOOK_EVERY_MS)) {
    if (arrived.length > seen) [seen, seenAt] = [arrived.length, performance.now()]
    const victim = [...ready][Math.floor(Math.random() * ready.size)]
    if (kills < KILLS && arrived.length >= killAfter && victim?.kill('SIGKILL') === true) {
      ready.delete(victim)
      kills += 1
      killAfter = afterNext()
      say(`${kills} of ${KILLS} kills, ${arrived.length} deliveries`)
    }
    if (performance.now() - lookedAt < LOOK_AT_RECORDS_EVERY_MS) continue
    lookedAt = performance.now()
    const [open] = await db.query(sql`select from webhook_records where status <> 'delivered' limit 1`)
    if (kills === KILLS && open === undefined) break
    // All events of this round come before the last kill; the remaining kills meet new events.
    if (open === undefined) await again(db)
  }
  stopping = true
  await Promise.all(
    senders.map(async (sender) => {
      if (sender.exitCode !== null || sender.signalCode !== null) return
      sender.kill('SIGKILL')
      await once(sender, 'exit')
    }),
  )
  return kills
}

/** Puts every delivery back in line, as a replay does, but in its own record. */
async function again(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const records = await tx.query<{ id: string; lane: string }>(
      sql`update webhook_records set status = 'retrying', completed_at = null returning id, lane`,
    )
    await enqueueSystemJobs(
      tx,
      records.map(({ id, lane }) => ({ id, type: DELIVER_JOB, domain: domainOf(lane) })),
    )
  })
}
