// What the commands ask of places.
import type { Enrichment, EnrichmentStatus } from '#contract/places/enrichment.ts'
import type { ExportFormat } from '#contract/places/export.ts'
import type { Place } from '#contract/places/place.ts'
import type { Job } from '#contract/job.ts'
import type { CreateSearchBody, Search } from '#contract/places/search.ts'
import { ANSWER_MS, askService, type ServiceRequest } from '#bin/product/ask-service.ts'
import type { Peer } from '#platform/egress/peer.ts'

/** Every call throws the error that places answered with, or `source_unavailable` without an answer. */
export interface PlacesClient {
  createSearch(body: CreateSearchBody): Promise<Search>
  /** The search when it ended, or as it is when `waitMs` is over. */
  getSearch(id: string, waitMs: number): Promise<Search>
  cancelSearch(id: string): Promise<void>
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

/** `signal` ends the requests under way, but for that of a cancel. */
export function createPlacesClient(places: Peer, signal: AbortSignal): PlacesClient {
  const askPlaces = askService('places', places, signal)
  // The contract of places gives `Body`; its tests hold the answers to it.
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the type
  const ask = async <Body>(request: ServiceRequest): Promise<Body> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    (await askPlaces(request)) as Body
  /** What `path` shows, once it has ended or `waitMs` is over. */
  const wait = async <Shown>(path: string, waitMs: number): Promise<Shown> =>
    ask<Shown>({ method: 'GET', path, query: { waitMs }, timeoutMs: waitMs + ANSWER_MS })

  return {
    createSearch: async (body) => ask<Search>({ method: 'POST', path: '/api/search', body }),
    getSearch: async (id, waitMs) => wait<Search>(`/api/search/${id}`, waitMs),
    async cancelSearch(id) {
      await places.request({ method: 'POST', path: `/api/search/${id}/cancel`, timeoutMs: ANSWER_MS })
    },
    async listPlaces(sessionId, limit, language = null) {
      const query = { sessionId, limit, sort: 'name', ...(language === null ? {} : { language }) }
      return (await ask<{ items: Place[] }>({ method: 'GET', path: '/api/places', query })).items
    },
    async listEnrichments(searchId, limit) {
      const query = { searchId, limit, status: 'succeeded' }
      return (await ask<{ items: Enrichment[] }>({ method: 'GET', path: '/api/enrich/jobs', query })).items
    },
    getEnrichment: async (placeId) =>
      ask<EnrichmentStatus>({ method: 'GET', path: `/api/enrich/status/${placeId}` }),
    reparse: async () => ask<Job>({ method: 'POST', path: '/api/reparse', body: {} }),
    getJob: async (id, waitMs) => wait<Job>(`/api/jobs/${id}`, waitMs),
    async jobResult(id) {
      return (await ask<{ result: unknown }>({ method: 'GET', path: `/api/jobs/${id}/result` })).result
    },
    async checkColumns(columns) {
      // A list of places has all columns but those that a place has only as part of a session.
      const ofSessions = new Set(['seenIn', 'seenOf', 'searchedArea'])
      const names = columns.split(',').filter((name) => !ofSessions.has(name.trim()))
      if (names.length === 0) return
      await askPlaces({
        method: 'GET',
        path: '/api/places',
        query: { limit: 1, columns: names.join(',') },
        headers: { accept: 'application/x-ndjson' },
      })
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
        timeoutMs: ANSWER_MS,
        signal,
      })
      if (answer.status === 200) return answer.body
      for await (const _ of answer.body) break
      throw new Error(`The ${format} export answered ${answer.status}.`)
    },
  }
}
