// Waits for jobs and follows them.
import { pause } from './pause.ts'
import { localProblem, fieldsOf } from './problem.ts'
import { isCut, jsonOf, unlessNotJson } from './read.ts'
import type { Send } from './send.ts'
import { serverEvents } from './server-events.ts'

/** What all jobs have. */
export interface JobLike {
  readonly id: string
  readonly status: string
}

/** A change of the state of a job, or its progress. */
export type JobEvent =
  | {
      readonly event: 'progress'
      readonly progress: {
        readonly done: number | null
        readonly total: number | null
        readonly message: string | null
      } | null
    }
  | {
      readonly event: string
      /** Numbers the events of a job. */
      readonly seq: number
      readonly from: string | null
      readonly to: string | null
      readonly at: string
    }

/** How long one request waits; below the idle limits of common proxies. */
const POLL_MS = 20_000
/** A service that stops, or one without long polls, answers at once: then it is asked this often. */
const MIN_PAUSE_MS = 250
const RUNNING: ReadonlySet<string> = new Set(['scheduled', 'queued', 'running'])

/** By long polls: each answer comes at the end of the job, or after 20 s. */
export async function waitForJob<Job extends JobLike>(
  send: Send,
  id: string,
  settings: { readonly signal?: AbortSignal; readonly onProgress?: (job: Job) => void } = {},
): Promise<Job> {
  return waitUntil<Job>(send, 'GET /api/jobs/{id}', id, {
    ...settings,
    hasEnded: ({ status }) => !RUNNING.has(status),
  })
}

/** What `route` shows of `id`, once it has ended. */
export async function waitUntil<Shown extends JobLike>(
  send: Send,
  route: string,
  id: string,
  settings: {
    readonly signal?: AbortSignal
    readonly onProgress?: (shown: Shown) => void
    readonly hasEnded: (shown: Shown) => boolean
  },
): Promise<Shown> {
  const { signal, onProgress, hasEnded } = settings
  const aborting = signal === undefined ? {} : { signal }
  for (;;) {
    const askedAt = Date.now()
    const shown = await jsonOf<Shown>(
      await send(route, { path: { id }, query: { waitMs: POLL_MS }, ...aborting }),
    )
    if (typeof fieldsOf(shown)['status'] !== 'string')
      throw localProblem('invalid_answer', 'The answer has no status.', { retryable: false })
    if (hasEnded(shown)) return shown
    onProgress?.(shown)
    await pause(Math.max(0, askedAt + MIN_PAUSE_MS - Date.now()), signal)
  }
}

/** Server-sent events of a job, over lost connections: each goes on after the last event that came. */
export async function* followJob(
  send: Send,
  id: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobEvent> {
  const aborting = signal === undefined ? {} : { signal }
  let lastSeq = 0
  for (;;) {
    const { response } = await send('GET /api/jobs/{id}/events', {
      path: { id },
      headers: lastSeq === 0 ? {} : { 'last-event-id': lastSeq },
      accept: 'text/event-stream',
      ...aborting,
    })
    try {
      for await (const { event, data } of serverEvents(response, signal)) {
        const told = jobEvent(event, data)
        if (told === null) continue
        if ('seq' in told) lastSeq = told.seq
        yield told
        if ('to' in told && told.to !== null && !RUNNING.has(told.to)) return
      }
    } catch (error) {
      if (!isCut(error)) throw error
    }
    const job = await jsonOf<JobLike>(await send('GET /api/jobs/{id}', { path: { id }, ...aborting }))
    // It had ended before its events were asked for.
    if (!RUNNING.has(job.status)) return
    await pause(MIN_PAUSE_MS, signal)
  }
}

/** Null for an event of a later version that has neither shape. */
function jobEvent(event: string, data: string): JobEvent | null {
  const value: unknown = unlessNotJson(() => JSON.parse(data))
  const fields = fieldsOf(value)
  if (event === 'progress') {
    const { done, total, message } = fields
    const numberOf = (part: unknown) => (typeof part === 'number' ? part : null)
    const progress = { done: numberOf(done), total: numberOf(total), message: textOf(message) }
    return { event: 'progress', progress: value === null ? null : progress }
  }
  const { seq, from, to, at } = fields
  if (typeof seq !== 'number' || typeof at !== 'string') return null
  return { event, seq, from: textOf(from), to: textOf(to), at }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
