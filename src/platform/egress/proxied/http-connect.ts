// The tunnel of an HTTP proxy: CONNECT (RFC 9110 9.3.6), with Basic credentials (RFC 7617).
import type { Socket } from 'node:net'
import type { ProxyCredentials } from './proxy-address.ts'
import { ProxyFailure } from './proxy-failure.ts'
import { readAnswer } from './read-answer.ts'

const MAX_HEAD_BYTES = 16_384
const END_OF_HEAD = '\r\n\r\n'
/** The proxy says that the target did not answer. */
const TARGET_STATUSES: ReadonlySet<number> = new Set([502, 504])

/** `authority` is `host:port`. From then on the socket is one to the target. Throws ProxyFailure. */
export async function connectByHttp(
  socket: Socket,
  authority: string,
  credentials: ProxyCredentials | null,
): Promise<void> {
  const head = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`]
  if (credentials !== null) {
    const pair = `${credentials.username}:${credentials.password}`
    head.push(`Proxy-Authorization: Basic ${Buffer.from(pair).toString('base64')}`)
  }
  socket.write(head.join('\r\n') + END_OF_HEAD)
  let interim = 0
  for (;;) {
    const answer = await readAnswer(socket, (bytes) => refusalOrHead(bytes), MAX_HEAD_BYTES)
    const status = Number(/^HTTP\/1\.[01] (\d{3})[ \r]/.exec(answer.toString('latin1', 0, 64))?.[1])
    if (status >= 200 && status < 300) return
    if (status >= 100 && status < 200 && (interim += 1) < 5) continue
    socket.destroy()
    if (status === 407) throw new ProxyFailure('auth_error', 'The proxy refuses its credentials.')
    if (TARGET_STATUSES.has(status))
      throw new ProxyFailure('timeout', `The proxy did not reach the target (${status}).`)
    throw new ProxyFailure(
      'connect_error',
      Number.isNaN(status)
        ? 'The proxy does not speak its protocol.'
        : `The proxy refuses the target (${status}).`,
    )
  }
}

/** A refusal may have a body, which is not read: the connection is closed. */
function refusalOrHead(bytes: Buffer): number | null {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return null
  const isRefusal = /^HTTP\/1\.[01] [3-9]/.test(bytes.toString('latin1', 0, 10))
  return isRefusal ? bytes.length : end + END_OF_HEAD.length
}
