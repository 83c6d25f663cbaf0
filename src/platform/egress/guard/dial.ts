// Opens a TCP connection to exactly an address that was checked, and to no other.
import { connect, isIP, type Socket } from 'node:net'
import type { LookupAddress } from 'node:dns'
import { callbackify } from 'node:util'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseAddress } from './address.ts'
import type { Guard } from './guard.ts'
import { operatorDetail } from './refusal-words.ts'
import type { ResolveName } from './resolve-name.ts'
import { errorCode } from '#kit/unknown-values.ts'

/** An open connection to a checked address. */
export interface Dialled {
  readonly socket: Socket
  /** Null when nothing had to be looked up. */
  readonly dnsMs: number | null
  readonly connectMs: number
}

/**
 * `hostname` is a name or a literal without brackets. Throws SurveyorError: `url_not_allowed` (a literal),
 * `target_dns_error`, `target_connect_error`, `target_timeout`.
 */
export type Dial = (hostname: string, port: number, signal?: AbortSignal) => Promise<Dialled>

/** For DNS and connection together. */
const DIAL_MS = 10_000
/** Of a name with hundreds of addresses, all are checked and only some are tried. */
const MAX_TRIED = 6

/** One address that the guard refuses refuses its whole name. */
export function createDial(deps: { readonly guard: Guard; readonly resolveName: ResolveName }): Dial {
  const { guard, resolveName } = deps

  return (hostname, port, signal) => {
    const mapped = guard.mapped(hostname)
    const isLiteral = isIP(hostname) !== 0
    if (mapped === null && isLiteral) {
      const reason = guard.refusal(hostname, port)
      if (reason !== null) return Promise.reject(guard.refuse(reason, hostname))
    }
    const startedAt = performance.now()
    let dnsMs: number | null = null

    /** One address that may not be dialled refuses the whole name, because DNS rebinding begins with mixed answers. */
    const checkedAddresses = async (): Promise<LookupAddress[]> => {
      let addresses: string[]
      try {
        addresses = await resolveName(hostname)
      } catch (cause) {
        throw noPublicAddress(cause)
      }
      dnsMs = performance.now() - startedAt
      for (const address of addresses) {
        const reason = guard.refusal(address, port)
        if (reason !== null)
          throw noPublicAddress(guard.refuse(reason, hostname), operatorDetail(reason, hostname, address))
      }
      if (addresses.length === 0) throw noPublicAddress(null)
      return addresses.slice(0, MAX_TRIED).map((address) => ({ address, family: isIP(address) }))
    }

    return new Promise<Dialled>((resolve, reject) => {
      const socket = connect({
        host: mapped?.address ?? hostname,
        port: mapped?.port ?? port,
        noDelay: true,
        keepAlive: true,
        keepAliveInitialDelay: 60_000,
        autoSelectFamily: true,
        lookup: (_name, _options, callback) => callbackify(checkedAddresses)(callback),
      })
      // The receiver of the socket adds its own listener; an error must not end the process before that.
      socket.on('error', () => {})
      const giveUp = (): void => {
        socket.destroy(new SurveyorError('target_timeout', 'The target did not take the connection in time.'))
      }
      const timer = setTimeout(giveUp, DIAL_MS)
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        socket.removeListener('error', onError)
      }
      const onError = (error: Error): void => {
        done()
        reject(connectError(error))
      }
      if (signal?.aborted === true) giveUp()
      signal?.addEventListener('abort', giveUp, { once: true })
      socket.once('error', onError)
      socket.once('connect', () => {
        done()
        const reason = arrivedElsewhere(guard, socket, mapped, port)
        if (reason === null)
          return resolve({ socket, dnsMs, connectMs: performance.now() - startedAt - (dnsMs ?? 0) })
        socket.destroy()
        const refused = guard.refuse(reason, hostname)
        const { remoteAddress = 'another address' } = socket
        reject(
          isLiteral ? refused : noPublicAddress(refused, operatorDetail(reason, hostname, remoteAddress)),
        )
      })
    })
  }
}

/**
 * The same message for an unknown name and for a name with private addresses: only an operator may learn the names of an
 * internal network.
 */
function noPublicAddress(cause: unknown, forOperator?: string): SurveyorError {
  return new SurveyorError(
    'target_dns_error',
    'The name of the target does not resolve to a public address.',
    // Name servers that did not answer may do so later.
    {
      cause,
      retryable: isLookupFailure(cause),
      ...(forOperator === undefined ? {} : { operatorDetail: forOperator }),
    },
  )
}

/** The final check, of the address that the kernel is connected to. */
function arrivedElsewhere(
  guard: Guard,
  socket: Socket,
  mapped: { readonly address: string; readonly port: number } | null,
  port: number,
): string | null {
  if (mapped !== null) {
    const arrived = parseAddress(socket.remoteAddress ?? '')
    const meant = parseAddress(mapped.address)
    return arrived?.join() === meant?.join() && socket.remotePort === mapped.port ? null : 'mapped_elsewhere'
  }
  return guard.refusal(socket.remoteAddress ?? '', port)
}

function connectError(error: Error): SurveyorError {
  if (error instanceof SurveyorError) return error
  const codes = error instanceof AggregateError ? error.errors.map(errorCode) : [errorCode(error)]
  return codes.includes('ETIMEDOUT')
    ? new SurveyorError('target_timeout', 'The target did not take the connection in time.', { cause: error })
    : new SurveyorError('target_connect_error', 'The target does not accept a connection.', { cause: error })
}

/** False when the name servers answered: with no such name (NXDOMAIN), no address, or a refusal. */
function isLookupFailure(error: unknown): boolean {
  return error !== null && !(error instanceof SurveyorError) && errorCode(error) !== 'ENOTFOUND'
}
