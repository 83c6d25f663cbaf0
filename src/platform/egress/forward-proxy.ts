// A forward proxy for programs that fetch by themselves (a browser): all their requests pass the guard.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createDial } from '#platform/egress/guard/dial.ts'
import { errorCode } from '#kit/unknown-values.ts'
import { createGuard, portOf } from '#platform/egress/guard/guard.ts'
import { createResolveName } from '#platform/egress/guard/resolve-name.ts'
import type { ProxyRoute } from '#platform/egress/proxied/proxy-route.ts'

/** An import would read every export of the module, the WebSocket client of Node among them, and so load its fetch. */
const { Agent, createServer, request: startRequest } = process.getBuiltinModule('node:http')

export interface ForwardProxy extends AsyncDisposable {
  /** `http://127.0.0.1:port`: speaks CONNECT and absolute-form requests, without a password. */
  readonly url: string
  /** What the targets sent so far, as it travelled. */
  readonly bytes: number
  /**
   * Why the target of this URL could not be reached or gave no answer, the last time; null: it did, or was not asked. A
   * client sees of it only an answer with an error status, or a tunnel that does not open.
   */
  failureOf(url: string): SurveyorError | null
}

/** What one program may do through its proxy. */
export interface ProxyRules {
  /** Hosts that are refused, in lower case and without a port, besides those that the guard refuses. */
  readonly blocks?: (hostname: string) => boolean
  /** When the targets have sent more, every connection is closed and nothing more is dialled. */
  readonly maxBytes?: number
  /** Called once, when the targets have sent more than that. */
  readonly onTooMuch?: () => void
  /** Everything goes through this proxy of the pool; absent: to the targets themselves. */
  readonly route?: Pick<ProxyRoute, 'dial'>
}

/** A tunnel without traffic for this long is closed. */
const IDLE_MS = 60_000
/** A connection to a target stays open between requests for this long. */
const KEPT_MS = 5_000
/** With more open connections than this none is kept; Chromium has 32 to one proxy. */
const MAX_KEPT = 32
/** Failures that are remembered; a page that meets more gets the first ones. */
const MAX_FAILURES = 1_000
/** RFC 9110 15. */
const LEAST_STATUS = 100
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Listens on loopback. A URL that the guard refuses is answered with 403, an unreachable one with 502 or 504. A browser
 * must be started with `--proxy-bypass-list=<-loopback>`; otherwise it contacts loopback and link-local addresses
 * without the proxy.
 */
