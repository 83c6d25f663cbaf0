// Server-sent events by fetch: EventSource can send no key. Reconnects with Last-Event-ID until the stream has ended.
import { ApiProblem, fetchApi } from './call-api.ts'

/** One event. `data` is the text as it came; `id` is the last one that was given. */
export interface ServerEvent {
  readonly event: string
  readonly data: string
  readonly id: string | null
}

/** An unfinished line of a stream; more than that is no event of ours. */
const MAX_LINE_CHARS = 4_000_000
const RECONNECT_MS = 2_000

/**
 * Calls `onEvent` for each event. Resolves when the service ends the stream, and when `signal` aborts. Throws
 * `ApiProblem` where the service refuses for good; else, also after a lost connection, it asks again, from the last event
 * on.
 */
export async function followEvents(
  path: string,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  let lastId: string | null = null
  while (!signal.aborted) {
    try {
      const headers = { accept: 'text/event-stream', ...(lastId === null ? {} : { 'last-event-id': lastId }) }
      const response = await fetchApi(path, { headers, signal })
      for await (const event of readEvents(response)) {
        lastId = event.id ?? lastId
        onEvent(event)
      }
      return
    } catch (error) {
      if (isAborted(signal)) return
      const problem = error instanceof ApiProblem ? error.problem : null
      if (problem?.retryable === false) throw error
      await pause(Math.max(RECONNECT_MS, problem?.retryAfterMs ?? 0), signal)
    }
  }
}

/** The lines of a body as they come. Throws where one is longer than `MAX_LINE_CHARS`. */
export async function* readLines(response: Response): AsyncGenerator<string> {
  if (response.body === null) return
  let rest = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_CHARS) throw new Error('The stream has a line that is too long.')
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Events by the rules of the HTML standard: fields by line, an empty line ends one, a colon begins a comment. */
async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  let event = 'message'
  let data: string[] = []
  let id: string | null = null
  for await (const raw of readLines(response)) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (line === '') {
      if (data.length > 0) yield { event, data: data.join('\n'), id }
      event = 'message'
      data = []
      continue
    }
    const [field = '', value = ''] = fieldOf(line)
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id') id = value
  }
}

function fieldOf(line: string): string[] {
  const at = line.indexOf(':')
  if (at === -1) return [line]
  return [line.slice(0, at), line.slice(line[at + 1] === ' ' ? at + 2 : at + 1)]
}

const isAborted = (signal: AbortSignal): boolean => signal.aborted

/** Resolves after `ms`, or at once when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
