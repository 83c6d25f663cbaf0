// A proxy between the services and PostgreSQL that cuts connections at a commit, so that its outcome stays unknown.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CommitCutter {
  /** The URL that the services open instead of the server's own. */
  readonly url: string
  /**
   * Cuts the next `n` commits of any client: half of them never reach the server; for the others the answer is lost.
   */
  cutNext(n: number): void
  readonly lostRequests: number
  readonly lostAnswers: number
  close(): Promise<void>
}

/** `commit` as a simple query of the wire protocol: type, length, text, zero. */
const COMMIT = Buffer.from('Q\0\0\0\x0bcommit\0', 'latin1')

export async function startCommitCutter(databaseUrl: string): Promise<CommitCutter> {
  const url = new URL(databaseUrl)
  // The URL may name a socket; the server of a lab listens here as well.
  const target = { host: '127.0.0.1', port: Number(url.port) }
  const sockets = new Set<Socket>()
  let left = 0
  let lostRequests = 0
  let lostAnswers = 0
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
      socket.on('error', () => undefined)
    }
    client.on('data', (data: Buffer) => {
      if (left > 0 && data.includes(COMMIT)) {
        left -= 1
        if (Math.random() < 0.5) {
          lostRequests += 1
          client.destroy()
          return
        }
        lostAnswers += 1
        upstream.removeAllListeners('data')
        upstream.once('data', () => client.destroy())
      }
      if (!upstream.write(data)) {
        client.pause()
        upstream.once('drain', () => client.resume())
      }
    })
    upstream.on('data', (data: Buffer) => {
      if (!client.write(data)) {
        upstream.pause()
        client.once('drain', () => upstream.resume())
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cutNext(n) {
      left = n
    },
    get lostRequests() {
      return lostRequests
    },
    get lostAnswers() {
      return lostAnswers
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
