// The client of places: searches, stored places, exports.
import { createClient, type Client, type WaitSettings } from './client.ts'
import type { FileResult } from './files.ts'
import { PLACES_IDEMPOTENT, type Job, type PlacesOperations, type Search } from './generated/places.gen.ts'
import { waitUntil } from './jobs.ts'
import { jsonOf } from './read.ts'
import type { CallSettings, ClientOptions } from './send.ts'

/** What `POST /api/search` takes. */
export type SearchRequest = PlacesOperations['POST /api/search']['body']

/** What `GET /api/exports/{sessionId}` takes. */
export type ExportRequest = PlacesOperations['GET /api/exports/{sessionId}']['query']

export interface Places extends Client<PlacesOperations, Job> {
  /**
   * Searches, and waits for the end: with `include: ['contacts']` also for the last website. The search says in `status`,
   * `complete` and `reasons` how it ended and what it could not get; its places are those of `GET /api/places` with its
   * `searchId`.
   */
  search(
    request: SearchRequest,
    settings?: Pick<CallSettings, 'idempotencyKey'> & WaitSettings<Search>,
  ): Promise<Search>
  /** All places of a session as a file. */
  export(
    sessionId: string,
    request?: ExportRequest,
    settings?: Pick<CallSettings, 'signal'>,
  ): Promise<FileResult>
}

/** Throws a TypeError for a URL that is none. */
export function createPlaces(options: ClientOptions): Places {
  const { client, send } = createClient<PlacesOperations, Job>(options, PLACES_IDEMPOTENT)
  return {
    ...client,
    async search(body, { onProgress, ...settings } = {}) {
      const { id } = await jsonOf<Pick<Search, 'id'>>(
        await send('POST /api/search', { body, waitSeconds: 0, ...settings }),
      )
      return waitUntil<Search>(send, 'GET /api/search/{id}', id, {
        ...settings,
        ...(onProgress === undefined ? {} : { onProgress }),
        hasEnded,
      })
    },
    export: async (sessionId, query = {}, settings = {}) =>
      client.file('GET /api/exports/{sessionId}', { path: { sessionId }, query, ...settings }),
  }
}

/** Websites and details are read after the search itself has ended. */
function hasEnded({ status, contacts, details }: Search): boolean {
  if (status === 'queued' || status === 'running') return false
  return status === 'cancelled' || ((contacts?.pending ?? 0) === 0 && (details?.pending ?? 0) === 0)
}
