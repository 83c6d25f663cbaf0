// What places takes and answers. Generated from its OpenAPI document by scripts/generate-client.ts: not edited by hand.
/** The routes that do their work once for an Idempotency-Key. */
export const PLACES_IDEMPOTENT: ReadonlySet<string> = new Set([
  'POST /api/search',
  'POST /api/schedules/{id}/run',
  'POST /api/reparse',
  'POST /api/merges',
  'POST /api/merges/find',
  'POST /api/jobs/{id}/retry',
  'POST /api/enrich/start',
  'POST /api/enrich/batch',
  'POST /api/webhooks/{id}/replay',
  'POST /api/webhooks/replay',
])

/** What each operation takes, and what it answers by status. */
export interface PlacesOperations {
  /** Whether the service works */
  'GET /health': {
    path: object
    query: { probe?: 'live' | 'ready' }
    headers: object
    body?: undefined
    answers: { 200: Health }
  }
  /** Search places */
  'POST /api/search': {
    path: object
    query: { estimate?: boolean }
    headers: { 'idempotency-key'?: string; prefer?: string }
    body: {
      query: string
      location?:
        | string
        | { lat: number; lng: number; radiusM: number }
        | { bbox: number[] }
        | { type: 'Polygon'; coordinates: number[][][] }
        | {
            type: 'MultiPolygon'
            coordinates: number[][][][]
          }
        | { type: 'Point'; coordinates: number[]; radiusM: number }
        | {
            type: 'Feature'
            geometry:
              | { type: 'Polygon'; coordinates: number[][][] }
              | {
                  type: 'MultiPolygon'
                  coordinates: number[][][][]
                }
          }
        | {
            type: 'FeatureCollection'
            features: {
              type: 'Feature'
              geometry:
                | { type: 'Polygon'; coordinates: number[][][] }
                | {
                    type: 'MultiPolygon'
                    coordinates: number[][][][]
                  }
            }[]
          }
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      providers?: ('osm-file' | 'overpass' | 'google' | 'overture')[]
      sessionId?: string
      language?: string
      country?: string
      categories?: string[]
      limit?: number
      include?: ('details' | 'reviews' | 'contacts')[]
      reviews?: { maxPerPlace?: number; includeReviewerNames?: boolean }
      budget?: { maxRequests?: number; maxSeconds?: number }
      schedule?: { cron?: string; everyMs?: number; timezone?: string }
      webhook?: {
        url?: string
        endpointId?: string
        events?: ('search.succeeded' | 'search.partially_succeeded' | 'search.failed' | 'search.cancelled')[]
        secret?: string
        headers?: Record<string, string>
        metadata?: Record<string, string>
        include?: 'summary' | 'result'
      }
    }
    answers: {
      200: Search | SearchEstimate
      202: {
        id: string
        sessionId: string
        status: 'queued' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed' | 'cancelled'
        links: Record<string, string>
      }
    }
  }
  /** Look at a search, or wait for its end */
  'GET /api/search/{id}': {
    path: { id: string }
    query: { waitMs?: number }
    headers: object
    body?: undefined
    answers: { 200: Search }
  }
  /** Cancel a search */
  'POST /api/search/{id}/cancel': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: Search }
  }
  /** See how a query is understood */
  'GET /api/search/understand': {
    path: object
    query: {
      query: string
      location?: string
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      country?: string
      language?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: {
        provider: 'osm-file' | 'overpass' | 'google' | 'overture'
        understood: {
          kind: 'all' | 'category' | 'text'
          categories: { id: string; label: string }[]
          qualifiers: { id: string; label: string }[]
          names: string[]
          location: { text: string; isCertain: boolean } | null
          corrections: { from: string; to: string }[]
          ignored: {
            text: string
            reason: 'ranking' | 'time' | 'location' | 'filler' | 'not_recorded'
          }[]
          suggestions: { query: string; count: number | null }[]
        }
      }
    }
  }
  /** List stored places */
  'GET /api/places': {
    path: object
    query: {
      limit?: number
      cursor?: string
      q?: string
      category?: string
      near?: string
      radiusM?: number
      bbox?: string
      city?: string
      region?: string
      country?: string
      sessionId?: string
      searchId?: string
      hasWebsite?: boolean
      hasPhone?: boolean
      hasEmail?: boolean
      minRating?: number
      maxRating?: number
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      status?: 'operational' | 'temporarily_closed' | 'permanently_closed' | 'unknown'
      openAt?: string
      openNow?: boolean
      openOn?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
      openState?: 'open' | 'closed' | 'unknown'
      changedSince?: string
      change?:
        | 'new'
        | 'missing'
        | 'closed'
        | 'reopened'
        | 'moved'
        | 'name'
        | 'category'
        | 'address'
        | 'phone'
        | 'website'
        | 'email'
        | 'social'
        | 'hours'
        | 'rating'
        | 'other'
      language?: string
      sort?: 'firstSeenAt' | '-lastSeenAt' | 'name' | 'rating' | '-rating' | 'distance'
      columns?: string
      unwind?: 'reviews'
      facets?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: {
        items: Place[]
        nextCursor: string | null
        facets?: Record<string, Facet>
      }
    }
  }
  /** Look at one place */
  'GET /api/places/{id}': {
    path: { id: string }
    query: {
      language?: string
      include?: 'tags' | 'geometry' | 'tags,geometry'
    }
    headers: object
    body?: undefined
    answers: { 200: Place }
  }
  /** Delete a place */
  'DELETE /api/places/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** List the cells of a search */
  'GET /api/search/{id}/cells': {
    path: { id: string }
    query: {
      limit?: number
      cursor?: string
      status?: 'open' | 'done' | 'split' | 'failed' | 'cut'
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: SearchCell[]; nextCursor: string | null }
    }
  }
  /** List what changed in a place */
  'GET /api/places/{id}/history': {
    path: { id: string }
    query: {
      limit?: number
      cursor?: string
      change?:
        | 'closed'
        | 'reopened'
        | 'moved'
        | 'name'
        | 'category'
        | 'address'
        | 'phone'
        | 'website'
        | 'email'
        | 'social'
        | 'hours'
        | 'rating'
        | 'other'
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: PlaceChange[]; nextCursor: string | null }
    }
  }
  /** Compare a session with an earlier one */
  'GET /api/sessions/{id}/changes': {
    path: { id: string }
    query: {
      limit?: number
      cursor?: string
      since: string
      difference?: 'new' | 'gone' | 'changed'
      language?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: {
        items: ChangedPlace[]
        nextCursor: string | null
        comparable: boolean
        reasons: { code: 'incomplete' | 'other_search'; detail: string }[]
      }
    }
  }
  /** List schedules */
  'GET /api/schedules': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: { 200: { items: Schedule[]; nextCursor: string | null } }
  }
  /** Look at a schedule */
  'GET /api/schedules/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: Schedule }
  }
  /** Change or pause a schedule */
  'PATCH /api/schedules/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: {
      cron?: string
      everyMs?: number
      timezone?: string
      paused?: boolean
    }
    answers: { 200: Schedule }
  }
  /** Delete a schedule */
  'DELETE /api/schedules/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** Run a schedule now */
  'POST /api/schedules/{id}/run': {
    path: { id: string }
    query: object
    headers: { 'idempotency-key'?: string }
    body?: undefined
    answers: {
      202: {
        id: string
        sessionId: string
        status: 'queued' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed' | 'cancelled'
        links: Record<string, string>
      }
    }
  }
  /** Read kept payloads again */
  'POST /api/reparse': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body?: Record<string, unknown>
    answers: {
      202: {
        id: string
        status: string
        links: Record<string, string>
      }
    }
  }
  /** List merges */
  'GET /api/merges': {
    path: object
    query: {
      limit?: number
      cursor?: string
      status?: 'proposed' | 'accepted' | 'rejected'
      placeId?: string
      minScore?: number
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Merge[]; nextCursor: string | null } }
  }
  /** Propose a merge */
  'POST /api/merges': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: { placeId: string; otherId: string }
    answers: { 201: Merge }
  }
  /** Look at a merge */
  'GET /api/merges/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: MergeDetail }
  }
  /** Look for merges */
  'POST /api/merges/find': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body?: { sessionId?: string }
    answers: {
      202: {
        id: string
        status: string
        links: Record<string, string>
      }
    }
  }
  /** Decide about many merges */
  'POST /api/merges/decide': {
    path: object
    query: object
    headers: object
    body: {
      decision: 'accept' | 'reject' | 'undo'
      minScore?: number
      maxScore?: number
      sessionId?: string
      decidedSince?: string
      max: number
      dryRun?: boolean
    }
    answers: {
      200: {
        decided: string[]
        failed: { id: string; code: string; detail: string }[]
        remaining: number
      }
    }
  }
  /** Accept a merge */
  'POST /api/merges/{id}/accept': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: MergeDetail }
  }
  /** Reject a merge */
  'POST /api/merges/{id}/reject': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: MergeDetail }
  }
  /** Undo a decision about a merge */
  'POST /api/merges/{id}/undo': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: MergeDetail }
  }
  /** List background jobs */
  'GET /api/jobs': {
    path: object
    query: {
      limit?: number
      cursor?: string
      status?:
        | 'scheduled'
        | 'queued'
        | 'running'
        | 'succeeded'
        | 'partially_succeeded'
        | 'failed'
        | 'dead'
        | 'cancelled'
        | 'expired'
      type?: string
      parentId?: string
      createdAfter?: string
      createdBefore?: string
      sort?: '-createdAt' | 'createdAt'
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Job[]; nextCursor: string | null } }
  }
  /** List dead and expired jobs */
  'GET /api/jobs/dead': {
    path: object
    query: {
      limit?: number
      cursor?: string
      type?: string
      parentId?: string
      createdAfter?: string
      createdBefore?: string
      sort?: '-createdAt' | 'createdAt'
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Job[]; nextCursor: string | null } }
  }
  /** Get the result of a job */
  'GET /api/jobs/{id}/result': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: { jobId: string; result: unknown }; 202: Job }
  }
  /** Look at a job, or wait for its end */
  'GET /api/jobs/{id}': {
    path: { id: string }
    query: { waitMs?: number }
    headers: object
    body?: undefined
    answers: { 200: Job }
  }
  /** Cancel a job */
  'POST /api/jobs/{id}/cancel': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: Job }
  }
  /** Run an ended job again */
  'POST /api/jobs/{id}/retry': {
    path: { id: string }
    query: object
    headers: { 'idempotency-key'?: string }
    body?: undefined
    answers: { 200: Job; 201: Job }
  }
  /** Follow a job */
  'GET /api/jobs/{id}/events': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: null }
  }
  /** Export the places of a session */
  'GET /api/exports/{sessionId}': {
    path: { sessionId: string }
    query: {
      format?: 'csv' | 'json' | 'ndjson' | 'geojson' | 'manifest' | 'xlsx' | 'parquet'
      columns?: string
      unwind?: 'reviews'
      csv?: 'safe' | 'raw'
      language?: string
      bom?: boolean
    }
    headers: object
    body?: undefined
    answers: { 200: unknown }
  }
  /** What the store holds, in numbers */
  'GET /api/browse/stats': {
    path: object
    query: {
      interval?: 'hour' | 'day' | 'week' | 'month'
      since?: string
      until?: string
    }
    headers: object
    body?: undefined
    answers: { 200: BrowseStats }
  }
  /** Browse sessions, newest first */
  'GET /api/browse/sessions': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: { 200: { items: Session[]; nextCursor: string | null } }
  }
  /** Delete a session with its searches */
  'DELETE /api/browse/sessions/{sessionId}': {
    path: { sessionId: string }
    query: { withPlaces?: boolean }
    headers: object
    body?: undefined
    answers: { 200: { id: string; searches: number; places: number } }
  }
  /** Browse places, each in short */
  'GET /api/browse/places': {
    path: object
    query: {
      limit?: number
      cursor?: string
      q?: string
      category?: string
      near?: string
      radiusM?: number
      bbox?: string
      city?: string
      region?: string
      country?: string
      sessionId?: string
      searchId?: string
      hasWebsite?: boolean
      hasPhone?: boolean
      hasEmail?: boolean
      minRating?: number
      maxRating?: number
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      status?: 'operational' | 'temporarily_closed' | 'permanently_closed' | 'unknown'
      openAt?: string
      openNow?: boolean
      openOn?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
      openState?: 'open' | 'closed' | 'unknown'
      changedSince?: string
      change?:
        | 'new'
        | 'missing'
        | 'closed'
        | 'reopened'
        | 'moved'
        | 'name'
        | 'category'
        | 'address'
        | 'phone'
        | 'website'
        | 'email'
        | 'social'
        | 'hours'
        | 'rating'
        | 'other'
      language?: string
      sort?: 'firstSeenAt' | '-lastSeenAt' | 'name' | 'rating' | '-rating' | 'distance'
    }
    headers: object
    body?: undefined
    answers: { 200: { items: PlaceCard[]; nextCursor: string | null } }
  }
  /** Browse categories, the most frequent first */
  'GET /api/browse/categories': {
    path: object
    query: {
      limit?: number
      cursor?: string
      sessionId?: string
      parent?: string
      language?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: CategoryCount[]; nextCursor: string | null }
    }
  }
  /** Browse countries, regions and cities, those with the most places first */
  'GET /api/browse/locations': {
    path: object
    query: {
      limit?: number
      cursor?: string
      sessionId?: string
      level?: 'country' | 'region' | 'city'
      country?: string
      region?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: LocationCount[]; nextCursor: string | null }
    }
  }
  /** Browse reviews, newest first */
  'GET /api/browse/reviews': {
    path: object
    query: {
      limit?: number
      cursor?: string
      placeId?: string
      sessionId?: string
      minRating?: number
      maxRating?: number
      since?: string
      until?: string
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture' | 'mangrove'
      q?: string
      language?: string
      hasText?: boolean
      hasReply?: boolean
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Review[]; nextCursor: string | null } }
  }
  /** Enrich one place */
  'POST /api/enrich/start': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      placeId: string
      website?: string
      fields?: ('emails' | 'phones' | 'socials' | 'addresses' | 'people' | 'companyIds' | 'forms' | 'hours')[]
      maxPages?: number
      maxAgeMs?: number
      webhook?: WebhookInput
    }
    answers: {
      200: {
        id: string
        placeId: string
        status: 'queued' | 'running' | 'succeeded' | 'no_website' | 'failed' | 'cancelled'
        links: Record<string, string>
      }
      202: {
        id: string
        placeId: string
        status: 'queued' | 'running' | 'succeeded' | 'no_website' | 'failed' | 'cancelled'
        links: Record<string, string>
      }
    }
  }
  /** Enrich several places */
  'POST /api/enrich/batch': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body?: {
      placeIds?: string[]
      filter?: {
        q?: string
        category?: string
        near?: string
        radiusM?: number
        bbox?: string
        city?: string
        region?: string
        country?: string
        sessionId?: string
        searchId?: string
        hasWebsite?: boolean
        hasPhone?: boolean
        hasEmail?: boolean
        minRating?: number
        maxRating?: number
        provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
        status?: 'operational' | 'temporarily_closed' | 'permanently_closed' | 'unknown'
        openAt?: string
        openNow?: boolean
        openOn?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
        openState?: 'open' | 'closed' | 'unknown'
        changedSince?: string
        change?:
          | 'new'
          | 'missing'
          | 'closed'
          | 'reopened'
          | 'moved'
          | 'name'
          | 'category'
          | 'address'
          | 'phone'
          | 'website'
          | 'email'
          | 'social'
          | 'hours'
          | 'rating'
          | 'other'
      }
      limit?: number
      cursor?: string
      fields?: ('emails' | 'phones' | 'socials' | 'addresses' | 'people' | 'companyIds' | 'forms' | 'hours')[]
      maxPages?: number
      maxAgeMs?: number
      webhook?: WebhookInput
    }
    answers: {
      202: {
        accepted: number
        running: number
        fresh: number
        unknown: string[]
        nextCursor: string | null
        enrichments: {
          id: string
          placeId: string
          status: 'queued' | 'running' | 'succeeded' | 'no_website' | 'failed' | 'cancelled'
          links: Record<string, string>
        }[]
      }
    }
  }
  /** Cancel the enrichment of a place */
  'POST /api/enrich/cancel/{placeId}': {
    path: { placeId: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: EnrichmentStatus }
  }
  /** Enrichment of a place */
  'GET /api/enrich/status/{placeId}': {
    path: { placeId: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: EnrichmentStatus }
  }
  /** Places that wait for enrichment */
  'GET /api/enrich/pending': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: {
      200: { items: Enrichment[]; nextCursor: string | null }
    }
  }
  /** Jobs of enrichment */
  'GET /api/enrich/jobs': {
    path: object
    query: {
      limit?: number
      cursor?: string
      status?: 'queued' | 'running' | 'succeeded' | 'no_website' | 'failed' | 'cancelled'
      placeId?: string
      searchId?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: Enrichment[]; nextCursor: string | null }
    }
  }
  /** Enrichment in numbers */
  'GET /api/enrich/stats': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: EnrichmentStats }
  }
  /** Whether enrichment works */
  'GET /api/enrich/health': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: EnrichmentHealth }
  }
  /** State of the queue and its jobs by state */
  'GET /api/queue/status': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: QueueStatus }
  }
  /** Pause the queue: nothing new starts, what runs goes on */
  'POST /api/queue/pause': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: QueueStatus }
  }
  /** Resume the queue */
  'POST /api/queue/resume': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: QueueStatus }
  }
  /** Drain the queue: no new search is accepted, accepted work finishes */
  'POST /api/queue/drain': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: QueueStatus }
  }
  /** List the loops that work on the queue */
  'GET /api/queue/workers': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: { 200: { items: Worker[]; nextCursor: string | null } }
  }
  /** List webhook records */
  'GET /api/webhooks': {
    path: object
    query: {
      limit?: number
      cursor?: string
      status?: ('pending' | 'delivering' | 'retrying' | 'delivered' | 'failed' | 'discarded')[]
      event?: string[]
      direction?: 'outgoing' | 'incoming'
      endpointId?: string
      subjectId?: string
      createdAfter?: string
      createdBefore?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: WebhookRecord[]; nextCursor: string | null }
    }
  }
  /** Webhook records in numbers */
  'GET /api/webhooks/stats': {
    path: object
    query: { createdAfter?: string }
    headers: object
    body?: undefined
    answers: { 200: WebhookStats }
  }
  /** Look at a webhook record */
  'GET /api/webhooks/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: WebhookRecordDetail }
  }
  /** Deliver a webhook record again */
  'POST /api/webhooks/{id}/replay': {
    path: { id: string }
    query: object
    headers: { 'idempotency-key'?: string }
    body?: undefined
    answers: { 202: WebhookRecordDetail }
  }
  /** Deliver many webhook records again */
  'POST /api/webhooks/replay': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      status?: 'failed' | 'discarded'
      since: string
      until?: string
      event?:
        | 'search.succeeded'
        | 'search.partially_succeeded'
        | 'search.failed'
        | 'search.cancelled'
        | 'enrichment.succeeded'
        | 'enrichment.no_website'
        | 'enrichment.failed'
        | 'enrichment.cancelled'
        | 'webhook.test'
        | 'endpoint.disabled'
      endpointId?: string
      limit?: number
    }
    answers: { 202: WebhookBulkReplay }
  }
  /** Clean up webhook records */
  'DELETE /api/webhooks/cleanup': {
    path: object
    query: { olderThanDays?: number }
    headers: object
    body?: undefined
    answers: { 200: WebhookCleanup }
  }
  /** List webhook endpoints */
  'GET /api/webhook-endpoints': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: {
      200: { items: WebhookEndpoint[]; nextCursor: string | null }
    }
  }
  /** Make a webhook endpoint */
  'POST /api/webhook-endpoints': {
    path: object
    query: object
    headers: object
    body: {
      url: string
      secret?: string
      description?: string | null
      events?: EventsInput
      include?: 'summary' | 'result'
      headers?: Record<string, string>
    }
    answers: { 201: CreatedWebhookEndpoint }
  }
  /** Look at a webhook endpoint */
  'GET /api/webhook-endpoints/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: WebhookEndpoint }
  }
  /** Change a webhook endpoint */
  'PATCH /api/webhook-endpoints/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: {
      url?: string
      description?: string | null
      events?: EventsInput
      include?: 'summary' | 'result'
      headers?: Record<string, string>
      status?: 'enabled' | 'disabled'
    }
    answers: { 200: WebhookEndpoint }
  }
  /** Delete a webhook endpoint */
  'DELETE /api/webhook-endpoints/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** Give a webhook endpoint a new secret */
  'POST /api/webhook-endpoints/{id}/rotate': {
    path: { id: string }
    query: object
    headers: object
    body?: { secret?: string; overlapMs?: number }
    answers: { 200: CreatedWebhookEndpoint }
  }
  /** Send a test event */
  'POST /api/webhook-endpoints/{id}/test': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 202: WebhookRecordDetail }
  }
}

