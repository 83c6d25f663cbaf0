// A forward proxy for programs that fetch by themselves (a browser): all their requests pass the guard.
import { createServer, request as startRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { problemOf } from '#contract/surveyor-error.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { createDial } from '#platform/egress/guard/dial.ts'
import { createGuard, portOf } from '#platform/egress/guard/guard.ts'
import { createResolveName } from '#platform/egress/guard/resolve-name.ts'

export interface ForwardProxy extends AsyncDisposable {
  /** `http://127.0.0.1:port`: speaks CONNECT and absolute-form requests, without a password. */
  readonly url: string
}

/** A tunnel without traffic for this long is closed. */
const IDLE_MS = 60_000
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
export async function createForwardProxy(deps: {
  /** `CIDR[:port]` entries, as in the egress settings. */
  readonly allow: readonly string[]
  readonly hosts: readonly string[]
  readonly log: Logger
}): Promise<ForwardProxy> {
  const guard = createGuard(deps)
  const dial = createDial({ guard, resolveName: createResolveName() })
  const open = new Set<Duplex>()

  /** Throws SurveyorError. */
  const dialUrl = async (url: URL, signal: AbortSignal) => {
    guard.checkUrl(url)
    const { socket } = await dial(url.hostname.replace(/^\[|\]$/g, ''), portOf(url), signal)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    return socket
  }

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = URL.parse(request.url ?? '')
    if (url?.protocol !== 'http:')
      return answer(response, 400, 'This is a proxy: absolute http URLs and CONNECT only.')
    const socket = await dialUrl(url, abortedWith(response))
    const outgoing = startRequest({
      createConnection: () => socket,
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...endToEnd(request.headers), host: url.host, connection: 'close' },
      setHost: false,
    })
    outgoing.setTimeout(IDLE_MS, () => outgoing.destroy())
    outgoing.once('error', () => answer(response, 502, 'The target closed the connection.'))
    outgoing.once('response', (incoming) => {
      response.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.headers))
      incoming.pipe(response)
      incoming.once('error', () => response.destroy())
    })
    response.once('close', () => outgoing.destroy())
    request.pipe(outgoing)
  }

  const tunnel = async (request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> => {
    // https is used only for its default port: the traffic inside the tunnel is up to the client.
    const url = /^(?:\[[0-9a-f:.]+\]|[^/?#@:\\\s]+):\d+$/i.test(request.url ?? '')
      ? URL.parse(`https://${request.url}`)
      : null
    if (url === null) return void client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    const socket = await dialUrl(url, abortedWith(client))
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (head.length > 0) socket.write(head)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.once('close', () => client.destroy())
    client.once('close', () => socket.destroy())
    socket.pipe(client)
    client.pipe(socket)
  }

  const server = createServer({ connectionsCheckingInterval: 1000, headersTimeout: 10_000 })
  server.on('request', (request, response) => {
    forward(request, response).catch((error: unknown) =>
      answer(response, problemOf(error).status, problemOf(error).detail),
    )
  })
  server.on('connect', (request, client, head) => {
    open.add(client)
    client.once('close', () => open.delete(client))
    client.on('error', () => client.destroy())
    tunnel(request, client, head).catch((error: unknown) => {
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
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

function abortedWith(stream: Duplex | ServerResponse): AbortSignal {
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
