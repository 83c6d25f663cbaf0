// The operations of crawl that places calls. Generated from crawl's OpenAPI document by scripts/generate-client.ts: not
// edited by hand.
export const CRAWL_OPERATIONS = {
  postMapsResolve: { method: 'POST', path: '/api/v1/maps/resolve', success: [200, 202] },
  postMapsSearch: { method: 'POST', path: '/api/v1/maps/search', success: [200, 202] },
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
      location?:
        | string
        | { lat: number; lng: number; radiusM: number }
        | { bbox: number[] }
        | { type: 'Polygon'; coordinates: number[][][] }
        | {
            type: 'MultiPolygon'
            coordinates: number[][][][]
          }
      query?: string
      provider?: 'osm-file' | 'overpass' | 'google'
      country?: string
      language?: string
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: {
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
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          provider: 'osm-file' | 'overpass' | 'google'
          area: ResolvedArea
          limits: {
            pageSize: number
            maxResults: number | null
            maxRequests?: number
          }
          attribution: {
            provider: 'osm-file' | 'overpass' | 'google'
            text: string
            license: string
            url: string
          }[]
        } | null
        engine: {
          used: string
          escalations: { from: string; to: string; reason: string }[]
          reason?: 'learned' | 'trial'
        }
        response: {
          url: string
          finalUrl: string
          statusCode: number
          contentType: string | null
          bytes: number
          redirects: string[]
        } | null
        cdn: {
          provider: string
          kind: 'cdn' | 'waf' | 'bot_manager' | 'cloud'
          confidence: number
        } | null
        cache: {
          status: string
          ageMs: number | null
          storedAt: string | null
          detail?: string
        }
        quality: { score: number; signals: string[] } | null
        timings: {
          queueMs: number | null
          fetchMs: number | null
          extractMs: number | null
          totalMs: number
        }
        warnings: { code: string; detail: string; pointer?: string }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
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
      location?:
        | string
        | { lat: number; lng: number; radiusM: number }
        | { bbox: number[] }
        | { type: 'Polygon'; coordinates: number[][][] }
        | {
            type: 'MultiPolygon'
            coordinates: number[][][][]
          }
      provider?: 'osm-file' | 'overpass' | 'google'
      categories?: string[]
      language?: string
      country?: string
      areaCountry?: string
      limit?: number
      withClosed?: boolean
      cursor?: string
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: {
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
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          provider: 'osm-file' | 'overpass' | 'google'
          area: ResolvedArea | null
          interpretation: {
            kind: 'all' | 'category' | 'text'
            categories: string[]
            terms: string[]
          }
          places: {
            source: {
              provider: 'osm-file' | 'overpass' | 'google'
              scheme: string
              id: string
            }
            name: string | null
            names: Record<string, string>
            categories: { id: string; label: string }[]
            address: {
              formatted: string | null
              street: string | null
              houseNumber: string | null
              postcode: string | null
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
            } | null
            status: 'operational' | 'temporarily_closed' | 'permanently_closed' | 'unknown'
            description: string | null
            attributes: Record<string, string | boolean | number>
            photos: { url: string; credit: string | null }[]
            owner: string | null
            brand: { name: string | null; wikidata: string | null } | null
            plusCode: string | null
            links: Record<string, string>
            aliases: { scheme: string; value: string }[]
            provenance: Record<
              string,
              {
                provider: 'osm-file' | 'overpass' | 'google' | 'website'
                tier: string
                fetchedAt: string
                also?: { provider: 'website'; fetchedAt: string }
              }
            >
            raw: unknown
          }[]
          closed?: number
          nextCursor: string | null
          progress?: { done: number; total: number }
          exhausted: boolean
          unplaced?: number
          partialReason: string | null
          noData?: boolean
          attribution: {
            provider: 'osm-file' | 'overpass' | 'google'
            text: string
            license: string
            url: string
          }[]
        } | null
        engine: {
          used: string
          escalations: { from: string; to: string; reason: string }[]
          reason?: 'learned' | 'trial'
        }
        response: {
          url: string
          finalUrl: string
          statusCode: number
          contentType: string | null
          bytes: number
          redirects: string[]
        } | null
        cdn: {
          provider: string
          kind: 'cdn' | 'waf' | 'bot_manager' | 'cloud'
          confidence: number
        } | null
        cache: {
          status: string
          ageMs: number | null
          storedAt: string | null
          detail?: string
        }
        quality: { score: number; signals: string[] } | null
        timings: {
          queueMs: number | null
          fetchMs: number | null
          extractMs: number | null
          totalMs: number
        }
        warnings: { code: string; detail: string; pointer?: string }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
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

export type ArtifactLink = {
  id: string
  kind: string
  href: string
  mediaType: string
  bytes: number
  sha256: string
  width?: number
  height?: number
  pages?: number
  expiresAt: string
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

export type ResolvedArea = {
  name: string | null
  kind: 'extract' | 'boundary' | 'place' | 'circle' | 'bbox' | 'polygon'
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
}
