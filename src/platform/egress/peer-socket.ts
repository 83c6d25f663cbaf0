// A WebSocket to one server that the operator named in the settings: texts both ways, no redirects.
import { WebSocket, type ErrorEvent, type MessageEvent } from 'undici'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ErrorCode } from '#contract/error-codes.ts'

/** An open connection; its events come in their order. */
export interface PeerSocket {
  send(text: string): void
  /** Resolves when the connection is closed. */
  close(): Promise<void>
}

/** Where it leads to and who gets what it brings. */
export interface PeerSocketOptions {
  /** `ws:` or `wss:`; a user name and password become basic authentication. Never part of an error. */
  readonly url: string
  readonly onText: (text: string) => void
  /** Called once, whichever side closed the connection. */
  readonly onClose: () => void
  readonly timeoutMs: number
  readonly unavailableCode: ErrorCode
  /** What it is, for the error: `The browser farm`. */
  readonly what: string
}

const CLOSE_MS = 2_000

/** Rejects with `unavailableCode`. */
export async function openPeerSocket(options: PeerSocketOptions): Promise<PeerSocket> {
  const { what, timeoutMs, unavailableCode } = options
  const url = new URL(options.url)
  const headers = authorizationOf(url)
  url.username = ''
  url.password = ''
  const socket = new WebSocket(url, { headers })
  const closed = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<void>()
  let why = 'it does not take the connection'
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    if (typeof data === 'string') options.onText(data)
  })
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('error', (event: ErrorEvent) => {
    why = event.message.slice(0, 200) || why
  })
  socket.addEventListener('close', () => {
    opened.reject(new SurveyorError(unavailableCode, `${what} cannot be reached: ${why}.`))
    closed.resolve()
  })
  const timer = setTimeout(() => {
    why = `no answer within ${timeoutMs} ms`
    socket.close()
    opened.reject(new SurveyorError(unavailableCode, `${what} cannot be reached: ${why}.`))
  }, timeoutMs)
  await opened.promise.finally(() => clearTimeout(timer))
  void closed.promise.then(options.onClose)
  return {
    send: (text) => socket.send(text),
    async close() {
      socket.close()
      // A peer that hangs does not answer a close either.
      const timer = setTimeout(closed.resolve, CLOSE_MS)
      await closed.promise
      clearTimeout(timer)
    },
  }
}

function authorizationOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {}
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}
