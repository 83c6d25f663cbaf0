// The requests of a command to places, like those of any client.
import type { ExportFormat } from '#contract/places/export.ts'
import type { Place } from '#contract/places/place.ts'
import type { Problem } from '#contract/problem.ts'
import type { CreateSearchBody, Search } from '#contract/places/search.ts'
import { errorOf } from '#contract/surveyor-error.ts'
import type { Peer, PeerAnswer } from '#platform/egress/peer.ts'

/** Every call throws the error that places answered with, or `source_unavailable` without an answer. */
export interface PlacesClient {
  createSearch(body: CreateSearchBody): Promise<Search>
  /** The search when it ended, or as it is when `waitMs` is over. */
  getSearch(id: string, waitMs: number): Promise<Search>
  /** The first places of a session, by name. */
  listPlaces(sessionId: string, limit: number): Promise<readonly Place[]>
  /** The whole session in pieces, so that the memory does not grow with its size. */
  exportSession(sessionId: string, format: ExportFormat): Promise<AsyncIterable<Uint8Array>>
}

const TIMEOUT_MS = 30_000

export function createPlacesClient(places: Peer, signal: AbortSignal): PlacesClient {
  return {
    async createSearch(body) {
      const request = { method: 'POST', path: '/api/search', body, timeoutMs: TIMEOUT_MS, signal } as const
      return answered(await places.request(request)) as Search
    },
    async getSearch(id, waitMs) {
      const path = `/api/search/${id}`
      const timeoutMs = waitMs + TIMEOUT_MS
      return answered(
        await places.request({ method: 'GET', path, query: { waitMs }, timeoutMs, signal }),
      ) as Search
    },
    async listPlaces(sessionId, limit) {
      const query = { sessionId, limit, sort: 'name' }
      const request = { method: 'GET', path: '/api/places', query, timeoutMs: TIMEOUT_MS, signal } as const
      return (answered(await places.request(request)) as { items: Place[] }).items
    },
    async exportSession(sessionId, format) {
      const answer = await places.stream({
        method: 'GET',
        path: `/api/exports/${sessionId}`,
        query: { format },
        headers: { accept: '*/*' },
        timeoutMs: TIMEOUT_MS,
        signal,
      })
      if (answer.status === 200) return answer.body
      for await (const _ of answer.body) break
      throw new Error(`The ${format} export answered ${answer.status}.`)
    },
  }
}

function answered({ status, body, text }: PeerAnswer): unknown {
  if (status < 300) return body
  throw body === null
    ? new Error(`places answered ${status}: ${text.slice(0, 200)}`)
    : errorOf(body as Problem)
}
