// Real proxies on loopback for tests: HTTP and HTTPS by CONNECT, SOCKS 5 with a password, and what one that fails does.
import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { createServer as createHttps, type Server as HttpsServer } from 'node:https'
import { connect, createServer as createTcp, type AddressInfo, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface LocalProxy {
  /** With the credentials that it asks for. */
  readonly url: string
  readonly port: number
  /** `host:port` of each target that it was asked for, as it was asked. */
  readonly asked: string[]
  /** Connections that it took. */
  readonly connections: number
  /** From then on each request for a tunnel ends so; null: it works. */
  fault: ProxyFault | null
  stop(): Promise<void>
}

/** `refuse`: it closes each connection. A number: the status (HTTP) or the reply (SOCKS) that it answers with. */
export type ProxyFault = 'refuse' | 'garbage' | 'endless' | number

export interface LocalProxyOptions {
  readonly protocol: 'http' | 'https' | 'socks5'
  /** `user:password`; absent: it asks for none. */
  readonly credentials?: string
  /** Key and certificate, for `https`. */
  readonly pem?: string
  /** The host in its URL; 127.0.0.1 by default. */
  readonly host?: string
  /** Listens on all addresses; by default on 127.0.0.1. */
  readonly isEverywhere?: boolean
  /** Called with the port from which it has connected to a target. */
  readonly onTunnel?: (localPort: number) => void
}

export async function startLocalProxy(options: LocalProxyOptions): Promise<LocalProxy> {
  const { protocol, credentials, host = '127.0.0.1' } = options
  const asked: string[] = []
  const open = new Set<Duplex>()
  let connections = 0
  let fault: ProxyFault | null = null

  /** Connects both ends, or answers `failed`. */
  const join = (client: Duplex, target: string, answer: Buffer | string, failed: Buffer | string): void => {
    asked.push(target)
    const at = splitTarget(target)
    const socket = connect(at.port, at.host)
    open.add(socket)
    socket.on('error', () => client.end(failed))
    socket.once('close', () => (open.delete(socket), client.destroy()))
    client.once('close', () => socket.destroy())
    socket.once('connect', () => {
      options.onTunnel?.(socket.localPort ?? 0)
      client.write(answer)
      socket.pipe(client)
      client.pipe(socket)
    })
  }
  const watch = (socket: Socket): void => {
    connections += 1
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    if (fault === 'refuse') socket.destroy()
  }

  let server: Server | HttpServer | HttpsServer
  if (protocol === 'socks5') {
    server = createTcp((socket) => {
      void serveSocks(socket, credentials ?? null, () => fault, join)
    })
  } else {
    const http =
      protocol === 'http' ? createHttp() : createHttps({ key: options.pem ?? '', cert: options.pem ?? '' })
    http.on('request', (_request, response) => response.writeHead(405).end())
    http.on('connect', (request, client: Duplex) => {
      client.on('error', () => undefined)
      const given = request.headers['proxy-authorization']
      const wanted = credentials === undefined ? undefined : `Basic ${btoa(credentials)}`
      if (fault === 'garbage') return void client.end('220 smtp ready\r\n\r\n')
      if (fault === 'endless') return void client.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`)
      if (given !== wanted) return void client.end('HTTP/1.1 407 Asks\r\ncontent-length: 0\r\n\r\n')
      if (typeof fault === 'number') return void client.end(`HTTP/1.1 ${fault} No\r\n\r\nno body of interest`)
      return join(client, request.url ?? '', 'HTTP/1.1 200 Yes\r\n\r\n', 'HTTP/1.1 502 No\r\n\r\n')
    })
    server = http
  }
  server.on('connection', watch)
  await new Promise<void>((resolve) =>
    server.listen(0, options.isEverywhere === true ? '0.0.0.0' : '127.0.0.1', resolve),
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `${protocol}://${credentials === undefined ? '' : `${credentials}@`}${host}:${port}`,
    port,
    asked,
    get connections() {
      return connections
    },
    get fault() {
      return fault
    },
    set fault(next) {
      fault = next
    },
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function serveSocks(
  socket: Socket,
  credentials: string | null,
  faultOf: () => ProxyFault | null,
  join: (client: Duplex, target: string, answer: Buffer, failed: Buffer) => void,
): Promise<void> {
  const take = taker(socket)
  try {
    const [, count = 0] = await take(2)
    const methods = await take(count)
    const fault = faultOf()
    if (fault === 'garbage') return void socket.end('HTTP/1.1 400 No\r\n\r\n')
    if (fault === 'endless') return void socket.write(Buffer.alloc(100_000, 5))
    if (credentials !== null) {
      if (!methods.includes(2)) return void socket.end(Buffer.of(5, 255))
      socket.write(Buffer.of(5, 2))
      const [, nameLength = 0] = await take(2)
      const name = await take(nameLength)
      const [wordLength = 0] = await take(1)
      const word = await take(wordLength)
      const isRight = `${name.toString()}:${word.toString()}` === credentials
      if (!isRight) return void socket.end(Buffer.of(1, 1))
      socket.write(Buffer.of(1, 0))
    } else socket.write(Buffer.of(5, 0))
    const [, , , kind] = await take(4)
    const host =
      kind === 1
        ? [...(await take(4))].join('.')
        : kind === 4
          ? (await take(16)).toString('hex').replaceAll(/(.{4})(?!$)/g, '$1:')
          : (await take((await take(1))[0] ?? 0)).toString()
    const port = (await take(2)).readUInt16BE()
    const reply = (code: number) => Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0)
    if (typeof fault === 'number') return void socket.end(reply(fault))
    join(socket, `${host.includes(':') ? `[${host}]` : host}:${port}`, reply(0), reply(5))
  } catch {
    socket.destroy()
  }
}

/** Reads exactly so many bytes. */
function taker(socket: Socket): (length: number) => Promise<Buffer> {
  return async (length) => {
    if (length === 0) return Buffer.alloc(0)
    for (;;) {
      const bytes: unknown = socket.read(length)
      if (Buffer.isBuffer(bytes)) return bytes
      if (socket.destroyed || socket.readableEnded) throw new Error('closed')
      await new Promise((resolve) => {
        socket.once('readable', resolve)
        socket.once('close', resolve)
      })
    }
  }
}

function splitTarget(target: string): { host: string; port: number } {
  const at = target.lastIndexOf(':')
  return { host: target.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(target.slice(at + 1)) }
}
