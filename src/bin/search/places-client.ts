// The requests of a command to places, like those of any client.
import { Check } from 'typebox/schema'
import type { Enrichment, EnrichmentStatus } from '#contract/places/enrichment.ts'
import type { ExportFormat } from '#contract/places/export.ts'
import type { Place } from '#contract/places/place.ts'
import type { Job } from '#contract/job.ts'
import { Problem } from '#contract/problem.ts'
import type { CreateSearchBody, Search } from '#contract/places/search.ts'
import { errorOf } from '#contract/surveyor-error.ts'
import type { Peer, PeerAnswer } from '#platform/egress/peer.ts'

/** Every call throws the error that places answered with, or `source_unavailable` without an answer. */
export interface PlacesClient {
  createSearch(body: CreateSearchBody): Promise<Search>
  /** The search when it ended, or as it is when `waitMs` is over. */
  getSearch(id: string, waitMs: number): Promise<Search>
  /** The first places of a session, by name; `language` of names and labels (BCP 47), null: local names. */
  listPlaces(sessionId: string, limit: number, language?: string | null): Promise<readonly Place[]>
  /** Throws `validation_failed` for columns that no export has: before a search is run for them. */
  checkColumns(columns: string): Promise<void>
  /** The enrichments of the places of a search that read a website, newest first. */
  listEnrichments(searchId: string, limit: number): Promise<readonly Enrichment[]>
  /** The newest enrichment of a place, with what was found and where. */
  getEnrichment(placeId: string): Promise<EnrichmentStatus>
  /** Begins to read kept payloads again; answers the job. */
  reparse(): Promise<Pick<Job, 'id'>>
  /** The job when it ended, or as it is when `waitMs` is over. */
  getJob(id: string, waitMs: number): Promise<Job>
  /** The result of a job that succeeded. */
  jobResult(id: string): Promise<unknown>
  /** The whole session in pieces, so that the memory does not grow with its size. */
  exportSession(sessionId: string, choice: ExportChoice): Promise<AsyncIterable<Uint8Array>>
}

/** What an export holds. Null: whole places in local names. */
export interface ExportChoice {
  readonly format: ExportFormat
  readonly columns: string | null
  readonly language: string | null
}

const TIMEOUT_MS = 30_000

/** `signal` ends the requests under way. */
export function createPlacesClient(places: Peer, signal: AbortSignal): PlacesClient {
  return {
    async createSearch(body) {
      const request = { method: 'POST', path: '/api/search', body, timeoutMs: TIMEOUT_MS, signal } as const
      return answered<Search>(await places.request(request))
    },
    async getSearch(id, waitMs) {
      const path = `/api/search/${id}`
      const timeoutMs = waitMs + TIMEOUT_MS
      return answered<Search>(
        await places.request({ method: 'GET', path, query: { waitMs }, timeoutMs, signal }),
      )
    },
    async listPlaces(sessionId, limit, language = null) {
      const query = { sessionId, limit, sort: 'name', ...(language === null ? {} : { language }) }
      const request = { method: 'GET', path: '/api/places', query, timeoutMs: TIMEOUT_MS, signal } as const
      return answered<{ items: Place[] }>(await places.request(request)).items
    },
    async listEnrichments(searchId, limit) {
      const query = { searchId, limit, status: 'succeeded' }
      const request = {
        method: 'GET',
        path: '/api/enrich/jobs',
        query,
        timeoutMs: TIMEOUT_MS,
        signal,
      } as const
      return answered<{ items: Enrichment[] }>(await places.request(request)).items
    },
    async getEnrichment(placeId) {
      const path = `/api/enrich/status/${placeId}`
      return answered<EnrichmentStatus>(
        await places.request({ method: 'GET', path, timeoutMs: TIMEOUT_MS, signal }),
      )
    },
    async reparse() {
      const request = {
        method: 'POST',
        path: '/api/reparse',
        body: {},
        timeoutMs: TIMEOUT_MS,
        signal,
      } as const
      return answered<Job>(await places.request(request))
    },
    async getJob(id, waitMs) {
      const path = `/api/jobs/${id}`
      const timeoutMs = waitMs + TIMEOUT_MS
      return answered<Job>(
        await places.request({ method: 'GET', path, query: { waitMs }, timeoutMs, signal }),
      )
    },
    async jobResult(id) {
      const path = `/api/jobs/${id}/result`
      const request = { method: 'GET', path, timeoutMs: TIMEOUT_MS, signal } as const
      return answered<{ result: unknown }>(await places.request(request)).result
    },
    async checkColumns(columns) {
      // A list of places has all columns but those that a place has only as part of a session.
      const ofSessions = new Set(['seenIn', 'seenOf', 'searchedArea'])
      const names = columns.split(',').filter((name) => !ofSessions.has(name.trim()))
      if (names.length === 0) return
      const answer = await places.request({
        method: 'GET',
        path: '/api/places',
        query: { limit: 1, columns: names.join(',') },
        headers: { accept: 'application/x-ndjson' },
        timeoutMs: TIMEOUT_MS,
        signal,
      })
      if (answer.status >= 300) answered(answer)
    },
    async exportSession(sessionId, { format, columns, language }) {
      const answer = await places.stream({
        method: 'GET',
        path: `/api/exports/${sessionId}`,
        query: {
          format,
          ...(columns === null ? {} : { columns }),
          ...(language === null ? {} : { language }),
        },
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

/** The body of a successful answer. The contract of places gives `Body`; its tests hold the answers to it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
function answered<Body>({ status, body, text }: PeerAnswer): Body {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  if (status < 300) return body as Body
  throw Check(Problem, body) ? errorOf(body) : new Error(`places answered ${status}: ${text.slice(0, 200)}`)
}