export type WebhookInput = {
  url?: string
  endpointId?: string
  events?: ('enrichment.succeeded' | 'enrichment.no_website' | 'enrichment.failed' | 'enrichment.cancelled')[]
  secret?: string
  headers?: Record<string, string>
  metadata?: Record<string, string>
  include?: 'summary' | 'result'
}

export type EventsInput =
  | (
      | 'search.succeeded'
      | 'search.partially_succeeded'
      | 'search.failed'
      | 'search.cancelled'
      | 'enrichment.succeeded'
      | 'enrichment.no_website'
      | 'enrichment.failed'
      | 'enrichment.cancelled'
      | 'webhook.test'
      | 'endpoint.disabled'
    )[]
  | null

export type BrowseStats = {
  places: {
    total: number
    withWebsite: number
    withPhone: number
    withEmail: number
    withRating: number
    status: {
      operational: number
      temporarily_closed: number
      permanently_closed: number
      unknown: number
    }
    providers: {
      'osm-file': number
      overpass: number
      google: number
      overture: number
    }
  }
  sessions: number
  searches: {
    queued: number
    running: number
    succeeded: number
    partially_succeeded: number
    failed: number
    cancelled: number
  }
  categories: number
  cities: number
  reviews: number
  lastSeenAt: string | null
  series?: {
    from: string
    places: {
      total: number
      providers: {
        'osm-file': number
        overpass: number
        google: number
        overture: number
      }
    }
    searches: {
      total: number
      providers: {
        'osm-file': number
        overpass: number
        google: number
        overture: number
      }
    }
    enrichments: number
    reviews: number
  }[]
}

