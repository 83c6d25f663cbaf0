// Answers out of the cache of crawl: how many a second one replica gives, and how long each takes at ten times the limit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import markdown from '#extractors/markdown/index.ts'
import type { ExtractionResult } from '#contract/crawl/result.ts'
import type { ClaimsAnswer, RegisterWorkerAnswer } from '#contract/worker.ts'
import { startScratchDatabase } from '#test/support/database/scratch-database.ts'
import { openClient, type KeepAliveClient } from '#test/support/http/keep-alive-client.ts'

export const name = 'cached-results'
export const about = 'crawl, kept answers: requests a second and p99 at 5,000/s, keys and rate limit included'

const PROGRAM = fileURLToPath(new URL('./cached-results/crawl-program.ts', import.meta.url))
const BARE = fileURLToPath(new URL('./cached-results/bare-program.ts', import.meta.url))
const KEY = 'the-key-of-this-measurement-0001'
const PATH = '/api/v1/markdown/extract'
/** Sizes of the Markdown in an answer: a short page, an article, a long document. */
const SIZES = [2_000, 20_000, 200_000] as const
const PAGES = 500
/** Ten times 30,000 in a minute (DESIGN.md section 9). */
const RATE = 5_000
const SECONDS = 5
const CONNECTIONS = 64

export async function run(): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const scratch = resources.use(await startScratchDatabase(['jobs', 'keys', 'webhooks', 'blobs', 'crawl']))
  const crawl = await startProgram(resources, PROGRAM, [scratch.url, scratch.schema, KEY])
  const bare = await startProgram(resources, BARE, [])
  console.log(`${name}: one replica, ${availableParallelism()} cores shared with the database and the client`)
  for (const chars of SIZES) {
    await fill(crawl.origin, chars)
    const ours = await measure(crawl, chars)
    const peer = await measure(bare, chars)
    console.log(
      `  ${String(chars).padStart(7)} characters: ${perSecond(ours.rate)} at most, ${micros(ours.cpuUs)} of CPU each ` +
        `(bare node:http: ${perSecond(peer.rate)}, ${micros(peer.cpuUs)}); ` +
        `at ${perSecond(RATE)} p50 ${ms(ours.p50)}, p99 ${ms(ours.p99)}, worst ${ms(ours.worst)}, ${ours.late} not sent in time ` +
        `(bare: p99 ${ms(peer.p99)}, ${peer.late})`,
    )
  }
}

interface Program {
  readonly origin: string
  readonly pid: number | undefined
}

async function startProgram(
  resources: AsyncDisposableStack,
  program: string,
  args: readonly string[],
): Promise<Program> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  resources.defer(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  const [origin] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { origin, pid: child.pid }
}

interface Measured extends Paced {
  readonly rate: number
  readonly cpuUs: number | null
}

async function measure({ origin, pid }: Program, chars: number): Promise<Measured> {
  const requests = Array.from({ length: PAGES }, (_, page) => requestText(origin, urlOf(chars, page)))
  // Opened only now: crawl closes connections on which nothing comes.
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, async () => openClient(origin)))
  await throughput(clients, requests, 1)
  const before = cpuMs(pid)
  const { rate, answered } = await throughput(clients, requests, SECONDS)
  const after = cpuMs(pid)
  const paced = await atRate(clients, requests)
  for (const client of clients) client[Symbol.dispose]()
  const cpuUs = before === null || after === null ? null : ((after - before) * 1_000) / answered
  return { rate, cpuUs, ...paced }
}

/** Each of a site of its own: jobs of one site run a few at a time. */
const urlOf = (chars: number, page: number): string => `https://site-${page}.example/${chars}`

