// A way out through one proxy, for one lease: its own connections, and the bytes that they carried.
import { isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import { connect as startTls } from 'node:tls'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { CheckAddresses } from '#platform/egress/guard/check-addresses.ts'
import type { Dial } from '#platform/egress/guard/dial.ts'
import type { Guard } from '#platform/egress/guard/guard.ts'
import { createTransport, type Transport } from '#platform/egress/transport/transport.ts'
import { connectByHttp, connectBySocks } from './proxy-tunnel.ts'
import { readProxyUrl, type ProxyAddress, type ProxyCredentials } from './proxy-address.ts'
import { ProxyFailure } from './proxy-failure.ts'

/** Disposed of when the lease ends: its connections are closed. */
export interface ProxyRoute extends AsyncDisposable {
  readonly dial: Dial
  readonly transport: Transport
  /** Sent to the proxy and received from it so far. */
  readonly bytes: number
}

/** Where a route goes through. The URL has user name and password where the proxy asks for them. */
export interface RouteOptions {
  readonly url: string
  readonly dns: UpstreamProxy['dns']
}

/** A proxy to go through. */
interface UpstreamProxy extends ProxyAddress {
  readonly credentials: ProxyCredentials | null
  /**
   * `local`: the proxy gets an address that the guard has checked. `proxy`: it gets the name, whose addresses the guard has
   * checked as this machine sees them; what the proxy makes of it is out of our hands.
   */
  readonly dns: 'local' | 'proxy'
}

/** For TLS to the proxy and the tunnel together. */
const HANDSHAKE_MS = 20_000

/** Nothing is dialled yet. Throws `validation_failed` for a URL that is no address of a proxy. */
export function openProxyRoute(
  parts: { readonly guard: Guard; readonly checkAddresses: CheckAddresses; readonly dialProxy: Dial },
  { url, dns }: RouteOptions,
): ProxyRoute {
  const { address, credentials } = readProxyUrl(url)
  const open = new Set<Socket>()
  let ended = 0
  const dial = createProxyDial({
    ...parts,
    proxy: { ...address, credentials, dns },
    onConnected(socket) {
      open.add(socket)
      socket.once('close', () => {
        open.delete(socket)
        ended += carried(socket)
      })
    },
  })
  const transport = createTransport({ dial })
  return {
    dial,
    transport,
    get bytes() {
      return [...open].reduce((sum, socket) => sum + carried(socket), ended)
    },
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]()
      for (const socket of open) socket.destroy()
    },
  }
}

const carried = (socket: Socket): number => socket.bytesRead + socket.bytesWritten

/**
 * As `Dial`, for a target behind the proxy: the guard checks the address of the proxy, and the target before the proxy
 * sees it. Throws what a dial throws for a target that the guard refuses, and ProxyFailure for a proxy that cannot
 * be used.
 */
function createProxyDial(deps: {
  readonly guard: Guard
  readonly checkAddresses: CheckAddresses
  /** To the proxy itself. */
  readonly dialProxy: Dial
  readonly proxy: UpstreamProxy
  /** Called with the open connection to the proxy, whose bytes are what the proxy carries. */
  readonly onConnected: (socket: Socket) => void
}): Dial {
  const { guard, checkAddresses, dialProxy, proxy, onConnected } = deps

  const targetOf = async (hostname: string, port: number): Promise<{ host: string; port: number }> => {
    const mapped = guard.mapped(hostname)
    if (mapped !== null) return { host: mapped.address, port: mapped.port }
    if (isIP(hostname) !== 0) {
      const reason = guard.refusal(hostname, port)
      if (reason !== null) throw guard.refuse(reason, hostname)
      return { host: hostname, port }
    }
    const addresses = await checkAddresses(hostname, port)
    // Many proxies have no way to IPv6.
    const address = addresses.find((each) => isIPv4(each)) ?? addresses[0] ?? hostname
    return { host: proxy.dns === 'proxy' ? hostname.replace(/\.$/, '') : address, port }
  }

  const reach = async (signal: AbortSignal | undefined): Promise<Socket> => {
    try {
      const { socket } = await dialProxy(proxy.host, proxy.port, signal)
      return socket
    } catch (error) {
      throw new ProxyFailure('connect_error', 'The proxy does not accept a connection.', error)
    }
  }

  return async (hostname, port, signal) => {
    const startedAt = performance.now()
    const target = await targetOf(hostname, port)
    const dnsMs = isIP(hostname) === 0 ? performance.now() - startedAt : null
    const raw = await reach(signal)
    onConnected(raw)
    const giveUp = (): void => void raw.destroy()
    const late = AbortSignal.timeout(HANDSHAKE_MS)
    late.addEventListener('abort', giveUp, { once: true })
    signal?.addEventListener('abort', giveUp, { once: true })
    try {
      const socket = proxy.protocol === 'https' ? await secured(raw, proxy.host) : raw
      if (proxy.protocol === 'socks5')
        await connectBySocks(socket, target.host, target.port, proxy.credentials)
      else await connectByHttp(socket, authorityOf(target), proxy.credentials)
      return { socket, dnsMs, connectMs: performance.now() - startedAt - (dnsMs ?? 0) }
    } catch (error) {
      raw.destroy()
      if (signal?.aborted === true)
        throw new SurveyorError('target_timeout', 'The target did not take the connection in time.', {
          cause: error,
        })
      if (late.aborted)
        throw new ProxyFailure('timeout', 'The proxy did not open a way to the target in time.', error)
      throw error
    } finally {
      late.removeEventListener('abort', giveUp)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}

/** The certificate must be for the name of the proxy. */
function secured(raw: Socket, host: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = startTls({ socket: raw, host, servername: isIP(host) === 0 ? host : '' })
    const fail = (error?: Error): void => {
      socket.destroy()
      reject(new ProxyFailure('connect_error', 'The TLS handshake with the proxy failed.', error))
    }
    socket.on('error', () => {})
    socket.once('error', fail)
    raw.once('close', fail)
    socket.once('secureConnect', () => {
      socket.off('error', fail)
      raw.off('close', fail)
      resolve(socket)
    })
  })
}

const authorityOf = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${isIPv6(host) ? `[${host}]` : host}:${port}`
