// Sends a request until it is answered: keys, preferences, time limits, and what is tried again.
import { backoffMs, pause, retryAfterOf } from './pause.ts'
import { fieldsOf, localProblem, problemOf, SurveyorProblem } from './problem.ts'
import { isCut, unlessCut, type Sent } from './read.ts'

/** Where a service is, and how patient its client is. */
export interface ClientOptions {
  /** The address of the service; a path in it is kept, as behind a reverse proxy. */
  readonly url: string | URL
  /** Not needed where the service is open. Never part of a message. */
  readonly key?: string
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** How often a call is tried again; 3. */
  readonly retries?: number
  /** The first pause before another attempt, doubled each time and shortened at random; 500. */
  readonly backoffMs?: number
  /** A call that may only be tried after a longer time fails at once; 60,000. */
  readonly maxPauseMs?: number
  /** From a request to the head of its answer; 150,000, which is more than the longest wait of the services. */
  readonly timeoutMs?: number
}

/** What a call may say beside its own parameters. */
export interface CallSettings {
  readonly signal?: AbortSignal
  /** Made by the client for every POST that takes one; one of your own also holds over restarts of your program. */
  readonly idempotencyKey?: string
  /** Seconds that the service may wait for a result; 0 asks for a job at once. */
  readonly waitSeconds?: number
}

/** A request without types: `METHOD /path/{name}`. */
export interface SentRequest extends CallSettings {
  readonly path?: object
  readonly query?: object
  readonly headers?: object
  /** Sent as JSON, but for bytes. */
  readonly body?: unknown
  /** The media type that is asked for; JSON. */
  readonly accept?: string
}

/** Resolves with an answer of 2xx; throws a SurveyorProblem, or the reason of the signal. */
export type Send = (route: string, request?: SentRequest) => Promise<Sent>

const JSON_TYPE = 'application/json'
/** Answers of proxies and gateways that may be otherwise a little later. */
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504])
/** The services answer so at intervals of a second, and wait at most two minutes for a result. */
const MAX_WAITS = 150
/** Attempts of these change nothing that the first one has not changed. */
const REPEATABLE_METHODS: ReadonlySet<string> = new Set(['GET', 'DELETE'])

