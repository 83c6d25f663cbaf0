// The operations of crawl that places calls. Generated from crawl's OpenAPI document by scripts/generate-client.ts: not
// edited by hand.
export const CRAWL_OPERATIONS = {
  postMapsResolve: { method: 'POST', path: '/api/v1/maps/resolve', success: [200, 202] },
  postMapsSearch: { method: 'POST', path: '/api/v1/maps/search', success: [200, 202] },
  postMapsUnderstand: { method: 'POST', path: '/api/v1/maps/understand', success: [200, 202] },
  postMapsExtract: { method: 'POST', path: '/api/v1/maps/extract', success: [200, 202] },
  postEnrichContact: { method: 'POST', path: '/api/v1/enrich/contact', success: [200, 202] },
  getJobsById: { method: 'GET', path: '/api/jobs/{id}', success: [200] },
  postJobsByIdCancel: { method: 'POST', path: '/api/jobs/{id}/cancel', success: [200] },
} as const

/** What each operation takes, and what it answers by status. */
export interface CrawlOperations {
  /** Says which area a location means and how many places a search in it can reach. */
  postMapsResolve: {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      location?: LocationInput
      query?: string
      provider?: 'osm-file' | 'overpass' | 'google'
      country?: string
      language?: string
      proxy?: {
        mode?: 'auto' | 'none' | 'pool'
        group?: string
        country?: string
        kind?: 'datacenter' | 'residential' | 'mobile' | 'isp'
        sessionKey?: string
        strictSticky?: boolean
      }
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: { data: unknown }
      202: {
        jobId: string
        id: string
        status: string
        links: Record<string, string>
      }
    }
  }
  /** Finds places in an area, page by page. */
  postMapsSearch: {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      query: string
      location?: LocationInput
      provider?: 'osm-file' | 'overpass' | 'google'
      categories?: string[]
      language?: string
      country?: string
      areaCountry?: string
      queryArea?: string
      limit?: number
      withClosed?: boolean
      cursor?: string
      engine?: 'auto' | 'http' | 'browser'
      proxy?: {
        mode?: 'auto' | 'none' | 'pool'
        group?: string
        country?: string
        kind?: 'datacenter' | 'residential' | 'mobile' | 'isp'
        sessionKey?: string
        strictSticky?: boolean
      }
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: { data: unknown }
      202: {
        jobId: string
        id: string
        status: string
        links: Record<string, string>
      }
    }
  }
  /** Says how a query would be understood, without a search. */
  postMapsUnderstand: {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      query: string
      location?: string
      provider?: 'osm-file' | 'overpass' | 'google'
      country?: string
      language?: string
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: { data: unknown }
      202: {
        jobId: string
        id: string
        status: string
        links: Record<string, string>
      }
    }
  }
  /** Reads one place by its id or by the address of its page on the map. */
  postMapsExtract: {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: unknown
    answers: {
      200: { data: unknown }
      202: {
        jobId: string
        id: string
        status: string
        links: Record<string, string>
      }
    }
  }
  /** Find the contacts of a website. */
  postEnrichContact: {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: unknown
    answers: {
      200: { data: unknown }
      202: {
        jobId: string
        id: string
        status: string
        links: Record<string, string>
      }
    }
  }
  /** Look at a job, or wait for its end */
  getJobsById: {
    path: { id: string }
    query: { waitMs?: number }
    headers: object
    body?: undefined
    answers: { 200: Job }
  }
  /** Cancel a job */
  postJobsByIdCancel: {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: Job }
  }
}

export type LocationInput =
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

export type WebhookInput = {
  url?: string
  endpointId?: string
  events?: (
    | 'job.succeeded'
    | 'job.partially_succeeded'
    | 'job.failed'
    | 'job.dead'
    | 'job.cancelled'
    | 'job.expired'
  )[]
  secret?: string
  headers?: Record<string, string>
  metadata?: Record<string, string>
  include?: 'summary' | 'result'
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
