// An Overpass server for tests: slots that cool down, a status page, and the answers of the real one, errors included.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { OsmElement } from '#extractors/maps/osm/osm-element.ts'
import { systemClock, type Clock } from '#kit/time/clock.ts'
import { runOverpassQuery, type ReplayQuery } from './overpass-query.ts'

export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export interface OverpassServerOptions {
  readonly elements?: readonly OsmElement[]
  /** Takes over from the elements where it answers. */
  readonly respond?: (query: string) => RawAnswer | null
  /** Queries at once; 0: any number, as servers without a limit say it. */
  readonly rateLimit?: number
  /** How long a slot rests after a query. */
  readonly coolDownMs?: number
  readonly queryMs?: number
  /** A query that finds more runs out of time after so many. */
  readonly maxElements?: number
  /** A query that claims more memory than this is refused. */
  readonly maxClaimBytes?: number
  /** All its times pass by this clock. */
  readonly clock?: Clock
}

export interface OverpassServer {
  /** Of the interpreter. */
  readonly url: string
  /** Every query that was not turned away, in order of arrival. */
  readonly queries: string[]
  /** Every status that was sent, those of status pages left out. */
  readonly statuses: number[]
  readonly statusReads: number
  readonly maxConcurrent: number
  /** Changes how it answers from now on. */
  set(options: OverpassServerOptions): void
}

/** The real server queues a query for this long before it gives up on a slot. */
const QUEUEING_MS = 15_000

/** Ends with the test. */
export async function startOverpassServer(
  t: TestContext,
  first: OverpassServerOptions = {},
): Promise<OverpassServer> {
  let options = first
  let active = 0
  let maxConcurrent = 0
  let statusReads = 0
  const queries: string[] = []
  const statuses: number[] = []
  const running = new Set<string>()
  /** When each resting slot is free again. */
  let resting: number[] = []
  const clock = () => options.clock ?? systemClock
  const free = (): number => {
    resting = resting.filter((at) => at > clock().now())
    return (options.rateLimit ?? 0) === 0 ? Infinity : (options.rateLimit ?? 0) - active - resting.length
  }

  const statusPage = (): string => {
    const { rateLimit = 0 } = options
    const now = clock().now()
    const available = free()
    return [
      'Connected as: 1',
      `Current time: ${stamp(now)}`,
      'Announced endpoint: none',
      `Rate limit: ${rateLimit}`,
      ...(rateLimit > 0 && available > 0 ? [`${available} slots available now.`] : []),
      ...resting.map(
        (at) => `Slot available after: ${stamp(at)}, in ${Math.ceil((at - now) / 1_000)} seconds.`,
      ),
      'Currently running queries (pid, space limit, time limit, start time):',
      '',
    ].join('\n')
  }

  const answerTo = async (query: string): Promise<RawAnswer> => {
    const given = options.respond?.(query)
    if (given !== null && given !== undefined) return given
    if (running.has(query)) return errorPage(200, `${DISPATCHER}::duplicate_query`)
    let parsed: ReplayQuery
    try {
      parsed = runOverpassQuery(query, options.elements ?? [])
    } catch (error) {
      return errorPage(400, `line 1: ${(error as Error).message}`)
    }
    if (parsed.maxBytes > (options.maxClaimBytes ?? Infinity)) {
      await clock().sleep(QUEUEING_MS)
      return errorPage(504, `${DISPATCHER}::timeout. The server is probably too busy to handle your request.`)
    }
    if (free() <= 0) {
      await clock().sleep(QUEUEING_MS)
      if (free() <= 0) {
        return errorPage(
          429,
          `${DISPATCHER}::rate_limited. Please check /api/status for the quota of your IP address.`,
        )
      }
    }
    queries.push(query)
    running.add(query)
    active += 1
    maxConcurrent = Math.max(maxConcurrent, active)
    try {
      await clock().sleep(options.queryMs ?? 0)
      return jsonAnswer(parsed, options.maxElements ?? Infinity)
    } finally {
      active -= 1
      running.delete(query)
      resting.push(clock().now() + (options.coolDownMs ?? 0))
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request)
    if (request.url === '/api/status') {
      statusReads += 1
      response.writeHead(200, { 'content-type': 'text/plain' }).end(statusPage())
      return
    }
    const answer = await answerTo(new URLSearchParams(body).get('data') ?? '')
    statuses.push(answer.status)
    response.writeHead(answer.status, { 'content-type': answer.contentType }).end(answer.body)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/interpreter`,
    queries,
    statuses,
    get statusReads() {
      return statusReads
    },
    get maxConcurrent() {
      return maxConcurrent
    },
    set(next) {
      options = { ...options, ...next }
    },
  }
}

const DISPATCHER = 'runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx'

/** The page in which the server puts every error that is not a remark. */
export function errorPage(status: number, error: string): RawAnswer {
  const escaped = error.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body: `<?xml version="1.0" encoding="UTF-8"?>
<html lang="en">
<head><title>OSM3S Response</title></head>
<body>
<p>The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.</p>
<p><strong style="color:#FF0000">Error</strong>: ${escaped} </p>
</body>
</html>
`,
  }
}

export function jsonPage(elements: readonly unknown[], remark?: string): RawAnswer {
  const osm3s = { timestamp_osm_base: '2026-01-02T03:04:05Z', copyright: 'ODbL' }
  const body = JSON.stringify({ version: 0.6, generator: 'replay', osm3s, elements, remark })
  return { status: 200, contentType: 'application/json', body }
}

function jsonAnswer({ elements, limit, timeoutS }: ReplayQuery, maxElements: number): RawAnswer {
  if (elements.length <= maxElements) return jsonPage(elements.slice(0, limit))
  return jsonPage(
    elements.slice(0, maxElements),
    `runtime error: Query timed out in "query" at line 1 after ${timeoutS + 1} seconds.`,
  )
}

function stamp(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
