// Reads answers: JSON whole, and lines as they come.
import { localProblem } from './problem.ts'

/** The body as JSON; null without one. What it holds is what the service promises in its description. */
export async function jsonOf<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  const text = await unlessCut(async () => response.text(), signal)
  const body: T = unlessNotJson(() => JSON.parse(text === '' ? 'null' : text))
  return body
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

/** What `read` gives; `stream_cut` where the connection broke, and the reason of the signal where that was aborted. */
export async function unlessCut<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await read()
  } catch (error) {
    signal?.throwIfAborted()
    throw cut(error)
  }
}

function cut(cause?: unknown) {
  return localProblem('stream_cut', 'The answer was cut off: what came is not all of it.', { cause })
}
