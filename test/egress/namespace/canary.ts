// The witness: servers on every address of the private network that note each TCP connection they take.
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { FEW_FORBIDDEN, FORBIDDEN, hostilePage } from './hostile-page.ts'

/** The answer of the canary; a fetch that received it has reached the address. */
export const CANARY_TEXT = 'canary'

export interface Canary {
  /** Connections taken: `address port`, an IPv4 one without its mapping. */
  readonly accepted: readonly string[]
  /** The marks (`/hostile/few?MARK`, `/hostile/all?MARK`) of the hostile pages whose scripts ran. */
  readonly ran: ReadonlySet<string>
  forget(): void
  close(): void
}

const HTTP_PORTS = [80, 8080, 3000]
const HTTPS_PORTS = [443, 8443]
/** Ports that our code must never connect to; a connection is recorded and closed. */
const OTHER_PORTS = [1, 22, 25, 79, 6000, 6667, 10_080]

export async function startCanary(): Promise<Canary> {
  const accepted: string[] = []
  const ran = new Set<string>()
  const respond = (request: IncomingMessage, response: ServerResponse): void => answer(request, response, ran)
  const sockets = new Set<Socket>()
  const note = (socket: Socket): void => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    accepted.push(`${(socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '')} ${socket.localPort}`)
  }
  const pem = readFileSync(path.join(import.meta.dirname, '..', 'fixtures', 'secure-test.pem'), 'utf8')
  const servers: Server[] = [
    ...HTTP_PORTS.map((port) => listening(createHttpServer(respond), port)),
    ...HTTPS_PORTS.map((port) => listening(createHttpsServer({ key: pem, cert: pem }, respond), port)),
    ...OTHER_PORTS.map((port) =>
      listening(
        createTcpServer((socket) => socket.destroy()),
        port,
      ),
    ),
  ]
  for (const server of servers) server.on('connection', note)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
  return {
    accepted,
    ran,
    forget: () => void accepted.splice(0),
    close() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function listening(server: Server, port: number): Server {
  return server.listen(port, '::')
}

function answer(request: IncomingMessage, response: ServerResponse, ran: Set<string>): void {
  const url = new URL(request.url ?? '/', 'http://front')
  const host = request.headers.host ?? ''
  response.setHeader('connection', 'close')
  if (url.pathname === '/robots.txt') {
    const to = host.startsWith('robots-to-loopback')
      ? 'http://127.0.0.1/robots.txt'
      : host.startsWith('robots-to-metadata')
        ? 'http://169.254.169.254/robots.txt'
        : null
    if (to === null) response.writeHead(404).end()
    else response.writeHead(302, { location: to }).end()
  } else if (url.pathname === '/redirect') {
    const to = url.searchParams.get('to') ?? '/'
    response.writeHead(Number(url.searchParams.get('status')), { location: to }).end()
  } else if (url.pathname === '/hostile/few' || url.pathname === '/hostile/all') {
    const page = hostilePage(url.pathname === '/hostile/all' ? FORBIDDEN : FEW_FORBIDDEN)
    response.setHeader('content-type', 'text/html')
    response.end(`<script>fetch('/ran' + location.search)</script>${page}`)
  } else {
    if (url.pathname === '/ran') ran.add(url.search.slice(1))
    response.end(CANARY_TEXT)
  }
}
