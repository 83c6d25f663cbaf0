// Server-sent events, which EventSource cannot read: it sends no key.
import { linesOf } from './read.ts'

/** One event of the stream. */
export interface ServerEvent {
  /** `message` where the stream names none. */
  readonly event: string
  /** Its lines, joined. */
  readonly data: string
}

/** The events of an answer until it ends; one that is not finished is left out (HTML standard, section 9.2.6). */
export async function* serverEvents(
  response: Response,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  let event = ''
  let data: string[] = []
  for await (const line of linesOf(response, signal)) {
    if (line === '') {
      if (data.length > 0) yield { event: event === '' ? 'message' : event, data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
  }
}
