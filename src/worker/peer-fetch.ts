// Requests to servers that the operator named in a setting: exact origin, no guard, no robots, no delays.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { ExtractPeerFetch, ExtractorHost, ExtractRequest } from '#extract/context.ts'
import { createPeer, type Peer } from '#platform/egress/peer.ts'
import { collectBody } from '#worker/artifacts/collect-body.ts'

/** Owns the connections to the named servers. */
export interface PeerFetch extends AsyncDisposable {
  readonly fetch: ExtractPeerFetch
}

/** One client for each origin, made with the first request to it. */
export function createPeerFetch(deps: {
  readonly settings: ExtractorHost['settings']
  /** Names the operator, because the server may be run by others. */
  readonly userAgent: string
}): PeerFetch {
  const peers = new Map<string, Peer>()
  const peerOf = (origin: string): Peer => {
    let peer = peers.get(origin)
    if (peer === undefined) {
      peer = createPeer({
        origin,
        headers: { accept: '*/*', 'user-agent': deps.userAgent },
        unavailableCode: 'target_connect_error',
      })
      peers.set(origin, peer)
    }
    return peer
  }

  return {
    async fetch(setting, request) {
      const url = new URL(request.url)
      if (!originsOf(deps.settings[setting]).has(url.origin)) {
        throw new SurveyorError('url_not_allowed', `The setting ${setting} names another server.`)
      }
      const late = AbortSignal.timeout(Math.max(1, Math.ceil(request.deadlineMs)))
      try {
        return await exchange(peerOf(url.origin), url, request, late)
      } catch (error) {
        if (!late.aborted || request.signal?.aborted === true) throw error
        throw new SurveyorError('target_timeout', 'The server did not answer in time.', { cause: error })
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...peers.values()].map((peer) => peer[Symbol.asyncDispose]()))
    },
  }
}

async function exchange(
  peer: Peer,
  url: URL,
  { method = 'GET', headers = {}, body, maxBytes, deadlineMs, signal }: ExtractRequest,
  late: AbortSignal,
): ReturnType<ExtractPeerFetch> {
  if (method === 'HEAD')
    throw new SurveyorError('url_not_allowed', 'A named server is asked with GET or POST.')
  const answer = await peer.stream({
    method,
    path: url.pathname + url.search,
    headers,
    timeoutMs: Math.ceil(deadlineMs),
    signal: signal === undefined ? late : AbortSignal.any([signal, late]),
    ...(body === undefined ? {} : { rawBody: body }),
  })
  return {
    status: answer.status,
    headers: answer.headers,
    body: await collectBody(answer, maxBytes, 'The answer'),
  }
}

/** A setting may name several servers, separated by commas. */
function originsOf(value: ExtractorHost['settings'][string] | undefined): Set<string> {
  const urls = typeof value === 'string' ? value.split(',') : []
  return new Set(urls.flatMap((url) => URL.parse(url.trim())?.origin ?? []))
}
