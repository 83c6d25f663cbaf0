// The requests of tools to a service that runs somewhere else.
import type { Peer } from '#platform/egress/peer.ts'
import type { CallApi } from './tool.ts'

/** Until the answer begins; longer than any tool lets a request wait. */
const TIMEOUT_MS = 60_000

/** With the key that the peer shows. */
export function callPeer(peer: Peer): CallApi {
  return async ({ method, path, query = {}, body, headers = {} }, signal) => {
    const answer = await peer.stream({
      method,
      path,
      query,
      headers: { accept: '*/*', ...headers },
      timeoutMs: TIMEOUT_MS,
      signal,
      ...(body === undefined ? {} : { body }),
    })
    return {
      status: answer.status,
      contentType: answer.headers['content-type'] ?? null,
      body: answer.body,
    }
  }
}
