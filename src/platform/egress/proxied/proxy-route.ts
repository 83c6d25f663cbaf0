// A way out through one proxy, for one lease: its own connections, and the bytes that they carried.
import type { Socket } from 'node:net'
import type { CheckAddresses } from '#platform/egress/guard/check-addresses.ts'
import type { Dial } from '#platform/egress/guard/dial.ts'
import type { Guard } from '#platform/egress/guard/guard.ts'
import { createTransport, type Transport } from '#platform/egress/transport/transport.ts'
import { readProxyUrl } from './proxy-address.ts'
import { createProxyDial, type UpstreamProxy } from './proxy-dial.ts'

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