export type CategoryCount = {
  id: string
  label: string | null
  parent: string | null
  places: number
  links: Record<string, string>
}

export type ChangedPlace = {
  placeId: string
  name: string | null
  difference: 'new' | 'gone' | 'changed'
  fields: {
    field: string
    from: unknown
    to: unknown
    kind:
      | 'closed'
      | 'reopened'
      | 'moved'
      | 'name'
      | 'category'
      | 'address'
      | 'phone'
      | 'website'
      | 'email'
      | 'social'
      | 'hours'
      | 'rating'
      | 'other'
    at: string
  }[]
  links: Record<string, string>
}

export type CreatedWebhookEndpoint = { endpoint: WebhookEndpoint; secret: string }

export type Enrichment = {
  id: string
  placeId: string
  placeName: string | null
  searchId: string | null
  status: 'queued' | 'running' | 'succeeded' | 'no_website' | 'failed' | 'cancelled'
  website: string | null
  attempts: number
  reportedBy: 'answer' | 'callback' | 'check' | null
  added: {
    emails: string[]
    phones: string[]
    socials: string[]
  } | null
  warnings: {
    code: string
    detail: string
    pointer?: string
    count?: number
  }[]
  error: Problem | null
  createdAt: string
  sentAt: string | null
  completedAt: string | null
  links: Record<string, string>
}