/** `idempotent` are the routes that take an Idempotency-Key. Throws a TypeError for a URL that is none. */
export function createSend(options: ClientOptions, idempotent: ReadonlySet<string>): Send {
  const { retries = 3, maxPauseMs = 60_000, timeoutMs = 150_000 } = options
  const base = baseOf(options.url)
  const doFetch = options.fetch ?? globalThis.fetch

  async function attempt(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<Response> {
    const limit = new AbortController()
    const timer = setTimeout(
      () => limit.abort(localProblem('timeout', `No answer within ${timeoutMs} ms.`)),
      timeoutMs,
    )
    // The signal of the caller also ends the reading of the answer; the limit is over when its head has come.
    const either = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal])
    try {
      return await doFetch(url, { ...init, signal: either })
    } catch (error) {
      signal?.throwIfAborted()
      if (limit.signal.aborted) throw limit.signal.reason
      throw localProblem('unreachable', `${new URL(url).origin} cannot be reached.`, { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }

  return async (route, request = {}) => {
    const { signal } = request
    const [method = '', template = ''] = route.split(' ')
    const path = filledIn(template, request.path)
    const url = base + path + queryOf(request.query)
    const key =
      idempotent.has(route) && isJson(request.accept) ? (request.idempotencyKey ?? randomKey()) : null
    const isRepeatable = REPEATABLE_METHODS.has(method) || key !== null
    const init = { method, redirect: 'error', ...contentOf(request, options.key, key) } as const
    let tries = 0
    let waits = 0
    const attemptOnce = async () =>
      attempt(url, init, signal).then(async (response) => answered(response, signal), failed)
    /** The answer to the next attempt that has one; `failure` is what became of the last one. */
    async function answer(failure: Failure | null): Promise<Response> {
      let outcome = failure ?? (await attemptOnce())
      while (!(outcome instanceof Response)) {
        await pauseAfter(outcome)
        outcome = await attemptOnce()
      }
      return outcome
    }
    /** Throws the problem where there is to be no other attempt. */
    async function pauseAfter({ problem, isCertain }: Failure): Promise<void> {
      const pauseMs = Math.max(problem.retryAfterMs ?? 0, backoffMs(tries, options.backoffMs ?? 500))
      // The attempt before, whose answer was lost, still waits for its result; that is no failure.
      const isWaiting = problem.code === 'idempotency_in_flight' && waits < MAX_WAITS
      // Whether the work of a lost answer was done is unknown.
      const mayRepeat = problem.retryable && (isCertain || isRepeatable) && !isOfJob(problem, path)
      if (!mayRepeat || retries === 0 || (tries >= retries && !isWaiting) || pauseMs > maxPauseMs)
        throw problem
      if (isWaiting) waits += 1
      else tries += 1
      await pause(pauseMs, signal)
    }
    const response = await answer(null)
    return {
      response,
      async read(how) {
        let current = response
        for (;;) {
          try {
            return await unlessCut(async () => how(current), signal)
          } catch (error) {
            if (!isCut(error)) throw error
            current = await answer({ problem: error, isCertain: false })
          }
        }
      },
    }
  }
}

/** The request was served, and its work has failed: the service itself has tried that several times. */
function isOfJob({ instance }: SurveyorProblem, path: string): boolean {
  return instance !== null && instance.split('?', 1)[0] !== path
}

interface Failure {
  readonly problem: SurveyorProblem
  /** The service says itself that it has not done the work. */
  readonly isCertain: boolean
}

async function answered(response: Response, signal: AbortSignal | undefined): Promise<Response | Failure> {
  if (response.ok) return response
  const { status, headers } = response
  const retryAfterMs = retryAfterOf(headers)
  // Null where it was cut off: whether the refusal stays is not known.
  const text = await response.text().catch(() => null)
  signal?.throwIfAborted()
  const problem = text === null ? null : problemOf({ retryAfterMs, ...fieldsOf(jsonOrNull(text)) })
  if (problem !== null) return { problem, isCertain: true }
  return {
    isCertain: status === 429,
    problem: new SurveyorProblem({
      code: text === null ? 'stream_cut' : 'invalid_answer',
      detail:
        text === null
          ? `The answer with the status ${status} was cut off: what is wrong did not come.`
          : `The answer has the status ${status} and is no problem document. Is this the right service?`,
      status,
      requestId: headers.get('x-request-id'),
      retryable: text === null || RETRYABLE_STATUSES.has(status),
      retryAfterMs,
    }),
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function failed(error: unknown): Failure {
  if (error instanceof SurveyorProblem) return { problem: error, isCertain: false }
  throw error
}

function baseOf(url: string | URL): string {
  const { protocol, username, password, origin, pathname } = new URL(url)
  if (!/^https?:$/.test(protocol) || username !== '' || password !== '') {
    throw new TypeError('The URL of a service is http or https and has no user name.')
  }
  return origin + pathname.replace(/\/$/, '')
}

function filledIn(template: string, path: object = {}): string {
  const values = new Map(Object.entries(path))
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const words = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return words === '' ? '' : `?${words}`
}

function contentOf(
  request: SentRequest,
  key: string | undefined,
  idempotencyKey: string | null,
): Pick<RequestInit, 'headers' | 'body'> {
  const { body, accept = JSON_TYPE, waitSeconds } = request
  const bytes = body instanceof Blob ? body : body instanceof Uint8Array ? new Blob([body.slice()]) : null
  const own = Object.entries(request.headers ?? {}).filter(([, value]) => value !== undefined)
  const headers = {
    accept: isJson(accept) ? accept : `${accept}, application/problem+json;q=0.5`,
    ...(body === undefined || bytes !== null ? {} : { 'content-type': JSON_TYPE }),
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    ...(waitSeconds === undefined
      ? {}
      : { prefer: waitSeconds === 0 ? 'respond-async' : `wait=${waitSeconds}` }),
    ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
  }
  if (body === undefined) return { headers }
  return { headers, body: bytes ?? JSON.stringify(body) }
}

function isJson(accept: string | undefined): boolean {
  return accept === undefined || accept === JSON_TYPE
}

/** Not `randomUUID`, which pages have in secure contexts only. */
function randomKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
