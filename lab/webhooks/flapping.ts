// T60 and T61: a receiver that mostly fails, hangs and resets still gets everything, genuine and under one id; a dead
// receiver beside a good one does not slow the good one down.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { replayRecords } from '#platform/webhooks/records/replay.ts'
import { makeSecret } from '#platform/webhooks/secrets/sign.ts'
import type { WebhookTarget } from '#platform/webhooks/targets/target.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { createWebhooks, type Webhooks } from '#platform/webhooks/webhooks.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { publishEvents } from '#test/support/webhooks/publish-events.ts'
import { startWebhookReceiver, type ReceivedRequest } from '#test/support/webhooks/webhook-receiver.ts'

export const name = 'webhooks-flapping'
export const about =
  'T60, T61: 70 % 500, 10 % hang, 10 % reset: all delivered, genuine, one id; a dead one delays no other'

const EVENTS = 2_000
/** Each is a receiver of its own to the sender. */
const PATHS = ['/a', '/b', '/c', '/d']
const DEAD_EVENTS = 500
const GOOD_EVENTS = 300
/** One run through the retry table takes 27 s instead of 75 h; a tenth of the attempts succeed, so that it takes several. */
const TIME_SCALE = 0.000_1
const TIMEOUT_MS = 250
const GIVE_UP_MS = 600_000
/** Relative to the p95 of the good receiver: the allowance for the noise of a shared machine. */
const SLOWER = 1.2
const NOISE_MS = 20

export async function run(): Promise<{ id: string; pass: boolean; figure: object; secs: number }> {
  const startedAt = performance.now()
  await using scratch = await startScratchDatabase(['jobs', 'keys', 'webhooks'])
  const db = await scratch.open(10)
  using metrics = createMetrics({ service: 'lab', version: '0' })
  await using engine = createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS })
  await using webhooks = createWebhooks({
    db,
    engine,
    log: silentLogger,
    metrics,
    pepper: Buffer.alloc(32, 'lab'),
    settings: {
      ...DEFAULT_WEBHOOK_SETTINGS,
      allow: ['127.0.0.1/32'],
      timeoutMs: TIMEOUT_MS,
      timeScale: TIME_SCALE,
    },
    presentJob: null,
  })
  await engine.start()
  await webhooks.start()
  const beside = await deadNextToGood(db, webhooks)
  const flapping = await flap(db, webhooks)
  const pass =
    flapping.delivered === EVENTS &&
    flapping.forged === 0 &&
    flapping.idsChanged === 0 &&
    flapping.staleTimestamps === 0 &&
    flapping.attempts > EVENTS &&
    beside.lost === 0 &&
    beside.deadAttempts > 0 &&
    beside.p95Ms <= beside.aloneP95Ms * SLOWER + NOISE_MS
  return {
    id: 'T60',
    pass,
    figure: { ...flapping, beside },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

async function flap(db: Database, webhooks: Webhooks) {
  const succeeded = new Set<string>()
  await using receiver = await startWebhookReceiver((request, response) => {
    const dice = Math.random()
    if (dice < 0.7) response.writeHead(500).end('broken')
    else if (dice < 0.8) return
    else if (dice < 0.9) response.destroy()
    else {
      succeeded.add(request.id)
      response.writeHead(200).end('ok')
    }
  })
  const secret = makeSecret()
  receiver.secrets.push(secret)
  await using dead = await startWebhookReceiver(() => undefined)
  await publishEvents(db, DEAD_EVENTS / 10, [await webhooks.accept({ url: dead.url }, null)])
  const since = new Date(Date.now() - 1_000)
  const lanes: string[] = []
  for (const path of PATHS) {
    const target = await webhooks.accept({ url: receiver.url + path, secret }, null)
    lanes.push(target.address?.lane ?? '')
    await publishEvents(db, EVENTS / PATHS.length, [target])
  }
  let replayed = 0
  for (const giveUp = performance.now() + GIVE_UP_MS; performance.now() < giveUp; await sleep(250)) {
    if (succeeded.size === EVENTS) break
    // The end of the table: an operator asks for another round.
    const again = {
      status: 'failed',
      owner: null,
      since,
      until: null,
      event: 'job.succeeded',
      endpointId: null,
      limit: 10_000,
    } as const
    replayed += (await replayRecords(db, again)).replayed
  }
  const [row] = await db.query<{ delivered: number }>(sql`
    select count(distinct message_id) as delivered from webhook_records
    where status = 'delivered' and lane = any(${lanes}::text[])`)
  return {
    events: EVENTS,
    delivered: Math.min(succeeded.size, row?.delivered ?? 0),
    attempts: receiver.requests.length,
    attemptsPerEvent: receiver.requests.length / EVENTS,
    replayed,
    timeScale: TIME_SCALE,
    ...check(receiver.requests),
  }
}

function check(requests: readonly ReceivedRequest[]) {
  const idOf = new Map<string, string>()
  const last = new Map<string, number>()
  let [idsChanged, staleTimestamps] = [0, 0]
  for (const { id, body, timestamp } of requests) {
    const { data } = JSON.parse(body) as { data: { subjectId: string } }
    if ((idOf.get(data.subjectId) ?? id) !== id) idsChanged += 1
    idOf.set(data.subjectId, id)
    // Attempts of one event come one after the other.
    if (timestamp < (last.get(id) ?? 0)) staleTimestamps += 1
    last.set(id, timestamp)
  }
  return { forged: requests.filter(({ genuine }) => !genuine).length, idsChanged, staleTimestamps }
}

async function deadNextToGood(db: Database, webhooks: Webhooks) {
  await using good = await startWebhookReceiver()
  await using dead = await startWebhookReceiver(() => undefined)
  const target = await webhooks.accept({ url: good.url }, null)
  const alone = await latencies(db, target, good)
  await publishEvents(db, DEAD_EVENTS, [await webhooks.accept({ url: dead.url }, null)])
  await dead.received(4)
  const before = good.requests.length
  const beside = await latencies(db, target, good)
  return {
    aloneP95Ms: percentile(alone, 0.95),
    p95Ms: percentile(beside, 0.95),
    lost: GOOD_EVENTS - (good.requests.length - before),
    deadAttempts: dead.requests.length,
  }
}

/** Milliseconds from each event to its arrival, one event after the other. */
async function latencies(
  db: Database,
  target: WebhookTarget,
  receiver: { readonly requests: readonly unknown[]; received(count: number): Promise<void> },
): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < GOOD_EVENTS; i += 1) {
    const startedAt = performance.now()
    const count = receiver.requests.length + 1
    await publishEvents(db, 1, [target])
    await receiver.received(count)
    times.push(performance.now() - startedAt)
  }
  return times
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
}
