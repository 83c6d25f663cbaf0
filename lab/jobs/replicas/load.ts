// Clients of two replicas, and their requests while one of the replicas stops.
import { randomUUID } from 'node:crypto'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface LoadOptions {
  readonly urls: readonly [string, string]
  /** Jobs that must be acknowledged. */
  readonly jobs: number
  readonly clients: number
  /** `event` happens once, at this number of acknowledged jobs. */
  readonly at: number
  readonly event: () => void
  /** Whether a broken connection is tried again at the other replica, under the same Idempotency-Key. */
  readonly retryBroken: boolean
}

export interface LoadReport {
  /** The ids of the jobs, one for each key. */
  readonly acknowledged: readonly string[]
  readonly requests: number
  /** Nothing was sent: the other replica got the request. */
  readonly refused: number
  /** Asked again too early: a try of the same key that broke off counts as running for some seconds. */
  readonly inFlight: number
  /** By what the client met: `ECONNRESET`, `status 503`, … */
  readonly failed: Readonly<Record<string, number>>
}

const READY_EVERY_MS = 100
/** Below the rate limit, whose refusals are no failures of a replica. */
const REQUESTS_PER_SECOND = 400
/** A point of demo/town.osm, which the workers search. */
const IN_TOWN = { lat: -36.966, lng: 149.86 }

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/**
 * Clients behind a load balancer: connections are kept alive, and requests go in turn to the replicas whose
 * `/health?probe=ready` answered 200 at the last check, every 100 ms. Each client submits a job and reads it. A request
 * with a refused connection goes to the other replica, since nothing of it was sent. Any other unexpected status is a
 * failed request.
 */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const agents = options.urls.map(() => new Agent({ keepAlive: true, maxSockets: Infinity }))
  const acknowledged: string[] = []
  const failed: Record<string, number> = {}
  let inFlight = 0
  let requests = 0
  let refused = 0
  let begun = 0
  let turn = 0
  let fired = false
  let nextAt = 0
  const ready = [true, true]
  const watch = setInterval(() => void lookForReady(), READY_EVERY_MS)

  async function lookForReady(): Promise<void> {
    await Promise.all(
      options.urls.map(async (url, index) => {
        // A look of its own, over no connection of the clients.
        const answer = await send(new Agent(), `${url}/health?probe=ready`, 'GET', '', undefined).catch(
          () => null,
        )
        ready[index] = answer?.status === 200
      }),
    )
  }

  /** null: failed. */
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    expected: number,
    body?: object,
  ): Promise<Answer | null> {
    const key = randomUUID()
    turn += 1
    for (let attempt = 0; attempt < 200; attempt += 1) {
      const first = (turn + attempt) % 2
      const replica = ready[first] === true || ready[1 - first] !== true ? first : 1 - first
      await paced()
      requests += 1
      try {
        const answer = await send(
          agents[replica] as Agent,
          `${options.urls[replica]}${path}`,
          method,
          key,
          body,
        )
        if (answer.status === expected) return answer
        const { code } = answer.body
        if (code !== 'idempotency_in_flight') {
          count(`status ${answer.status} ${String(code)}`)
          return null
        }
        inFlight += 1
        await delay(200)
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? String(error)
        if (code === 'ECONNREFUSED') refused += 1
        else {
          count(code)
          if (!options.retryBroken) return null
        }
      }
    }
    return null
  }

  async function paced(): Promise<void> {
    const now = performance.now()
    nextAt = Math.max(now, nextAt) + 1_000 / REQUESTS_PER_SECOND
    if (nextAt > now) await delay(nextAt - now)
  }

  function count(what: string): void {
    failed[what] = (failed[what] ?? 0) + 1
  }

  async function client(): Promise<void> {
    while (begun < options.jobs) {
      begun += 1
      const location = { ...IN_TOWN, radiusM: begun }
      const accepted = await ask('POST', '/api/v1/maps/resolve', 202, { location })
      if (accepted === null) continue
      const id = String(accepted.body['id'])
      acknowledged.push(id)
      if (!fired && acknowledged.length >= options.at) {
        fired = true
        options.event()
      }
      await ask('GET', `/api/jobs/${id}`, 200)
    }
  }

  await Promise.all(Array.from({ length: options.clients }, client))
  clearInterval(watch)
  for (const agent of agents) agent.destroy()
  return { acknowledged, requests, refused, inFlight, failed }
}

async function send(
  agent: Agent,
  url: string,
  method: string,
  key: string,
  body: object | undefined,
): Promise<Answer> {
  const text = body === undefined ? null : JSON.stringify(body)
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest(url, {
      agent,
      method,
      headers:
        text === null
          ? {}
          : {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(text),
              prefer: 'respond-async',
              'idempotency-key': key,
            },
    })
    request.once('response', resolve).once('error', reject)
    request.end(text ?? undefined)
  })
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return {
    status: response.statusCode ?? 0,
    body: JSON.parse(Buffer.concat(chunks).toString() || '{}') as Record<string, unknown>,
  }
}
