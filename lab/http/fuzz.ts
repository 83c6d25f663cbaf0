// T50: both running services are asked everything that their descriptions allow and much that they do not.
import type { Options, Outcome } from '#lab/experiment.ts'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { Check } from 'typebox/value'
import { Pool, type Dispatcher } from 'undici'
import {
  operationsOf,
  readDescription,
  type MediaType,
  type NamedOperation,
} from '#test/support/http/openapi.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { requestsOf, type FuzzRequest } from './parts/requests.ts'
import { openServices } from './parts/services.ts'

export const name = 'http-fuzz'
export const minutes = 4
export const about =
  'T50: at least 20,000 valid, boundary and hostile requests from both OpenAPI documents: no 5xx, nothing undocumented, nothing invalid accepted'

const TOWN = fileURLToPath(new URL('../../demo/town.osm', import.meta.url))
const REQUESTS = 20_000
const FIXED_SEED = 20_261_121
const LANES = 6
const PAUSE_MS = 200
/** Longer than any answer waits for a job, on the busiest machine: how fast answers come is not asked here. */
const ANSWER_MS = 300_000
/** The only problems of a 5xx that are not ours: no proxy fits, no map is set up, a job was given no time, a name that is none. */
const OF_OTHERS: ReadonlySet<unknown> = new Set([
  'no_proxy_available',
  'provider_not_configured',
  'queue_timeout',
  'target_dns_error',
  'not_built_yet',
])
const SHOWN_FINDINGS = 30
const SHOWN_CHARS = 600

interface Target {
  readonly service: string
  readonly pool: Pool
  readonly operations: readonly NamedOperation[]
  /** Ids from earlier answers, so that some requests get past a 404. */
  readonly known: string[]
}

interface Counts {
  requests: number
  readonly statuses: Record<string, number>
  readonly findings: string[]
}