export async function createForwardProxy(
  deps: {
    /** `CIDR[:port]` entries, as in the egress settings. */
    readonly allow: readonly string[]
    readonly hosts: readonly string[]
    readonly log: Logger
    /** Called for each refusal of the guard, with a reason from a small set. */
    readonly onRefused?: (reason: string) => void
  },
  { blocks = () => false, maxBytes = Infinity, onTooMuch, route }: ProxyRules = {},
): Promise<ForwardProxy> {
  const guard = createGuard(deps)
  const dial = route?.dial ?? createDial({ guard, resolveName: createResolveName() })
  const open = new Set<Duplex>()
  const failures = new Map<string, SurveyorError>()
  const closed = new AbortController()
  let bytes = 0

  /** A client that left by itself says nothing about the target. */
  const failed = (key: string | null, error: unknown, client: Duplex | ServerResponse): void => {
    if (key !== null && !client.destroyed && error instanceof SurveyorError && failures.size < MAX_FAILURES)
      failures.set(key, error)
  }

  const refuse = (url: URL | null, error: unknown, response: ServerResponse): void => {
    failed(url === null ? null : authorityOf(url), error, response)
    answer(response, problemOf(error).status, problemOf(error).detail)
  }

  const count = (chunk: Uint8Array): void => {
    const isFirst = bytes <= maxBytes
    bytes += chunk.byteLength
    if (bytes <= maxBytes || !isFirst) return
    for (const socket of open) socket.destroy()
    onTooMuch?.()
  }

  /** Throws SurveyorError. */
  const check = (url: URL): void => {
    guard.checkUrl(url)
    if (blocks(url.hostname)) throw new SurveyorError('url_not_allowed', 'This host is not asked.')
    if (bytes > maxBytes)
      throw new SurveyorError('target_too_large', 'The targets sent more than may be taken.')
  }

  /** Throws SurveyorError. */
  const dialTo = async (hostname: string, port: number, signal: AbortSignal): Promise<Socket> => {
    const { socket } = await dial(hostname.replace(/^\[|\]$/g, ''), port, signal)
    failures.delete(`${hostname}:${port}`)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    return socket
  }

  // A connection that was checked when it was opened is used for further requests to the same host and port.
  const agent = new Agent({ keepAlive: true, timeout: KEPT_MS })
  agent.createConnection = ({ host, port }, onCreate) => {
    dialTo(String(host), Number(port), closed.signal).then(
      (socket) => onCreate?.(null, socket),
      (error: Error) => onCreate?.(error, new Duplex()),
    )
    return null
  }

  /** Throws SurveyorError. */
  const send = (url: URL | null, request: IncomingMessage, response: ServerResponse): void => {
    if (url?.protocol !== 'http:')
      return answer(response, 400, 'This is a proxy: absolute http URLs and CONNECT only.')
    check(url)
    const { method = 'GET', headers } = request
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
    const outgoing = startRequest({
      agent,
      host: url.hostname,
      port: portOf(url),
      method,
      path: url.pathname + url.search,
      headers: {
        ...endToEnd(headers),
        host: url.host,
        ...(open.size < MAX_KEPT ? {} : { connection: 'close' }),
      },
      setHost: false,
    })
    outgoing.setTimeout(IDLE_MS, () => outgoing.destroy())
    const broken = (failure: SurveyorError): void => {
      // Other requests to the host may fare better.
      if (!response.headersSent) failed(url.href, failure, response)
      answer(response, failure.status, failure.message)
    }
    outgoing.once('error', (error) => {
      // The target may have closed a kept connection at the same moment.
      const isRepeatable = outgoing.reusedSocket && !hasBody && (method === 'GET' || method === 'HEAD')
      if (isRepeatable && !response.headersSent && !response.destroyed) forward(url, request, response)
      else if (error instanceof SurveyorError) refuse(url, error, response)
      else broken(brokenAnswer(error))
    })
    // Nobody asked for another protocol. Without a listener Node drops the connection, and the client waits on.
    outgoing.once('upgrade', (_, socket) => {
      socket.destroy()
      broken(notHttp())
    })
    outgoing.once('response', (incoming) => {
      const { statusCode = 0 } = incoming
      // Node reads such a status, and throws where it is to be passed on.
      if (statusCode < LEAST_STATUS) {
        broken(notHttp())
        return void outgoing.destroy()
      }
      failures.delete(url.href)
      response.writeHead(statusCode, endToEnd(incoming.headers))
      incoming.on('data', (chunk: Uint8Array) => {
        count(chunk)
        // The head, the body and the end of a short answer leave by one system call.
        response.cork()
        setImmediate(() => response.writableEnded || response.uncork())
      })
      incoming.pipe(response)
      incoming.once('error', () => response.destroy())
    })
    response.once('close', () => outgoing.destroy())
    if (hasBody) request.pipe(outgoing)
    else outgoing.end()
  }

  const forward = (url: URL | null, request: IncomingMessage, response: ServerResponse): void => {
    try {
      send(url, request, response)
    } catch (error) {
      refuse(url, error, response)
    }
  }

  const tunnel = async (url: URL | null, client: Duplex, head: Buffer): Promise<void> => {
    if (url === null) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    check(url)
    const socket = await dialTo(url.hostname, portOf(url), abortedWith(client))
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) socket.write(head)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.once('close', () => client.destroy())
    client.once('close', () => socket.destroy())
    socket.on('data', count)
    socket.pipe(client)
    client.pipe(socket)
  }

  const server = createServer({ connectionsCheckingInterval: 1000, headersTimeout: 10_000 })
  server.on('request', (request, response) => {
    forward(URL.parse(request.url ?? ''), request, response)
  })
  server.on('connect', (request, client, head) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    const url = tunnelTarget(request.url ?? '')
    tunnel(url, client, head).catch((error: unknown) => {
      failed(url === null ? null : authorityOf(url), error, client)
      const { status, title } = problemOf(error)
      client.end(`HTTP/1.1 ${status} ${title}\r\nconnection: close\r\n\r\n`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The proxy has no port.')

  return {
    url: `http://127.0.0.1:${bound.port}`,
    get bytes() {
      return bytes
    },
    failureOf(text) {
      const url = URL.parse(text)
      if (url === null) return null
      url.hash = ''
      return failures.get(url.href) ?? failures.get(authorityOf(url)) ?? null
    },
    async [Symbol.asyncDispose]() {
      closed.abort()
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** https is used only for its default port: the traffic inside the tunnel is up to the client. */
function tunnelTarget(authority: string): URL | null {
  const isAuthority = /^(?:\[[0-9a-f:.]+\]|[^/?#@:\\\s]+):\d+$/i.test(authority)
  return isAuthority ? URL.parse(`https://${authority}`) : null
}

const authorityOf = (url: URL): string => `${url.hostname}:${portOf(url)}`

function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

const notHttp = (cause?: Error): SurveyorError =>
  new SurveyorError('target_protocol_error', 'The target does not answer in HTTP.', { cause })

/** Codes of the HTTP parser of Node begin with HPE. */
const brokenAnswer = (cause: Error): SurveyorError =>
  errorCode(cause)?.startsWith('HPE_') === true
    ? notHttp(cause)
    : new SurveyorError('target_connect_error', 'The target closed the connection.', { cause })

function abortedWith(stream: Duplex): AbortSignal {
  const controller = new AbortController()
  stream.once('close', () => controller.abort())
  return controller.signal
}

function endToEnd(headers: NodeJS.Dict<string | string[]>): NodeJS.Dict<string | string[]> {
  const listed = String(headers['connection'] ?? '').toLowerCase()
  const named = new Set(listed.split(',').map((name) => name.trim()))
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name)),
  )
}
