// T51: bodies made to be expensive arrive at both services while /health is asked: nothing may hold the event loop.
import type { Outcome } from '#lab/experiment.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { isHealthy, probeHealth, type HealthFigures } from './parts/probe-health.ts'
import { startProduct } from '#test/support/programs/start-product.ts'

export const name = 'large-bodies'
export const about =
  'T51: 450,000 unknown keys, a completion with a million keys, a flood of unsigned webhooks: /health answers at p99 < 250 ms'

const ROUNDS = 12
const UNKNOWN_KEYS = 450_000
const RESULT_KEYS = 1_000_000
const UNSIGNED = 300

interface Figure {
  readonly statuses: Record<string, number>
  readonly health: HealthFigures
}

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  // The worker belongs to the experiment, and renews no lease.
  const { crawlUrl, placesUrl } = await startProduct(resources, '127.0.0.1/32', {
    SURVEYOR_WORKERS: '0',
    SURVEYOR_LEASE_MS: '600000',
  })
  const many = keys(UNKNOWN_KEYS)
  const unknownKeys = await attack(crawlUrl, ROUNDS, () => post(`${crawlUrl}/api/v1/markdown/extract`, many))
  const completion = await completeLate(crawlUrl)
  const unsigned = await attack(placesUrl, UNSIGNED, () =>
    post(`${placesUrl}/api/enrich/webhook`, many.slice(0, 500_000)),
  )
  return {
    id: 'T51',
    pass:
      completion.leaseHeld && [unknownKeys, completion, unsigned].every(({ health }) => isHealthy(health)),
    figure: { unknownKeys, completion, unsigned },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

/** A worker claims a job and submits a result with a million keys, while another sends heartbeats. */
async function completeLate(url: string): Promise<Figure & { readonly leaseHeld: boolean }> {
  const ask = async (path: string, body: unknown) =>
    (await (await send(`${url}${path}`, JSON.stringify(body), { prefer: 'respond-async' })).json()) as Record<
      string,
      string
    >
  await ask('/api/v1/maps/search', { query: 'cafe', location: 'Monaco', provider: 'osm-file' })
  const worker = await ask('/api/worker/register', {
    name: 'lab',
    instanceId: `lab-${Date.now()}`,
    version: '1',
    capabilities: { types: ['maps.search'], concurrency: { http: 1, light: 1, parser: 1 } },
  })
  const offered = (await (
    await fetch(`${url}/api/worker/jobs/next?types=maps.search&waitMs=5000`)
  ).json()) as {
    jobs: { id: string }[]
  }
  const job = offered.jobs[0]?.id ?? ''
  const { leaseToken = '' } = await ask(`/api/worker/jobs/${job}/claim`, { workerId: worker['workerId'] })
  const result = `{"leaseToken":"${leaseToken}","result":{"data":${keys(RESULT_KEYS)}}}`
  const figure = await attack(url, 3, () => post(`${url}/api/worker/jobs/${job}/complete`, result))
  const check = await ask(`/api/worker/jobs/${job}/progress`, {
    leaseToken,
    progress: { done: 1, total: 1, message: null },
  })
  return { ...figure, leaseHeld: check['leaseExpiresAt'] !== undefined }
}

async function attack(url: string, rounds: number, once: () => Promise<number | string>): Promise<Figure> {
  await using probe = await probeHealth(url)
  await sleep(1_000)
  const statuses: Record<string, number> = {}
  for (let round = 0; round < rounds; round += 1) {
    const status = await once()
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  await sleep(1_000)
  return { statuses, health: await probe.end() }
}

const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"k${n}":1`).join(',')}}`

/** The status, or `cut`: the answer came before the body was sent, and the connection was closed. */
async function post(url: string, body: string): Promise<number | 'cut'> {
  try {
    const response = await send(url, body)
    await response.arrayBuffer()
    return response.status
  } catch {
    return 'cut'
  }
}

function send(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
}
