// A batch of 10,000 pages of one slow host is under way: single requests of the same key to other hosts start at once.
import type { Outcome } from '#lab/experiment.ts'
import { startProduct } from '#test/support/programs/start-product.ts'
import { startSite } from '#test/support/programs/start-site.ts'

export const name = 'jobs-host-fairness'
export const about =
  'time to start of 100 single requests to 100 hosts behind a batch of 10,000 for a slow one, all of one key'

const SITE = new URL('./programs/slow-site.ts', import.meta.url)
const BATCHES = 10
const PER_BATCH = 1_000
const SINGLES = 100
const EVERY_MS = 50
/** From the request to the claim, by the clock of the database; on a machine too busy for that, no longer than without the batch. */
const LIMIT_MS = 100

interface Job {
  readonly status: string
  readonly createdAt: string
  readonly startedAt: string | null
}

export async function run(): Promise<Outcome> {
  const startedAt = performance.now()
  await using resources = new AsyncDisposableStack()
  const port = await startSite(resources, SITE)
  const { crawlUrl } = await startProduct(resources, `127.0.0.1/32:${port}`, {
    // Hosts of one registrable domain, as the shops of one provider are.
    SURVEYOR_EGRESS_HOSTS: `*.hosts.test=127.0.0.1:${port}`,
  })
  const post = (path: string, body: object, prefer: string): Promise<Response> =>
    fetch(crawlUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer },
      body: JSON.stringify(body),
    })
  const jobAt = async (location: string): Promise<Job> =>
    (await (await fetch(crawlUrl + location)).json()) as Job
  const extract = async (url: string): Promise<{ job: Job; answered: number }> => {
    const response = await post('/api/v1/markdown/extract', { url, maxAgeMs: 0 }, 'wait=90')
    const { jobId, instance } = (await response.json()) as { jobId?: string; instance?: string }
    return {
      job: await jobAt(jobId === undefined ? (instance ?? '') : `/api/jobs/${jobId}`),
      answered: response.status,
    }
  }
  // The first request loads the extractor: that is no wait in the queue.
  await extract('http://h0.hosts.test/warm')

  const singles = async (page: string): Promise<{ waits: number[]; answered: number }> => {
    const ends = await Promise.all(
      Array.from({ length: SINGLES }, async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i * EVERY_MS))
        return extract(`http://h${i}.hosts.test/${page}`)
      }),
    )
    const waits = ends.map(({ job }) =>
      job.startedAt === null ? Infinity : Date.parse(job.startedAt) - Date.parse(job.createdAt),
    )
    return {
      waits: waits.toSorted((a, b) => a - b),
      answered: ends.filter(({ answered }) => answered === 200).length,
    }
  }
  // The time of the machine without load.
  const alone = await singles('alone')
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const items = Array.from({ length: PER_BATCH }, (_, i) => ({
      url: `http://slow.hosts.test/${batch}-${i}`,
    }))
    const response = await post('/api/v1/markdown/batch/extract', { items }, 'respond-async')
    if (response.status !== 202) throw new Error(`The batch was answered ${response.status}.`)
  }
  const slowBefore = await jobsIn(crawlUrl, 'running')
  const behind = await singles('behind')
  const left = await jobsIn(crawlUrl, 'queued')
  return {
    id: name,
    pass:
      at(behind.waits, 0.95) <= Math.max(LIMIT_MS, at(alone.waits, 0.95)) &&
      behind.answered === SINGLES &&
      slowBefore > 0 &&
      left > 0,
    figure: {
      startMs: figuresOf(behind.waits),
      startMsWithoutTheBatch: figuresOf(alone.waits),
      answered: `${behind.answered}/${SINGLES}`,
      slowRunningBefore: slowBefore,
      batchLeft: `${left} or more`,
    },
    secs: (performance.now() - startedAt) / 1_000,
  }
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity

const figuresOf = (sorted: readonly number[]) => ({
  p50: at(sorted, 0.5),
  p95: at(sorted, 0.95),
  most: sorted.at(-1),
})

async function jobsIn(crawlUrl: string, status: string): Promise<number> {
  const response = await fetch(`${crawlUrl}/api/jobs?status=${status}&type=markdown.extract&limit=100`)
  const { items } = (await response.json()) as { items: unknown[] }
  return items.length
}
