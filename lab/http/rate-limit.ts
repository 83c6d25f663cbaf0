// T23: a caller at twice the limit for more than a minute, over one replica and over two.
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { busiestWindow, type Served } from '#test/support/http/busiest-window.ts'
import { openServices } from './parts/services.ts'

export const name = 'http-rate-limit'
export const about =
  'T23: twice the limit: never more than 30,000 in any 60 s, and at least 97 % of it, over 1 and 2 replicas'

const QUOTA = 30_000
const WINDOW_MS = 60_000
const PER_SECOND = (2 * QUOTA * 1_000) / WINDOW_MS
/** The busiest window is searched in this span, whose beginning contains the burst. */
const SPAN_MS = 70_000
const STEP_MS = 20
const MAX_OPEN = 500

interface Figure {
  readonly asked: number
  readonly served: number
  readonly refused: number
  readonly failed: number
  readonly busiestWindow: number
  readonly quietestWindow: number
  readonly usedPercent: number
}

export async function run(): Promise<{ id: string; pass: boolean; figure: object; secs: number }> {
  const startedAt = performance.now()
  const one = await overload(1)
  const two = await overload(2)
  const holds = ({ busiestWindow: max, quietestWindow: min, failed }: Figure) =>
    max <= QUOTA && min >= 0.97 * QUOTA && failed === 0
  return {
    id: 'T23',
    pass: holds(one) && holds(two),
    figure: { oneReplica: one, twoReplicas: two },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

async function overload(replicas: number): Promise<Figure> {
  await using services = await openServices()
  const urls: string[] = []
  for (let replica = 0; replica < replicas; replica += 1) urls.push((await services.start('crawl')).url)
  const pools = urls.map((url) => new Pool(url, { connections: 40 }))
  await using resources = new AsyncDisposableStack()
  for (const pool of pools) resources.defer(async () => pool.destroy())

  const served: Served[] = []
  const seen = { asked: 0, refused: 0, failed: 0, open: 0 }
  const ask = async (pool: Pool) => {
    const sentAt = performance.now()
    seen.asked += 1
    seen.open += 1
    try {
      // A path that is not there costs the least and counts like any other.
      const { statusCode, headers, body } = await pool.request({ method: 'GET', path: '/nothing' })
      await body.dump()
      if (statusCode === 404) served.push({ sentAt, receivedAt: performance.now() })
      else if (statusCode === 429 && Number(headers['retry-after']) >= 1) seen.refused += 1
      else seen.failed += 1
    } catch {
      seen.failed += 1
    }
    seen.open -= 1
  }

  const startedAt = performance.now()
  while (performance.now() - startedAt < SPAN_MS) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * PER_SECOND)
    // A generator that falls behind does not send a burst to catch up.
    for (let sent = seen.asked; sent < due && seen.open < MAX_OPEN; sent += 1) {
      const pool = pools[seen.asked % pools.length]
      if (pool !== undefined) void ask(pool)
    }
    await sleep(STEP_MS)
  }
  while (seen.open > 0) await sleep(STEP_MS)
  const quietest = quietestWindow(served, startedAt)
  return {
    asked: seen.asked,
    served: served.length,
    refused: seen.refused,
    failed: seen.failed,
    busiestWindow: busiestWindow(served, WINDOW_MS),
    quietestWindow: quietest,
    usedPercent: Math.round((quietest / QUOTA) * 1_000) / 10,
  }
}

/** The fewest that came back within any window of the span. */
function quietestWindow(served: readonly Served[], startedAt: number): number {
  const times = served.map(({ receivedAt }) => receivedAt - startedAt)
  let quietest = Infinity
  for (let from = 0; from <= SPAN_MS - WINDOW_MS; from += 100) {
    quietest = Math.min(quietest, times.filter((time) => time >= from && time < from + WINDOW_MS).length)
  }
  return quietest
}
