// A hostile site, in a process of its own so that its memory is not ours; prints its port.
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { constants, createBrotliCompress, createGzip, createZstdCompress, type Gzip } from 'node:zlib'

const BOMB_BYTES = 400_000_000
const CHUNK = Buffer.alloc(1_000_000)

/** A small body that unfolds to 400 MB. */
function bomb(
  response: ServerResponse,
  encoding: string,
  encoder: Gzip | ReturnType<typeof createZstdCompress>,
): void {
  response.writeHead(200, { 'content-encoding': encoding })
  encoder.pipe(response)
  encoder.on('error', () => response.destroy())
  response.on('close', () => encoder.destroy())
  let left = BOMB_BYTES
  const more = (): void => {
    while (left > 0 && !encoder.destroyed) {
      left -= CHUNK.length
      if (!encoder.write(CHUNK)) return void encoder.once('drain', more)
    }
    encoder.end()
  }
  more()
}

const http = createServer((request, response) => {
  response.on('error', () => {})
  switch (request.url) {
    case '/gzip':
      return bomb(response, 'gzip', createGzip())
    case '/br':
      return bomb(response, 'br', createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
    case '/zstd':
      return bomb(response, 'zstd', createZstdCompress())
    case '/six-encodings':
      return void response
        .writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip, gzip, gzip' })
        .end('x')
    case '/loop':
      return void response.writeHead(302, { location: '/loop' }).end()
    case '/announced':
      return void response.writeHead(200, { 'content-length': String(BOMB_BYTES) }).write('x')
    case '/endless': {
      const more = (): void => {
        while (!response.destroyed && response.write(CHUNK));
      }
      response.on('drain', more)
      return more()
    }
    default:
      return void response.end('good page')
  }
})

/** Responses that no HTTP library would send, chosen by the path; each connection serves one request. */
const raw = createTcpServer((socket: Socket) => {
  socket.on('error', () => socket.destroy())
  const repeat = (text: string, everyMs: number): void => {
    const timer = setInterval(() => socket.write(text), everyMs)
    socket.on('close', () => clearInterval(timer))
  }
  socket.once('data', (request) => {
    switch (/^GET (\S+)/.exec(request.toString('latin1'))?.[1]) {
      case '/interim':
        return repeat('HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n', 5)
      case '/slow-interim':
        // So few that a fetcher which was busy for seconds does not find too many at once.
        return repeat('HTTP/1.1 103 Early Hints\r\n\r\n', 500)
      case '/drip':
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
        return repeat('x', 50)
      case '/drip-headers':
        socket.write('HTTP/1.1 200 OK\r\n')
        return repeat('x: y\r\n', 50)
      case '/headers':
        return void socket.write(`HTTP/1.1 200 OK\r\n${`x: ${'y'.repeat(8000)}\r\n`.repeat(640)}\r\n`)
      case '/many-headers':
        return void socket.write(`HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(500_000)}\r\n`)
      case '/garbage':
        return void socket.end('220 ftp.test ready\r\n')
      case '/short':
        return void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this')
      case '/two-lengths':
        return void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx')
      case '/hang-up':
        return void socket.destroy()
      default:
        // Says nothing for ever.
        return undefined
    }
  })
})

const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve))
process.stdout.write(`${JSON.stringify({ http: portOf(http), raw: portOf(raw) })}\n`)
// Ends with the process that started it, however that one ends.
process.stdin.on('close', () => process.exit(0)).resume()
