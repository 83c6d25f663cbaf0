// T23: a caller at twice the limit for more than a minute, over one replica and over two. What it may use is judged by the
// times in which it asked for more than it got, so a machine that cannot ask that fast only makes the experiment longer.
import type { Options, Outcome, Say } from '#lab/experiment.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { busiestWindow, type Served } from '#test/support/http/busiest-window.ts'
import { openServices } from './parts/services.ts'

export const name = 'http-rate-limit'
export const about =
  'T23: twice the limit: never more than 30,000 in any 60 s, and at least 97 % of it, over 1 and 2 replicas'
export const minutes = 3

const QUOTA = 30_000
const WINDOW_MS = 60_000
const PER_SECOND = (2 * QUOTA * 1_000) / WINDOW_MS
/** The busiest window is searched in a span of at least this length, whose beginning contains the burst. */
const MIN_SPAN_MS = 70_000
/** Where the machine has not let the caller overload it for a whole window by then, nothing is known. */
const GIVE_UP_MS = 300_000
/**
 * Between two refusals no further apart, all that was refilled was used: a bucket that was empty does not overflow in
 * so short a time (`bucketSize`: 506 tokens at 487.5 a second).
 */
const MAX_GAP_MS = 1_000
const STEP_MS = 20
const MAX_OPEN = 500

interface Figure {
  readonly asked: number
  readonly served: number
  readonly refused: number
  readonly failed: number
  readonly busiestWindow: number
  /** How long the caller demonstrably asked for more than it got. */
  readonly overloadedSecs: number
  /** Of the limit, in that time. */
  readonly usedPercent: number
}

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  const one = await overload(1, say)
  const two = await overload(2, say)
  const holds = ({ busiestWindow: max, overloadedSecs, usedPercent, failed }: Figure) =>
    max <= QUOTA && overloadedSecs * 1_000 >= WINDOW_MS && usedPercent >= 97 && failed === 0
  return {
    id: 'T23',
    pass: holds(one) && holds(two),
    figure: {
      oneReplica: one,
      twoReplicas: two,
      // Then nothing is known of what a caller may use.
      wasTooBusyToOverload: [one, two].some(({ overloadedSecs }) => overloadedSecs * 1_000 < WINDOW_MS),
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

async function overload(replicas: number, say: Say): Promise<Figure> {
  await using services = await openServices()
  const urls: string[] = []
  for (let replica = 0; replica < replicas; replica += 1) urls.push((await services.start('crawl')).url)
  // Several requests in one write: asking takes the machine less than answering.
  const pools = urls.map((url) => new Pool(url, { connections: 40, pipelining: 8 }))
  await using resources = new AsyncDisposableStack()
  for (const pool of pools) resources.defer(async () => pool.destroy())

  const served: Served[] = []
  const use = { servedSince: 0, refusedAt: -Infinity, overloadedMs: 0, served: 0 }
  const seen = { asked: 0, refused: 0, failed: 0, open: 0 }
  const ask = async (pool: Pool) => {
    const sentAt = performance.now()
    seen.asked += 1
    seen.open += 1
    try {
      // A path that is not there costs the least and counts like any other.
      const { statusCode, headers, body } = await pool.request({ method: 'GET', path: '/nothing' })
      await body.dump()
      const receivedAt = performance.now()
      if (statusCode === 404) {
        served.push({ sentAt, receivedAt })
        use.servedSince += 1
      } else if (statusCode === 429 && Number(headers['retry-after']) >= 1) {
        seen.refused += 1
        if (receivedAt - use.refusedAt <= MAX_GAP_MS) {
          use.overloadedMs += receivedAt - use.refusedAt
          use.served += use.servedSince
        }
        use.refusedAt = receivedAt
        use.servedSince = 0
      } else seen.failed += 1
    } catch {
      seen.failed += 1
    }
    seen.open -= 1
  }

  const startedAt = performance.now()
  const goesOn = (ms: number): boolean =>
    ms < MIN_SPAN_MS || (use.overloadedMs < WINDOW_MS && ms < GIVE_UP_MS)
  for (let ms = 0; goesOn(ms); ms = performance.now() - startedAt) {
    const due = Math.floor((ms / 1_000) * PER_SECOND)
    // A generator that falls behind does not send a burst to catch up.
    for (let sent = seen.asked; sent < due && seen.open < MAX_OPEN; sent += 1) {
      const pool = pools[seen.asked % pools.length]
      if (pool !== undefined) void ask(pool)
    }
    say(
      `${replicas} replicas, ${seen.asked} asked, ${Math.round(use.overloadedMs / 1_000)} s of overload in ${Math.round(ms / 1_000)} s`,
    )
    await sleep(STEP_MS)
  }
  while (seen.open > 0) await sleep(STEP_MS)
  return {
    asked: seen.asked,
    served: served.length,
    refused: seen.refused,
    failed: seen.failed,
    busiestWindow: busiestWindow(served, WINDOW_MS),
    overloadedSecs: Math.round(use.overloadedMs / 100) / 10,
    usedPercent: Math.round((use.served / ((QUOTA * use.overloadedMs) / WINDOW_MS)) * 1_000) / 10,
  }
}