export type EnrichmentHealth = {
  status: 'pass' | 'warn' | 'fail'
  checks: Record<
    string,
    {
      status: 'pass' | 'warn' | 'fail'
      detail: string | null
      latencyMs?: number
    }
  >
}

export type EnrichmentStats = {
  total: number
  byStatus: Record<string, number>
  reportedBy: Record<string, number>
  places: {
    enriched: number
    withEmail: number
    withPhone: number
    withSocial: number
  }
  durationMs: { p50: number | null; p95: number | null }
  oldestPendingAgeMs: number | null
}

export type EnrichmentStatus = {
  placeId: string
  enrichment: {
    id: string
    placeId: string
    placeName: string | null
    searchId: string | null
    status: 'queued' | 'running' | 'succeeded' | 'no_website' | 'failed' | 'cancelled'
    website: string | null
    attempts: number
    reportedBy: 'answer' | 'callback' | 'check' | null
    added: {
      emails: string[]
      phones: string[]
      socials: string[]
    } | null
    warnings: {
      code: string
      detail: string
      pointer?: string
      count?: number
    }[]
    error: Problem | null
    createdAt: string
    sentAt: string | null
    completedAt: string | null
    links: Record<string, string>
    result: unknown
  } | null
}

export type Facet = {
  values: {
    value: string | null
    label: string | null
    places: number
  }[]
  more: number
}

