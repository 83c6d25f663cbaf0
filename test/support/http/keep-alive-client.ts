// A client that costs little beside the server it measures: kept connections, one request at a time on each.
import { connect, type Socket } from 'node:net'

export interface KeepAliveClient extends Disposable {
  /** Sends one request text as it is; resolves with the status when its whole answer has come. */
  send(request: string): Promise<number>
}

const HEADERS_END = Buffer.from('\r\n\r\n')

export async function openClient(origin: string): Promise<KeepAliveClient> {
  const { hostname, port } = new URL(origin)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return clientOn(socket)
}

function clientOn(socket: Socket): KeepAliveClient {
  let parts: Buffer[] = []
  let held = 0
  let needed = Infinity
  let status = 0
  let waiting: ((status: number) => void) | null = null
  let failed: (error: Error) => void = () => undefined

  /** Reads status and Content-Length once the headers are there. */
  function readHeaders(): void {
    const all = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts)
    parts = [all]
    const end = all.indexOf(HEADERS_END)
    if (end < 0) return
    const head = all.toString('latin1', 0, end)
    status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) throw new Error(`an answer without Content-Length: ${head}`)
    needed = end + HEADERS_END.length + Number(length)
  }

  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk)
    held += chunk.length
    if (needed === Infinity) readHeaders()
    if (held < needed) return
    parts = []
    held = 0
    needed = Infinity
    const done = waiting
    waiting = null
    done?.(status)
  })
  socket.on('error', (error) => failed(error))
  socket.on('close', () => failed(new Error('the connection was closed')))
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = resolve
        failed = reject
        socket.write(request)
      }),
    [Symbol.dispose]: () => void socket.destroy(),
  }
}
