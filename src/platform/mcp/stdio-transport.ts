// The lines of an assistant on this machine: a line that is no message is answered too, and all are answered before the end.
import { createInterface } from 'node:readline'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import {
  INVALID_REQUEST,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  PARSE_ERROR,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { systemClock } from '#kit/time/clock.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** More than any tool takes, so that a message without an answer keeps no program alive. */
const LAST_ANSWERS_MS = 120_000
/** It is answered when the connection ends. */
const LISTEN = 'subscriptions/listen'

/** `ended` resolves when the input has ended and its requests are answered, or when nobody reads the answers any more. */
export function stdioTransport(
  input: Readable,
  output: Writable,
): { readonly transport: StdioServerTransport; readonly ended: Promise<void> } {
  // That of the protocol drops what is under way when its input ends, so it sees the end later.
  const messages = new PassThrough()
  const transport = new StdioServerTransport(messages, output)
  const asked = new Set<unknown>()
  const answered = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<void>()
  let hasEnded = false
  const forget = (id: unknown): void => {
    asked.delete(id)
    if (hasEnded && asked.size === 0) answered.resolve()
  }
  const [send, close] = [transport.send.bind(transport), transport.close.bind(transport)]
  transport.send = async (message) => {
    await send(message)
    if (isJSONRPCResponse(message)) forget(message.id)
  }
  transport.close = async () => {
    closed.resolve()
    await close()
  }
  const refuse = (code: number, message: string, id: unknown): void => {
    const isId = typeof id === 'string' || typeof id === 'number'
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: isId ? id : null, error: { code, message } })}\n`)
  }
  const take = (line: string): void => {
    let message: unknown
    try {
      message = JSON.parse(line)
    } catch {
      refuse(PARSE_ERROR, 'Parse error: the line is not JSON.', null)
      return
    }
    if (isJSONRPCRequest(message)) {
      if (message.method !== LISTEN) asked.add(message.id)
    } else if (isJSONRPCNotification(message)) {
      // What is cancelled gets no answer.
      if (message.method === 'notifications/cancelled') forget(message.params?.['requestId'])
    } else if (!isJSONRPCResponse(message)) {
      refuse(INVALID_REQUEST, 'Invalid request: the line is no JSON-RPC message.', fieldsOf(message)['id'])
      return
    }
    messages.write(`${line}\n`)
  }
  const read = async (): Promise<void> => {
    for await (const line of createInterface({ input, crlfDelay: Infinity }))
      if (line.trim() !== '') take(line)
    hasEnded = true
    const late = new AbortController()
    if (asked.size > 0)
      await Promise.race([answered.promise, closed.promise, systemClock.sleep(LAST_ANSWERS_MS, late.signal)])
    late.abort()
    messages.end()
  }
  return { transport, ended: Promise.race([read(), closed.promise]) }
}
