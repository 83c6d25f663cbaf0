// Deliveries of webhooks per second: 10,000 events to one receiver and to fifty, on loopback, in one process.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createJobEngine, DEFAULT_JOB_SETTINGS } from '#platform/jobs/job-engine.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'
import { DEFAULT_WEBHOOK_SETTINGS } from '#platform/webhooks/delivery/webhook-settings.ts'
import { createWebhooks } from '#platform/webhooks/webhooks.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { publishEvents } from '#test/support/webhooks/publish-events.ts'

export const name = 'webhooks'
export const about = 'deliveries/s of 10,000 events to 1 and to 50 receivers'

const EVENTS = 10_000

export async function run(): Promise<void> {
  for (const receivers of [1, 50]) {
    const { published, delivered, repeated } = await deliverTo(receivers)
    process.stdout.write(
      `${receivers} receivers: ${published} events/s published, ${delivered} deliveries/s, ${repeated} repeated\n`,
    )
  }
}

/** Events and deliveries per second. Senders start when all events are stored. */
async function deliverTo(receivers: number) {
  await using scratch = await startScratchDatabase(['jobs', 'keys', 'webhooks'])
  const db = await scratch.open(10)
  const counter = await countDeliveries()
  using metrics = createMetrics({ service: 'bench', version: '0' })
  await using engine = createJobEngine({ db, log: silentLogger, settings: DEFAULT_JOB_SETTINGS })
  await using webhooks = createWebhooks({
    db,
    engine,
    log: silentLogger,
    metrics,
    pepper: Buffer.alloc(32, 'bench'),
    settings: { ...DEFAULT_WEBHOOK_SETTINGS, allow: ['127.0.0.1/32'] },
    presentJob: null,
  })
  const targets = await Promise.all(
    Array.from({ length: receivers }, async (_, n) => webhooks.accept({ url: `${counter.url}/${n}` }, null)),
  )
  const publishedMs = await timed(async () => publishEvents(db, EVENTS, targets))
  const deliveredMs = await timed(async () => {
    await engine.start()
    await webhooks.start()
    await counter.done
  })
  counter.server.closeAllConnections()
  counter.server.close()
  return {
    published: Math.round((EVENTS / publishedMs) * 1_000),
    delivered: Math.round((EVENTS / deliveredMs) * 1_000),
    repeated: counter.received() - EVENTS,
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

interface DeliveryCounter {
  readonly server: Server
  readonly url: string
  /** Resolves when every event has come. */
  readonly done: Promise<void>
  received(): number
}

async function countDeliveries(): Promise<DeliveryCounter> {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const ids = new Set<unknown>()
  let received = 0
  const server = createServer((request, response) => {
    request.resume()
    request.once('end', () => {
      response.writeHead(200).end('ok')
      ids.add(request.headers['webhook-id'])
      received += 1
      if (ids.size === EVENTS) resolve()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}`, done, received: () => received }
}
