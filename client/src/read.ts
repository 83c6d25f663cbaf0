// Reads answers: JSON whole, lines and bytes as they come.
import { localProblem, SurveyorProblem } from './problem.ts'

/** An answer of 2xx whose body is still to be read, once. */
export interface Sent {
  /** As it came first. A body that is taken from here is not asked for again where it breaks off. */
  readonly response: Response
  /**
   * What `how` makes of the body. Where that breaks off, and the request may be repeated, `how` gets the answer to the
   * next attempt, whose status may be another one. Throws `stream_cut` after the last attempt.
   */
  read<T>(how: (response: Response) => Promise<T>): Promise<T>
}

/** The body as JSON; null without one. What it holds is what the service promises in its description. */
export async function jsonOf<T>(sent: Sent): Promise<T> {
  return (await answerOf<T>(sent)).body
}

/** An answer that was read. */
interface Read<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** The same with the head of the answer that the body is of. */
export async function answerOf<T>(sent: Sent): Promise<Read<T>> {
  const { text, status, headers } = await sent.read(async (response) => ({
    text: await response.text(),
    status: response.status,
    headers: response.headers,
  }))
  const body: T = unlessNotJson(() => JSON.parse(text === '' ? 'null' : text))
  return { status, headers, body }
}

/** What `parse` gives; `invalid_answer` where it meets something that is not JSON. */
export function unlessNotJson<T>(parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw localProblem('invalid_answer', 'The answer is not JSON. Is this the right service?', {
      retryable: false,
      cause,
    })
  }
}

/**
 * The lines of a body without their ends. A body that is cut off, between two of its bytes or within a line, throws
 * `stream_cut`: so a list that ends is whole.
 */
export async function* linesOf(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  const decoder = new TextDecoder()
  // Parts of a line, joined once: a long one costs no more than its length.
  let parts: string[] = []
  try {
    for (;;) {
      const { done, value } = await unlessCut(async () => reader.read(), signal)
      if (done) break
      const pieces = decoder.decode(value, { stream: true }).split('\n')
      const last = pieces.pop() ?? ''
      for (const piece of pieces) {
        parts.push(piece)
        yield parts.join('').replace(/\r$/, '')
        parts = []
      }
      parts.push(last)
    }
    if (parts.join('') + decoder.decode() !== '') throw cut()
  } finally {
    // A caller that leaves early does not leave the connection open.
    await reader.cancel().catch(() => undefined)
  }
}

/** The bytes of a body as they come; one that is cut off fails with `stream_cut`. */
export function bytesOf(response: Response, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const reader = (response.body ?? new Blob([]).stream()).getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await unlessCut(async () => reader.read(), signal)
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** What `read` gives; `stream_cut` where the connection broke, and the reason of the signal where that was aborted. */
export async function unlessCut<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await read()
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof SurveyorProblem ? error : cut(error)
  }
}

/** Whether what came is not all of an answer. */
export function isCut(error: unknown): error is SurveyorProblem {
  return error instanceof SurveyorProblem && error.code === 'stream_cut'
}

function cut(cause?: unknown) {
  return localProblem('stream_cut', 'The answer was cut off: what came is not all of it.', { cause })
}