function requestText(origin: string, url: string): string {
  const body = JSON.stringify({ url, formats: ['markdown', 'links'] })
  return [
    `POST ${PATH} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Authorization: Bearer ${KEY}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** Asks for each page once and plays the worker that answers. */
async function fill(origin: string, chars: number): Promise<void> {
  const call = async <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> => {
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const types = ['markdown.extract']
  const { workerId } = await call<RegisterWorkerAnswer>('/api/worker/register', {
    name: 'bench',
    instanceId: `bench-${chars}`,
    version: '0.0.0',
    capabilities: { types, concurrency: { http: 100 } },
  })
  for (let page = 0; page < PAGES; page += 1) {
    await call(PATH, { url: urlOf(chars, page), formats: ['markdown', 'links'] }, { prefer: 'respond-async' })
  }
  for (let done = 0; done < PAGES;) {
    const { jobs } = await call<ClaimsAnswer>('/api/worker/claims', {
      workerId,
      max: [{ types, count: 100 }],
      waitMs: 1_000,
    })
    const completions = jobs.map(({ job, leaseToken }) => ({
      jobId: job.id,
      leaseToken,
      result: resultOf((job.input as { url: string }).url, chars),
    }))
    if (jobs.length > 0) await call('/api/worker/completions', { completions })
    done += jobs.length
  }
}

function resultOf(url: string, chars: number): ExtractionResult {
  const text = 'Some text as it stands in an article, “quoted” and all. '
    .repeat(Math.ceil(chars / 57))
    .slice(0, chars)
  return {
    data: {
      url,
      title: 'An article',
      byline: null,
      language: 'en',
      publishedAt: null,
      wordCount: Math.round(chars / 6),
      mainContent: { method: 'core', ratio: 0.6, fallbackUsed: false },
      markdown: text,
      links: [],
    },
    engine: { used: 'http', escalations: [] },
    response: {
      url,
      finalUrl: url,
      statusCode: 200,
      contentType: 'text/html',
      bytes: 5 * chars,
      redirects: [],
    },
    cdn: null,
    cache: { status: 'miss', ageMs: null, storedAt: null },
    quality: { score: 1, signals: [] },
    timings: { queueMs: null, fetchMs: 100, extractMs: 20, totalMs: 120 },
    warnings: [],
    provenance: {},
    extractorVersion: markdown.version,
  }
}

/** Every connection asks as soon as it was answered. */
async function throughput(
  clients: readonly KeepAliveClient[],
  requests: readonly string[],
  seconds: number,
): Promise<{ rate: number; answered: number }> {
  const startedMs = performance.now()
  const endsMs = startedMs + seconds * 1_000
  let answered = 0
  await Promise.all(
    clients.map(async (client, index) => {
      for (let n = index; performance.now() < endsMs; n += clients.length) {
        await answeredWell(client, requests[n % requests.length] as string)
        answered += 1
      }
    }),
  )
  return { rate: (answered / (performance.now() - startedMs)) * 1_000, answered }
}

/** The CPU time of a process so far, which a busy machine changes less than any rate; null without /proc. */
function cpuMs(pid: number | undefined): number | null {
  try {
    const [user = 0, system = 0] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).map(Number) ?? []
    // In hundredths of a second on every Linux.
    return (user + system) * 10
  } catch {
    return null
  }
}

interface Paced {
  readonly p50: number
  readonly p99: number
  readonly worst: number
  /** Requests that were due and could not be sent. */
  readonly late: number
}

/** Requests come when they come: the time of one counts from when it was due, whatever the ones before it took. */
async function atRate(clients: readonly KeepAliveClient[], requests: readonly string[]): Promise<Paced> {
  const total = RATE * SECONDS
  const startedMs = performance.now() + 10
  const dueAt = (n: number) => startedMs + (n * 1_000) / RATE
  const times: number[] = []
  let next = 0
  // A replica that cannot keep up must not be waited for without end.
  const endsMs = startedMs + SECONDS * 1_500
  await Promise.all(
    clients.map(async (client) => {
      while (next < total && performance.now() < endsMs) {
        const waitMs = dueAt(next) - performance.now()
        if (waitMs > 0) {
          await new Promise<void>((resolve) => setTimeout(resolve, waitMs))
          continue
        }
        const n = next
        next += 1
        await answeredWell(client, requests[n % requests.length] as string)
        times.push(performance.now() - dueAt(n))
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), worst: at(1), late: total - times.length }
}

async function answeredWell(client: KeepAliveClient, request: string): Promise<void> {
  const status = await client.send(request)
  if (status !== 200) throw new Error(`a kept answer came as ${status}`)
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')}/s`
}

function micros(value: number | null): string {
  return value === null ? '? µs' : `${Math.round(value)} µs`
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