export type Health = {
  status: 'pass' | 'warn' | 'fail'
  version: string
  uptimeMs: number
  checks?: Record<
    string,
    {
      status: 'pass' | 'warn' | 'fail'
      detail: string | null
      latencyMs?: number
    }
  >
  pressure?: {
    reason: string | null
    running: number | null
    queued: number | null
    maxConcurrent: number | null
    oldestQueuedMs: number | null
    cpu: number | null
    memoryBytes: number
    eventLoopDelayMs: number | null
  } | null
}

export type Job = {
  id: string
  type: string
  status:
    | 'scheduled'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'partially_succeeded'
    | 'failed'
    | 'dead'
    | 'cancelled'
    | 'expired'
  priority: number
  deliveries: number
  failures: number
  progress: {
    done: number | null
    total: number | null
    message: string | null
    waiting?: {
      code: string
      detail: string
      host: string | null
      until: string | null
    } | null
  } | null
  input: unknown
  result?: unknown
  resultExpired?: boolean
  error: Problem | null
  parentId: string | null
  index: number | null
  children: {
    total: number
    succeeded: number
    failed: number
    cancelled: number
  } | null
  workerId: string | null
  leaseExpiresAt: string | null
  cancelRequestedAt: string | null
  cancelReason: string | null
  scheduledFor: string | null
  deadlineAt: string | null
  retryOf: string | null
  createdAt: string
  startedAt: string | null
  completedAt: string | null
  metadata: Record<string, string>
  links: Record<string, string>
}

export type LocationCount = {
  level: 'country' | 'region' | 'city'
  countryCode: string | null
  region: string | null
  city: string | null
  places: number
  links: Record<string, string>
}

export type Merge = {
  id: string
  status: 'proposed' | 'accepted' | 'rejected'
  placeId: string
  otherId: string
  names: (string | null)[]
  score: number
  evidence: {
    kind:
      | 'id'
      | 'name'
      | 'distance'
      | 'category'
      | 'phone'
      | 'email'
      | 'website'
      | 'wikidata'
      | 'brand'
      | 'address'
      | 'source'
    weight: number
    detail: string
  }[]
  createdAt: string
  decidedAt: string | null
  links: Record<string, string>
}

