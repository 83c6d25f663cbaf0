// Opens a tunnel through a proxy: by CONNECT of HTTP, or by SOCKS 5.
import { isIPv4, isIPv6, type Socket } from 'node:net'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseAddress } from '#platform/egress/guard/address.ts'
import type { ProxyCredentials } from './proxy-address.ts'
import { ProxyFailure } from './proxy-failure.ts'

const MAX_HEAD_BYTES = 16_384
const END_OF_HEAD = '\r\n\r\n'
/** The proxy says that the target did not answer. */
const TARGET_STATUSES: ReadonlySet<number> = new Set([502, 504])

/**
 * CONNECT (RFC 9110 9.3.6), with Basic credentials (RFC 7617). `authority` is `host:port`. From then on the socket is
 * one to the target. Throws ProxyFailure.
 */
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

/**
 * The first `lengthOf(bytes)` bytes, once there are as many; null asks for more. Nothing follows an answer before we speak
 * again, so a proxy that sends more, or more than `maxBytes`, speaks another protocol. Rejects with ProxyFailure.
 */
function readAnswer(
  socket: Socket,
  lengthOf: (bytes: Buffer) => number | null,
  maxBytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const done = (): void => {
      socket.off('data', onData)
      socket.off('close', onClose)
    }
    const fail = (detail: string): void => {
      done()
      socket.destroy()
      reject(new ProxyFailure('connect_error', detail))
    }
    const onClose = (): void => fail('The proxy closed the connection.')
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk])
      const length = lengthOf(bytes)
      if (length === null ? bytes.length > maxBytes : bytes.length > length)
        return fail('The proxy does not speak its protocol.')
      if (length === null || bytes.length < length) return
      done()
      resolve(bytes)
    }
    if (socket.destroyed) return onClose()
    socket.on('data', onData)
    socket.once('close', onClose)
  })
}

const SOCKS_VERSION = 5
const NO_CREDENTIALS = 0
const PASSWORD = 2
const CONNECT = 1
const ADDRESS = { v4: 1, name: 3, v6: 4 }
const GENERAL_FAILURE = 1
const NOT_ALLOWED = 2
/** Network or host unreachable, refused, expired: the proxy works and the target does not. */
const TARGET_REPLIES: ReadonlySet<number> = new Set([3, 4, 5, 6])

/**
 * SOCKS 5 (RFC 1928), with user name and password (RFC 1929). `host` is a name or a literal. From then on the socket
 * is one to the target. Throws ProxyFailure or `target_connect_error`.
 */
export async function connectBySocks(
  socket: Socket,
  host: string,
  port: number,
  credentials: ProxyCredentials | null,
): Promise<void> {
  const methods = credentials === null ? [NO_CREDENTIALS] : [NO_CREDENTIALS, PASSWORD]
  socket.write(Buffer.from([SOCKS_VERSION, methods.length, ...methods]))
  const [version, method] = await readAnswer(socket, () => 2, 2)
  if (version !== SOCKS_VERSION)
    return fail(socket, 'connect_error', 'The proxy does not speak its protocol.')
  if (method === PASSWORD && credentials !== null) await authenticate(socket, credentials)
  else if (method !== NO_CREDENTIALS)
    return fail(socket, 'auth_error', 'The proxy asks for other credentials.')

  const end = Buffer.alloc(2)
  end.writeUInt16BE(port)
  socket.write(Buffer.concat([Buffer.from([SOCKS_VERSION, CONNECT, 0]), addressOf(host), end]))
  const answer = await readAnswer(socket, replyLength, 262)
  const reply = answer[1]
  if (answer[0] === SOCKS_VERSION && reply === 0) return
  if (reply !== undefined && TARGET_REPLIES.has(reply)) {
    socket.destroy()
    throw new SurveyorError('target_connect_error', 'The target does not accept a connection.')
  }
  if (reply === GENERAL_FAILURE) return fail(socket, 'timeout', 'The proxy did not reach the target.')
  const why =
    reply === NOT_ALLOWED ? 'The proxy refuses the target.' : 'The proxy does not speak its protocol.'
  return fail(socket, 'connect_error', why)
}

async function authenticate(socket: Socket, { username, password }: ProxyCredentials): Promise<void> {
  const [name, word] = [Buffer.from(username), Buffer.from(password)]
  socket.write(Buffer.concat([Buffer.from([1, name.length]), name, Buffer.from([word.length]), word]))
  const [, status] = await readAnswer(socket, () => 2, 2)
  if (status !== 0) fail(socket, 'auth_error', 'The proxy refuses its credentials.')
}

function addressOf(host: string): Buffer {
  if (isIPv4(host) || isIPv6(host))
    return Buffer.from([isIPv4(host) ? ADDRESS.v4 : ADDRESS.v6, ...(parseAddress(host) ?? [])])
  const name = Buffer.from(host)
  return Buffer.concat([Buffer.from([ADDRESS.name, name.length]), name])
}

/** Of the reply: its end depends on the kind of the address in it. */
function replyLength(bytes: Buffer): number | null {
  const [, , , kind, nameLength] = bytes
  if (kind === undefined) return null
  if (kind === ADDRESS.v4) return 10
  if (kind === ADDRESS.v6) return 22
  if (kind === ADDRESS.name) return nameLength === undefined ? null : 7 + nameLength
  return bytes.length
}

function fail(socket: Socket, fault: 'connect_error' | 'auth_error' | 'timeout', detail: string): never {
  socket.destroy()
  throw new ProxyFailure(fault, detail)
}
