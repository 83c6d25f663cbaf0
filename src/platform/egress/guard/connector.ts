// Called by undici for every new socket: a checked connection, with TLS by the name of the target for https.
import { isIP, type Socket } from 'node:net'
import { connect as startTls, type TLSSocket } from 'node:tls'
import { callbackify } from 'node:util'
import type { buildConnector } from 'undici'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Dial } from './dial.ts'
import { errorCode } from '#kit/unknown-values.ts'

/** When and how long the connection was opened; milliseconds of `performance.now()`. */
export interface ConnectionTimings {
  readonly startedAt: number
  readonly dnsMs: number | null
  /** TCP, and TLS when it is used. */
  readonly connectMs: number
}

const TLS_MS = 10_000

/** `onConnected` is called for each open connection, with its origin and the address that it leads to. */
export function createConnector(deps: {
  readonly dial: Dial
  readonly onConnected?: (origin: string, timings: ConnectionTimings, address: string | null) => void
}): buildConnector.connector {
  const open = async (options: buildConnector.Options): Promise<Socket | TLSSocket> => {
    const { protocol } = options
    const hostname = options.hostname.startsWith('[') ? options.hostname.slice(1, -1) : options.hostname
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80)
    const startedAt = performance.now()
    const { socket, dnsMs } = await deps.dial(hostname, port)
    const ready = protocol === 'https:' ? await secured(socket, hostname) : socket
    const connectMs = performance.now() - startedAt - (dnsMs ?? 0)
    const timings = { startedAt, dnsMs, connectMs }
    deps.onConnected?.(originOf(protocol, hostname, port), timings, socket.remoteAddress ?? null)
    return ready
  }
  const openThenCall = callbackify(open)
  return (options, callback) =>
    openThenCall(options, (error, socket) =>
      error === null ? callback(null, socket) : callback(error, null),
    )
}

/** The certificate must be for the name in the URL, wherever the name is served. */
function secured(socket: Socket, hostname: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const tls = startTls({
      socket,
      host: hostname,
      servername: isIP(hostname) === 0 ? hostname.replace(/\.$/, '') : '',
      ALPNProtocols: ['http/1.1'],
    })
    tls.on('error', () => {})
    const fail = (error: Error): void => {
      clearTimeout(timer)
      tls.destroy()
      const cut = errorCode(error) === 'ECONNRESET' || error instanceof HandshakeTimeout
      reject(
        new SurveyorError('target_tls_error', 'The TLS handshake with the target failed.', {
          cause: error,
          retryable: cut,
        }),
      )
    }
    const timer = setTimeout(() => fail(new HandshakeTimeout()), TLS_MS)
    tls.once('error', fail)
    tls.once('secureConnect', () => {
      clearTimeout(timer)
      tls.removeListener('error', fail)
      resolve(tls)
    })
  })
}

class HandshakeTimeout extends Error {}

function originOf(protocol: string, hostname: string, port: number): string {
  return new URL(`${protocol}//${isIP(hostname) === 6 ? `[${hostname}]` : hostname}:${port}`).origin
}
