// T21: ten thousand clients that never finish their headers, and what the others notice of them.
import type { Outcome } from '#lab/experiment.ts'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { openServices } from './parts/services.ts'

export const name = 'http-half-open'
export const about =
  'T21: 10,000 half-open connections: the p99 of the others, memory, and how long until they are shut out'

const CONNECTIONS = 10_000
const AT_ONCE = 200
const HEADERS_TIMEOUT_MS = 10_000
const MAX_P99_MS = 50
const MAX_MEGABYTES = 400

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  await using services = await openServices()
  const { url, pid } = await services.start('crawl')
  const target = new URL(url)
  const before = await measure(url, 3_000, pid)

  const sockets: Socket[] = []
  const seen = { closed: 0, refused: 0 }
  const openOne = async () => {
    const socket = connect(Number(target.port), target.hostname)
    socket.on('error', () => undefined)
    socket.once('close', () => (seen.closed += 1))
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ])
    if (!opened) return void (seen.refused += 1)
    sockets.push(socket)
    socket.resume()
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nX-Drip: ')
  }
  const openedAt = performance.now()
  while (sockets.length + seen.refused < CONNECTIONS) {
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, CONNECTIONS - sockets.length - seen.refused) }, openOne),
    )
  }
  const heldAtOnce = sockets.length - seen.closed
  const lastOpenedAt = performance.now()
  const during = await measure(url, 5_000, pid)
  while (seen.closed < CONNECTIONS && performance.now() - lastOpenedAt < 4 * HEADERS_TIMEOUT_MS)
    await sleep(100)
  const shutOutAfterMs = Math.round(performance.now() - lastOpenedAt)
  for (const socket of sockets) socket.destroy()
  return {
    id: 'T21',
    pass:
      seen.refused === 0 &&
      seen.closed === CONNECTIONS &&
      during.failed === 0 &&
      during.p99Ms <= MAX_P99_MS &&
      during.megabytes <= MAX_MEGABYTES,
    figure: {
      before,
      during,
      heldAtOnce,
      refused: seen.refused,
      openingMs: Math.round(lastOpenedAt - openedAt),
      shutOut: seen.closed,
      shutOutAfterMs,
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** Others ask on connections of their own: half of them on one that stays, half on a new one each time. */
async function measure(
  url: string,
  forMs: number,
  pid: number,
): Promise<{ requests: number; failed: number; p50Ms: number; p99Ms: number; megabytes: number }> {
  const kept = new Client(url)
  const times: number[] = []
  let failed = 0
  let megabytes = 0
  const until = performance.now() + forMs
  for (let index = 0; performance.now() < until; index += 1) {
    const client = index % 2 === 0 ? kept : new Client(url)
    const sentAt = performance.now()
    try {
      const { statusCode, body } = await client.request({ method: 'GET', path: '/api/v1/extractors?limit=1' })
      await body.dump()
      if (statusCode !== 200) failed += 1
      times.push(performance.now() - sentAt)
    } catch {
      failed += 1
    }
    if (client !== kept) await client.close().catch(() => undefined)
    if (index % 20 === 0) megabytes = Math.max(megabytes, await residentMegabytes(pid))
    await sleep(5)
  }
  await kept.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? Infinity) * 10) / 10
  return { requests: times.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), megabytes }
}

/** Linux only, as the experiment is. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024)
}