export type MergeDetail = {
  id: string
  status: 'proposed' | 'accepted' | 'rejected'
  placeId: string
  otherId: string
  names: (string | null)[]
  score: number
  evidence: {
    kind:
      | 'id'
      | 'name'
      | 'distance'
      | 'category'
      | 'phone'
      | 'email'
      | 'website'
      | 'wikidata'
      | 'brand'
      | 'address'
      | 'source'
    weight: number
    detail: string
  }[]
  createdAt: string
  decidedAt: string | null
  links: Record<string, string>
  log: {
    action: 'proposed' | 'accepted' | 'rejected' | 'undone'
    at: string
    by: string | null
  }[]
}

export type Place = {
  id: string
  name: string | null
  names: Record<string, string>
  categories: { id: string; label: string }[]
  address: {
    formatted: string | null
    street: string | null
    houseNumber: string | null
    houseName?: string | null
    unit?: string | null
    floor?: string | null
    block?: string | null
    postcode: string | null
    district?: string | null
    city: string | null
    region: string | null
    country: string | null
    countryCode: string | null
  }
  location: { lat: number; lng: number }
  phone: string | null
  phones: {
    e164: string | null
    raw: string
    kind: 'phone' | 'mobile' | 'fax' | 'whatsapp'
  }[]
  website: string | null
  emails: string[]
  socials: { network: string; url: string; handle: string | null }[]
  rating: number | null
  ratingCount: number | null
  ratingDistribution: number[] | null
  priceLevel: number | null
  openingHours: {
    raw: string | null
    timezone: string | null
    weekly: { opensMinute: number; closesMinute: number }[][] | null
    closedDays: string[]
    weeklyReason?:
      | 'not_hours'
      | 'too_long'
      | 'ambiguous'
      | 'no_times'
      | 'open_end'
      | 'conditional'
      | 'seasonal'
      | 'weeks'
      | 'nth_weekday'
      | 'sun'
    otherDays?: string[]
    overridden?: { opensMinute: number; closesMinute: number }[][]
  } | null
  status: 'operational' | 'temporarily_closed' | 'permanently_closed' | 'unknown'
  description: string | null
  attributes: Record<string, string | boolean | number>
  photos: { url: string; credit: string | null; title?: string }[]
  popularTimes?: { hour: number; percent: number }[][]
  reviewCoverage?: 'complete' | 'partial' | 'embedded' | 'unavailable'
  owner: string | null
  brand: { name: string | null; wikidata: string | null } | null
  plusCode: string | null
  links: Record<string, string>
  aliases: { scheme: string; value: string }[]
  provenance: Record<
    string,
    {
      provider: 'osm-file' | 'overpass' | 'google' | 'overture' | 'website'
      tier: string
      fetchedAt: string
      raw?: string
      also?: {
        provider: 'osm-file' | 'overpass' | 'google' | 'overture' | 'website'
        fetchedAt: string
      }
    }
  >
  firstSeenAt: string
  lastSeenAt: string
  changes: number
  missingSince: string | null
  seenIn?: { n: number; of: number }
  searchedArea?: string | null
  tags?: Record<string, string> | null
  geometry?: unknown
}

export type PlaceCard = {
  id: string
  name: string | null
  categories: { id: string; label: string }[]
  address: string | null
  city: string | null
  location: { lat: number; lng: number }
  phone: string | null
  website: string | null
  email: string | null
  rating: number | null
  ratingCount: number | null
  status: 'operational' | 'temporarily_closed' | 'permanently_closed' | 'unknown'
  lastSeenAt: string
  links: Record<string, string>
}

export type PlaceChange = {
  field: string
  from: unknown
  to: unknown
  kind:
    | 'closed'
    | 'reopened'
    | 'moved'
    | 'name'
    | 'category'
    | 'address'
    | 'phone'
    | 'website'
    | 'email'
    | 'social'
    | 'hours'
    | 'rating'
    | 'other'
  at: string
  source: 'search' | 'vanished' | 'enrichment' | 'merge' | 'reparse'
  provider: 'osm-file' | 'overpass' | 'google' | 'overture' | 'website'
  searchId: string | null
  sessionId: string | null
}

export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  instance?: string
  code: string
  requestId?: string
  retryable: boolean
  retryAfterMs?: number
  errors?: { pointer: string; code: string; detail: string }[]
  blockedBy?: {
    provider: string | null
    kind: 'challenge' | 'captcha' | 'login' | 'consent' | 'status'
  }
  host?: string
  reason?: string
  nextAvailableAt?: string | null
  operatorDetail?: string
}

export type QueueStatus = {
  state: 'running' | 'paused' | 'draining' | 'drained'
  changedAt: string
  counts: {
    scheduled: number
    queued: number
    running: number
    succeeded: number
    partially_succeeded: number
    failed: number
    dead: number
    cancelled: number
    expired: number
  }
  types: {
    type: string
    counts: {
      scheduled: number
      queued: number
      running: number
      succeeded: number
      partially_succeeded: number
      failed: number
      dead: number
      cancelled: number
      expired: number
    }
  }[]
}

export type ResolvedArea = {
  name: string | null
  kind:
    | 'extract'
    | 'boundary'
    | 'place'
    | 'circle'
    | 'bbox'
    | 'polygon'
    | 'postcode'
    | 'street'
    | 'address'
    | 'landmark'
  bbox: number[]
  geometry:
    | { type: 'Polygon'; coordinates: number[][][] }
    | {
        type: 'MultiPolygon'
        coordinates: number[][][][]
      }
    | null
  circle: { lat: number; lng: number; radiusM: number } | null
  source: string | null
  countryCode: string | null
  notes?: string[]
  candidates?: {
    id: string | null
    name: string
    kind: string
    parents: string[]
    location: { lat: number; lng: number }
  }[]
}

