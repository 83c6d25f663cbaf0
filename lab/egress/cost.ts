// The cost of the guard: fetches and calls a second compared with plain undici on the same server, and one check.
import type { Outcome } from '#lab/experiment.ts'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { Agent, fetch as plainFetch, Pool } from 'undici'
import { createEgress } from '#platform/egress/egress.ts'
import { createGuard } from '#platform/egress/guard/guard.ts'
import { createPeer } from '#platform/egress/peer.ts'
import { silentLogger } from '#platform/telemetry/logger.ts'

export const name = 'egress-cost'
export const about =
  'throughput of the egress and of a peer as a ratio to plain undici, and the time to judge an address'

const REQUESTS = 5000
const AT_ONCE = 32
const ROUNDS = 3
const CHECKS = 200_000

/** Requests a second, the best of what the rounds of it gave. */
async function rate(work: () => Promise<unknown>): Promise<number> {
  let left = REQUESTS
  const startedAt = performance.now()
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  return (REQUESTS / (performance.now() - startedAt)) * 1000
}

function microsecondsPerCheck(address: string): number {
  const guard = createGuard({ allow: [], hosts: [], log: silentLogger })
  const startedAt = performance.now()
  for (let i = 0; i < CHECKS; i += 1) guard.refusal(address, 443)
  return Math.round(((performance.now() - startedAt) / CHECKS) * 100_000) / 100
}

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [path.resolve('test/support/sites/plain-site.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  )
  const origin = `http://127.0.0.1:${line.trim()}`
  const agent = new Agent({ pipelining: 1, allowH2: false })
  const pool = new Pool(origin, { connections: 64, pipelining: 1, allowH2: false })
  await using peer = createPeer({ origin })
  await using egress = createEgress({
    settings: {
      allow: ['127.0.0.0/8'],
      hosts: [],
      contact: null,
      hostDelayMs: 0,
      hostConcurrency: 64,
      productVersion: '0.0.0',
    },
    log: silentLogger,
  })
  const plainRequest = async (url: string): Promise<void> => {
    const { body } = await agent.request({ origin, path: url, method: 'GET' })
    await body.arrayBuffer()
  }
  const guarded = (url: string) =>
    egress.fetch({ url: origin + url, maxBytes: 1_000_000, deadlineMs: 60_000 })
  const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
    undiciRequest: () => plainRequest('/plain'),
    egress: () => guarded('/plain'),
    undiciFetchGzip: async () => (await plainFetch(`${origin}/gzip`, { dispatcher: agent })).arrayBuffer(),
    egressGzip: () => guarded('/gzip'),
    undiciPoolJson: async () => {
      const body = JSON.stringify({ a: 1 })
      const answer = await pool.request({
        path: '/json',
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      return answer.body.json()
    },
    peerJson: () => peer.request({ method: 'POST', path: '/json', body: { a: 1 }, timeoutMs: 60_000 }),
  }
  const best: Record<string, number> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, work] of Object.entries(kinds)) best[kind] = Math.max(best[kind] ?? 0, await rate(work))
  }
  await agent.destroy()
  await pool.destroy()
  child.kill()

  const ratio = (ours: string, theirs: string): number =>
    Math.round(((best[ours] ?? 0) / (best[theirs] ?? 1)) * 100) / 100
  const figure = {
    perSecond: Object.fromEntries(Object.entries(best).map(([kind, value]) => [kind, Math.round(value)])),
    egressToUndici: ratio('egress', 'undiciRequest'),
    egressGzipToUndiciFetch: ratio('egressGzip', 'undiciFetchGzip'),
    peerToUndici: ratio('peerJson', 'undiciPoolJson'),
    judgeMicroseconds: {
      v4: microsecondsPerCheck('93.184.216.34'),
      v6: microsecondsPerCheck('2606:4700:4700::1111'),
    },
  }
  return {
    id: name,
    pass: figure.egressToUndici >= 0.5,
    figure,
    secs: (performance.now() - startedAt) / 1000,
  }
}
