// The receiver that the operator named in the settings: reached as a peer, because it may stand on a private network.
import { createPeer, type Peer } from '#platform/egress/peer.ts'
import type { NamedReceiver } from './attempt.ts'

/** Only the whole address counts: other paths of the same origin are receivers like all others. */
export function openNamedReceiver(
  address: () => string | null,
  timeoutMs: number,
): NamedReceiver & AsyncDisposable {
  const peers = new Map<string, Peer>()

  function peerOf({ origin }: URL): Peer {
    const known = peers.get(origin)
    if (known !== undefined) return known
    const peer = createPeer({ origin, unavailableCode: 'target_connect_error' })
    peers.set(origin, peer)
    return peer
  }

  return {
    is: ({ href }) => address() === href,
    async post(url, { headers, body, signal }) {
      const answer = await peerOf(url).request({
        method: 'POST',
        path: url.pathname,
        timeoutMs,
        headers: { ...headers },
        ...(body === undefined ? {} : { rawBody: body }),
        ...(signal === undefined ? {} : { signal }),
      })
      return { status: answer.status, headers: answer.headers, body: Buffer.from(answer.text) }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...peers.values()].map(async (peer) => peer[Symbol.asyncDispose]()))
    },
  }
}