export type Review = {
  id: string
  placeId: string
  provider: 'osm-file' | 'overpass' | 'google' | 'overture' | 'mangrove'
  source: { name: string; license: string; url: string } | null
  rating: number | null
  text: string | null
  language: string | null
  author: string | null
  publishedAt: string | null
  ownerReply: string | null
  firstSeenAt: string
  lastSeenAt: string
}

export type Schedule = {
  id: string
  query: string
  search: unknown
  cron: string | null
  everyMs: number | null
  timezone: string
  nextAt: string | null
  runs: number
  skipped: number
  latestRuns: {
    searchId: string
    sessionId: string
    complete: boolean | null
    places: number
    createdAt: string
  }[]
  error: Problem | null
  createdAt: string
  links: Record<string, string>
}

export type Search = {
  id: string
  sessionId: string
  status: 'queued' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed' | 'cancelled'
  query: string
  location:
    | string
    | { lat: number; lng: number; radiusM: number }
    | { bbox: number[] }
    | { type: 'Polygon'; coordinates: number[][][] }
    | {
        type: 'MultiPolygon'
        coordinates: number[][][][]
      }
    | { type: 'Point'; coordinates: number[]; radiusM: number }
    | {
        type: 'Feature'
        geometry:
          | { type: 'Polygon'; coordinates: number[][][] }
          | {
              type: 'MultiPolygon'
              coordinates: number[][][][]
            }
      }
    | {
        type: 'FeatureCollection'
        features: {
          type: 'Feature'
          geometry:
            | { type: 'Polygon'; coordinates: number[][][] }
            | {
                type: 'MultiPolygon'
                coordinates: number[][][][]
              }
        }[]
      }
    | null
  area: ResolvedArea | null
  provider: 'osm-file' | 'overpass' | 'google' | 'overture' | null
  progress: {
    done: number
    total: number | null
    share: number | null
    message: string | null
  }
  waiting: {
    code: string
    detail: string
    host: string | null
    until: string | null
  } | null
  counts: {
    cellsPlanned: number
    cellsDone: number
    cellsFailed: number
    cellsSaturated: number
    cellsSplit: number
    requests: number
    raw: number
    duplicate: number
    outside: number
    unplaced: number
    kept: number
    approximate: number
    new: number
  }
  contacts?: {
    pending: number
    enriched: number
    failed: number
    noWebsite: number
  }
  details?: { pending: number; done: number; failed: number }
  complete: boolean | null
  reasons: {
    code:
      | 'limit_reached'
      | 'budget_requests'
      | 'budget_seconds'
      | 'cell_failed'
      | 'cell_saturated'
      | 'provider_partial'
      | 'rows_repeated'
      | 'rows_missing'
      | 'no_data'
      | 'cancelled'
      | 'planning_failed'
    detail: string
    count: number
  }[]
  understood: {
    kind: 'all' | 'category' | 'text'
    categories: { id: string; label: string }[]
    qualifiers: { id: string; label: string }[]
    names: string[]
    location: { text: string; isCertain: boolean } | null
    corrections: { from: string; to: string }[]
    ignored: {
      text: string
      reason: 'ranking' | 'time' | 'location' | 'filler' | 'not_recorded'
    }[]
    suggestions: { query: string; count: number | null }[]
  } | null
  warnings: { code: string; detail: string; count?: number }[]
  error: Problem | null
  attribution: {
    provider: 'osm-file' | 'overpass' | 'google' | 'overture'
    text: string
    license: string
    url: string
    file?: string
    snapshotAt?: string
  }[]
  createdAt: string
  completedAt: string | null
  links: Record<string, string>
  sources?: SourceSearch[]
}

export type SearchCell = {
  id: string
  parentId: string | null
  bbox: number[] | null
  depth: number
  status: 'open' | 'done' | 'split' | 'failed' | 'cut'
  saturated: boolean
  pages: number
  raw: number
  error: Problem | null
  provider: 'osm-file' | 'overpass' | 'google' | 'overture' | null
}

export type SearchEstimate = {
  provider: 'osm-file' | 'overpass' | 'google' | 'overture' | null
  area: ResolvedArea
  cells: number
  requests: number | null
  minRequests: number
  seconds: number | null
  places: number | null
  minPlaces: number
  exact: boolean
  budget: { maxRequests: number | null; maxSeconds: number | null }
  fitsBudget: boolean | null
  attribution: {
    provider: 'osm-file' | 'overpass' | 'google' | 'overture'
    text: string
    license: string
    url: string
    file?: string
    snapshotAt?: string
  }[]
  sources?: SourceEstimate[]
  failed?: {
    provider: 'osm-file' | 'overpass' | 'google' | 'overture'
    error: Problem
  }[]
}

export type Session = {
  id: string
  searches: number
  running: number
  places: number
  queries: string[]
  complete: boolean | null
  createdAt: string
  lastActivityAt: string
  links: Record<string, string>
}

export type SourceEstimate = {
  provider: 'osm-file' | 'overpass' | 'google' | 'overture'
  area: ResolvedArea
  cells: number
  requests: number | null
  minRequests: number
  seconds: number | null
  places: number | null
  minPlaces: number
  exact: boolean
  budget: { maxRequests: number | null; maxSeconds: number | null }
  fitsBudget: boolean | null
  attribution: {
    provider: 'osm-file' | 'overpass' | 'google' | 'overture'
    text: string
    license: string
    url: string
    file?: string
    snapshotAt?: string
  }[]
}

