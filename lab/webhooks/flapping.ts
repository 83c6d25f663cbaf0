// T60 and T61: a receiver that mostly fails, hangs and resets still gets everything, genuine and under one id; a dead
// receiver beside a good one does not slow the good one down.
import type { Options, Outcome, Say } from '#lab/experiment.ts'
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
export const minutes = 3
export const about =
  'T60, T61: 70 % 500, 10 % hang, 10 % reset: all delivered, genuine, one id; a dead one delays no other'

const EVENTS = 2_000
/** Each is a receiver of its own to the sender. */
const PATHS = ['/a', '/b', '/c', '/d']
const DEAD_EVENTS = 500
const GOOD_EVENTS = 300
/** One run through the retry table takes 27 s instead of 75 h; a tenth of the attempts succeed, so that it takes several. */
const TIME_SCALE = 0.000_1
const HANGS_MS = 250
/** Without a delivery for so long it goes on no more. */
const STALLED_MS = 120_000
/** Of the dead receiver; longer than a busy machine keeps the answer of a good one. */
const DEAD_MS = 1_000
/** Relative to a sender without a dead receiver that is asked in turn: the allowance for noise. */
const SLOWER = 1.2
const NOISE_MS = 20
/** An event that waited for one attempt at the dead receiver comes later than this. */
const DELAYED_MS = DEAD_MS / 2

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  const beside = await deadNextToGood(say)
  const flapping = await flap(say)
  const pass =
    flapping.delivered === EVENTS &&
    flapping.forged === 0 &&
    flapping.idsChanged === 0 &&
    flapping.staleTimestamps === 0 &&
    flapping.attempts > EVENTS &&
    beside.lost === 0 &&
    beside.deadAttempts > 0 &&
    beside.medianMs <= beside.controlMedianMs * SLOWER + NOISE_MS &&
    beside.p95Ms <= beside.controlP95Ms * SLOWER + DELAYED_MS
  return {
    id: 'T60',
    pass,
    figure: { ...flapping, beside },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** A sender on a database of its own. */
async function openSender(resources: AsyncDisposableStack, timeoutMs: number): Promise<Sender> {
  const scratch = resources.use(await startScratchDatabase(['jobs', 'keys', 'webhooks']))
  const db = await scratch.open(10)
  const metrics = resources.use(createMetrics({ service: 'lab', version: '0' }))
  const engine = resources.use(createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS }))
  const webhooks = resources.use(
    createWebhooks({
      db,
      engine,
      log: silentLogger,
      metrics,
      pepper: Buffer.alloc(32, 'lab'),
      settings: { ...DEFAULT_WEBHOOK_SETTINGS, allow: ['127.0.0.1/32'], timeoutMs, timeScale: TIME_SCALE },
      presentJob: null,
    }),
  )
  await engine.start()
  await webhooks.start()
  return { db, webhooks }
}

interface Sender {
  readonly db: Database
  readonly webhooks: Webhooks
}

async function flap(say: Say) {
  await using resources = new AsyncDisposableStack()
  const { db, webhooks } = await openSender(resources, HANGS_MS)
  await using receiver = await startWebhookReceiver((_request, response) => {
    const dice = Math.random()
    if (dice < 0.7) response.writeHead(500).end('broken')
    else if (dice < 0.8) return
    else if (dice < 0.9) response.destroy()
    else response.writeHead(200).end('ok')
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
  let [replayed, delivered, deliveredAt] = [0, 0, performance.now()]
  for (; performance.now() - deliveredAt < STALLED_MS; await sleep(250)) {
    const [row] = await db.query<{ delivered: number }>(sql`
      select count(distinct message_id) as delivered from webhook_records
      where status = 'delivered' and lane = any(${lanes}::text[])`)
    if (row !== undefined && row.delivered > delivered) {
      delivered = row.delivered
      deliveredAt = performance.now()
    }
    say(`${delivered} of ${EVENTS} events delivered, ${receiver.requests.length} attempts`)
    if (delivered === EVENTS) break
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
  return {
    events: EVENTS,
    delivered,
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

/** Two senders, each with a good receiver and one of them with a dead one as well, get an event in turn. */
async function deadNextToGood(say: Say) {
  await using resources = new AsyncDisposableStack()
  const [sender, control] = [await openSender(resources, DEAD_MS), await openSender(resources, DEAD_MS)]
  const arrived = new Set<string>()
  await using good = await startWebhookReceiver(({ id }, response) => {
    arrived.add(id)
    response.writeHead(200).end('ok')
  })
  await using dead = await startWebhookReceiver(() => undefined)
  /** Milliseconds from an event to its arrival. */
  const latencyMs = async (db: Database, target: WebhookTarget): Promise<number> => {
    const [startedAt, before] = [performance.now(), arrived.size]
    await publishEvents(db, 1, [target])
    // A second delivery of an earlier event is none of this one.
    while (arrived.size === before) await good.received(good.requests.length + 1)
    return performance.now() - startedAt
  }
  const [target, controlTarget] = [
    await sender.webhooks.accept({ url: `${good.url}/good` }, null),
    await control.webhooks.accept({ url: `${good.url}/control` }, null),
  ]
  await publishEvents(sender.db, DEAD_EVENTS, [await sender.webhooks.accept({ url: dead.url }, null)])
  await dead.received(4)
  const [beside, alone]: [number[], number[]] = [[], []]
  for (let i = 0; i < GOOD_EVENTS; i += 1) {
    say(`${i} of ${GOOD_EVENTS} events beside a dead receiver, ${dead.requests.length} attempts at that`)
    beside.push(await latencyMs(sender.db, target))
    alone.push(await latencyMs(control.db, controlTarget))
  }
  const came = good.requests.filter(({ path }) => path === '/good').map(({ id }) => id)
  return {
    controlMedianMs: percentile(alone, 0.5),
    medianMs: percentile(beside, 0.5),
    controlP95Ms: percentile(alone, 0.95),
    p95Ms: percentile(beside, 0.95),
    lost: GOOD_EVENTS - new Set(came).size,
    deadAttempts: dead.requests.length,
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
}
