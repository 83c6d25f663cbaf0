// Opens a TCP connection to exactly an address that was checked, and to no other.
import { connect, isIP, type Socket } from 'node:net'
import type { LookupAddress } from 'node:dns'
import { callbackify } from 'node:util'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { parseAddress } from './address.ts'
import { createCheckAddresses, noPublicAddress } from './check-addresses.ts'
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
  const { guard } = deps
  const checkAddresses = createCheckAddresses(deps)

  return (hostname, port, signal) => {
    const mapped = guard.mapped(hostname)
    const isLiteral = isIP(hostname) !== 0
    if (mapped === null && isLiteral) {
      const reason = guard.refusal(hostname, port)
      if (reason !== null) return Promise.reject(guard.refuse(reason, hostname))
    }
    const startedAt = performance.now()
    let dnsMs: number | null = null

    const lookedUp = async (): Promise<LookupAddress[]> => {
      const addresses = await checkAddresses(hostname, port)
      dnsMs = performance.now() - startedAt
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
        lookup: (_name, _options, callback) => callbackify(lookedUp)(callback),
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