export type SourceSearch = {
  id: string
  sessionId: string
  status: 'queued' | 'running' | 'succeeded' | 'partially_succeeded' | 'failed' | 'cancelled'
  query: string
  location:
    | string
    | { lat: number; lng: number; radiusM: number }
    | { bbox: number[] }
    | { type: 'Polygon'; coordinates: number[][][] }
    | {
        type: 'MultiPolygon'
        coordinates: number[][][][]
      }
    | { type: 'Point'; coordinates: number[]; radiusM: number }
    | {
        type: 'Feature'
        geometry:
          | { type: 'Polygon'; coordinates: number[][][] }
          | {
              type: 'MultiPolygon'
              coordinates: number[][][][]
            }
      }
    | {
        type: 'FeatureCollection'
        features: {
          type: 'Feature'
          geometry:
            | { type: 'Polygon'; coordinates: number[][][] }
            | {
                type: 'MultiPolygon'
                coordinates: number[][][][]
              }
        }[]
      }
    | null
  area: ResolvedArea | null
  provider: 'osm-file' | 'overpass' | 'google' | 'overture' | null
  progress: {
    done: number
    total: number | null
    share: number | null
    message: string | null
  }
  waiting: {
    code: string
    detail: string
    host: string | null
    until: string | null
  } | null
  counts: {
    cellsPlanned: number
    cellsDone: number
    cellsFailed: number
    cellsSaturated: number
    cellsSplit: number
    requests: number
    raw: number
    duplicate: number
    outside: number
    unplaced: number
    kept: number
    approximate: number
    new: number
  }
  contacts?: {
    pending: number
    enriched: number
    failed: number
    noWebsite: number
  }
  details?: { pending: number; done: number; failed: number }
  complete: boolean | null
  reasons: {
    code:
      | 'limit_reached'
      | 'budget_requests'
      | 'budget_seconds'
      | 'cell_failed'
      | 'cell_saturated'
      | 'provider_partial'
      | 'rows_repeated'
      | 'rows_missing'
      | 'no_data'
      | 'cancelled'
      | 'planning_failed'
    detail: string
    count: number
  }[]
  understood: {
    kind: 'all' | 'category' | 'text'
    categories: { id: string; label: string }[]
    qualifiers: { id: string; label: string }[]
    names: string[]
    location: { text: string; isCertain: boolean } | null
    corrections: { from: string; to: string }[]
    ignored: {
      text: string
      reason: 'ranking' | 'time' | 'location' | 'filler' | 'not_recorded'
    }[]
    suggestions: { query: string; count: number | null }[]
  } | null
  warnings: { code: string; detail: string; count?: number }[]
  error: Problem | null
  attribution: {
    provider: 'osm-file' | 'overpass' | 'google' | 'overture'
    text: string
    license: string
    url: string
    file?: string
    snapshotAt?: string
  }[]
  createdAt: string
  completedAt: string | null
  links: Record<string, string>
}

export type WebhookBulkReplay = { replayed: number; more: boolean }

export type WebhookCleanup = { deleted: number }

export type WebhookEndpoint = {
  id: string
  url: string
  description: string | null
  events: string[] | null
  include: 'summary' | 'result'
  headerNames: string[]
  status: 'enabled' | 'disabled'
  disabledReason: string | null
  disabledAt: string | null
  failingSince: string | null
  previousSecretUntil: string | null
  createdAt: string
  updatedAt: string
}

export type WebhookRecord = {
  id: string
  direction: 'outgoing' | 'incoming'
  webhookId: string
  event: string
  status: 'pending' | 'delivering' | 'retrying' | 'delivered' | 'failed' | 'discarded'
  endpointId: string | null
  url: string | null
  subjectId: string | null
  attemptCount: number
  lastStatusCode: number | null
  lastError: string | null
  nextAttemptAt: string | null
  replayOf: string | null
  createdAt: string
  completedAt: string | null
}

export type WebhookRecordDetail = {
  id: string
  direction: 'outgoing' | 'incoming'
  webhookId: string
  event: string
  status: 'pending' | 'delivering' | 'retrying' | 'delivered' | 'failed' | 'discarded'
  endpointId: string | null
  url: string | null
  subjectId: string | null
  attemptCount: number
  lastStatusCode: number | null
  lastError: string | null
  nextAttemptAt: string | null
  replayOf: string | null
  createdAt: string
  completedAt: string | null
  payload: unknown
  attempts: {
    number: number
    at: string
    statusCode: number | null
    durationMs: number | null
    error: string | null
    operatorDetail?: string
    response: string | null
    signatures: number
  }[]
}

export type WebhookStats = {
  since: string
  total: number
  byStatus: Record<string, number>
  byEvent: Record<string, number>
  byEndpoint: {
    endpointId: string | null
    total: number
    delivered: number
    failed: number
  }[]
  successRate: number | null
  attempts: number
  latencyMs: { p50: number | null; p95: number | null }
  oldestPendingAgeMs: number | null
}

export type Worker = {
  id: string
  name: string
  instanceId: string
  version: string
  status: 'online' | 'quiet' | 'draining' | 'stale' | 'lost' | 'offline'
  directive: 'continue' | 'quiet' | 'drain' | 'stop'
  capabilities: { types: string[]; concurrency: Record<string, number> }
  tags: string[]
  host: unknown
  runningJobs: number
  pressure: {
    cpu: number | null
    memBytes: number | null
    browsers: number | null
    farmAnswers?: boolean
    browserStarts?: boolean
  } | null
  registeredAt: string
  lastSeenAt: string
}