export async function run({ say }: Pick<Options, 'say'>): Promise<Outcome> {
  const startedAt = performance.now()
  await using services = await openServices()
  const crawl = await services.start('crawl')
  const places = await services.start('places', { SURVEYOR_CRAWL_URL: crawl.url })
  // Without one, what is answered by a worker is answered after a minute. Its map is a file: it asks no server for one.
  await services.startWorker(crawl, { SURVEYOR_OSM_FILE: TOWN })
  await using resources = new AsyncDisposableStack()
  const targets: Target[] = []
  for (const [service, url] of [
    ['crawl', crawl.url],
    ['places', places.url],
  ] as const) {
    const pool = new Pool(url, { connections: LANES })
    resources.defer(async () => pool.destroy())
    targets.push({ service, pool, operations: operationsOf(await readDescription(url)), known: [] })
  }
  const counts: Counts = { requests: 0, statuses: {}, findings: [] }
  const randomSeed = randomInt(2 ** 31)
  const all = targets.reduce((sum, { operations }) => sum + operations.length, 0)
  const perOperation = Math.ceil((REQUESTS * 1.02) / 2 / all)
  for (const seed of [FIXED_SEED, randomSeed]) {
    for (const target of targets) {
      await fuzzAll(target, seed, perOperation, counts, () =>
        say(
          `${counts.requests} of some ${REQUESTS} requests, ${counts.findings.length} findings ${counts.findings.at(-1) ?? ''}`,
        ),
      )
    }
  }
  return {
    id: 'T50',
    pass: counts.requests >= REQUESTS && counts.findings.length === 0,
    figure: {
      requests: counts.requests,
      operations: all,
      seeds: [FIXED_SEED, randomSeed],
      statuses: counts.statuses,
      findings: counts.findings.length,
      shown: counts.findings.slice(0, SHOWN_FINDINGS),
    },
    secs: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

async function fuzzAll(
  target: Target,
  seed: number,
  perOperation: number,
  counts: Counts,
  onProgress: () => void,
): Promise<void> {
  const controls = target.operations.filter(({ path }) => path.startsWith('/api/queue/'))
  const waiting = target.operations.filter((operation) => !controls.includes(operation))
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await fuzzOne(target, next, seed, perOperation, counts)
      onProgress()
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  // Alone, for a paused or drained queue refuses what others ask.
  for (const control of controls) await fuzzOne(target, control, seed, perOperation, counts)
}

async function fuzzOne(
  target: Target,
  operation: NamedOperation,
  seed: number,
  runs: number,
  counts: Counts,
): Promise<void> {
  const property = fc.asyncProperty(requestsOf(operation, target.known.slice(-20)), async (request) => {
    const fault = await check(target, operation, request, counts)
    if (fault !== null) throw new Error(fault)
  })
  const outcome = await fc.check(property, { seed, numRuns: runs, endOnFailure: false })
  counts.requests += outcome.numRuns
  // A queue that a request paused or drained would refuse all that comes after.
  if (target.service === 'places' && operation.path.startsWith('/api/queue/')) {
    await target.pool
      .request({ method: 'POST', path: '/api/queue/resume' })
      .then(async ({ body }) => body.dump())
  }
  if (!outcome.failed) return
  // A failure that occurs only with concurrent requests is reported unshrunk.
  const [smallest] = outcome.counterexample ?? []
  const error = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'failed'
  const text = `${target.service} ${operation.method} ${operation.path}: ${error} ${JSON.stringify(smallest)}`
  counts.findings.push(text.slice(0, SHOWN_CHARS))
}

/** Asked again while the service has had enough for this minute. */
async function ask(pool: Pool, request: FuzzRequest): Promise<Dispatcher.ResponseData> {
  for (;;) {
    const answer = await pool.request({
      method: request.method,
      path: request.url,
      headers: request.headers,
      body: request.body,
      headersTimeout: ANSWER_MS,
    })
    if (answer.statusCode !== 429) return answer
    await answer.body.dump()
    await sleep(PAUSE_MS)
  }
}

/** A stream of events goes on as long as its job does. */
function leave(body: Dispatcher.ResponseData['body']): string {
  body.on('error', () => undefined)
  body.destroy()
  return ''
}

/** The problem of an answer; null without one. */
async function check(
  { pool, known }: Target,
  operation: NamedOperation,
  request: FuzzRequest,
  counts: Counts,
): Promise<string | null> {
  const { statusCode, headers, body } = await ask(pool, request)
  const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? ''
  const text = type === 'text/event-stream' ? leave(body) : await body.text()
  if (process.env['DEBUG_FUZZ'] && !request.invalid && statusCode >= 400 && statusCode !== 501)
    console.error(statusCode, operation.method, operation.path, text.slice(0, 500).replace(/.*"detail":/, ''))
  counts.statuses[statusCode] = (counts.statuses[statusCode] ?? 0) + 1
  const documented = operation.responses[statusCode]
  if (documented === undefined) return `undocumented ${statusCode} ${text.slice(0, 200)}`
  if (statusCode >= 500 && !OF_OTHERS.has(codeOf(text))) return `${statusCode} ${text.slice(0, 200)}`
  if (request.invalid && statusCode < 400) return `invalid input accepted with ${statusCode}`
  return contentFault(documented.content, type, text, known)
}

function codeOf(text: string): unknown {
  try {
    return fieldsOf(JSON.parse(text))['code'] ?? null
  } catch {
    return null
  }
}

function contentFault(
  content: Readonly<Record<string, MediaType>> | undefined,
  type: string,
  text: string,
  known: string[],
): string | null {
  if (content === undefined) return null
  const media = content[type]
  if (media === undefined) return `undocumented content ${type}`
  if (!/[/+]json$/.test(type)) return null
  const value: unknown = JSON.parse(text)
  for (const [id] of text.matchAll(/\b[a-z]{3}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g)) {
    if (!known.includes(id) && known.length < 500) known.push(id)
  }
  return media.schema === undefined || Check(media.schema, value)
    ? null
    : `the answer does not fit its schema: ${text.slice(0, 300)}`
}
