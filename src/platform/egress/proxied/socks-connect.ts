// The tunnel of a SOCKS 5 proxy (RFC 1928), with user name and password (RFC 1929).
import { isIPv4, isIPv6, type Socket } from 'node:net'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseAddress } from '#platform/egress/guard/address.ts'
import type { ProxyCredentials } from './proxy-address.ts'
import { ProxyFailure } from './proxy-failure.ts'
import { readAnswer } from './read-answer.ts'

const VERSION = 5
const NO_CREDENTIALS = 0
const PASSWORD = 2
const CONNECT = 1
const ADDRESS = { v4: 1, name: 3, v6: 4 }
const GENERAL_FAILURE = 1
const NOT_ALLOWED = 2
/** Network or host unreachable, refused, expired: the proxy works and the target does not. */
const TARGET_REPLIES: ReadonlySet<number> = new Set([3, 4, 5, 6])

/** `host` is a name or a literal. From then on the socket is one to the target. Throws ProxyFailure or `target_connect_error`. */
export async function connectBySocks(
  socket: Socket,
  host: string,
  port: number,
  credentials: ProxyCredentials | null,
): Promise<void> {
  const methods = credentials === null ? [NO_CREDENTIALS] : [NO_CREDENTIALS, PASSWORD]
  socket.write(Buffer.from([VERSION, methods.length, ...methods]))
  const [version, method] = await readAnswer(socket, () => 2, 2)
  if (version !== VERSION) return fail(socket, 'connect_error', 'The proxy does not speak its protocol.')
  if (method === PASSWORD && credentials !== null) await authenticate(socket, credentials)
  else if (method !== NO_CREDENTIALS)
    return fail(socket, 'auth_error', 'The proxy asks for other credentials.')

  const end = Buffer.alloc(2)
  end.writeUInt16BE(port)
  socket.write(Buffer.concat([Buffer.from([VERSION, CONNECT, 0]), addressOf(host), end]))
  const answer = await readAnswer(socket, replyLength, 262)
  const reply = answer[1]
  if (answer[0] === VERSION && reply === 0) return
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
