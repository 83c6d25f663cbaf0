// What crawl takes and answers. Generated from its OpenAPI document by scripts/generate-client.ts: not edited by hand.
/** The routes that do their work once for an Idempotency-Key. */
export const CRAWL_IDEMPOTENT: ReadonlySet<string> = new Set([
  'POST /api/v1/maps/search',
  'POST /api/v1/maps/extract',
  'POST /api/v1/maps/resolve',
  'POST /api/v1/maps/understand',
  'POST /api/v1/maps/basemap',
  'POST /api/v1/maps/parse',
  'POST /api/v1/airbnb/extract',
  'POST /api/v1/swagger/extract',
  'POST /api/v1/markdown/extract',
  'POST /api/v1/screenshot/extract',
  'POST /api/v1/pdf/extract',
  'POST /api/v1/json/extract',
  'POST /api/v1/image/extract',
  'POST /api/v1/docling/extract',
  'POST /api/v1/cdn/check',
  'POST /api/v1/enrich/contact',
  'POST /api/v1/page/extract',
  'POST /api/v1/sites/map',
  'POST /api/v1/maps/batch/search',
  'POST /api/v1/maps/batch/extract',
  'POST /api/v1/airbnb/batch/extract',
  'POST /api/v1/swagger/batch/extract',
  'POST /api/v1/markdown/batch/extract',
  'POST /api/v1/json/batch/extract',
  'POST /api/v1/image/batch/extract',
  'POST /api/v1/docling/batch/extract',
  'POST /api/v1/cdn/batch/check',
  'POST /api/v1/enrich/contact/batch',
  'POST /api/jobs/{id}/retry',
  'POST /api/webhooks/{id}/replay',
  'POST /api/webhooks/replay',
  'POST /api/v1/sites/crawl',
])

/** What each operation takes, and what it answers by status. */
export interface CrawlOperations {
  /** List the extractors */
  'GET /api/v1/extractors': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: {
      200: {
        items: {
          name: string
          version: string
          summary: string
          available: boolean
          unavailableReason: string | null
          operations: {
            name: string
            method: 'POST'
            path: string
            summary: string
            kindOfWork: 'light' | 'http' | 'browser' | 'parser'
            batch: boolean
            timeoutMs: number
            requestSchema: unknown
            responseSchema: unknown
          }[]
        }[]
        nextCursor: string | null
      }
    }
  }
  /** Finds places in an area, page by page. */
  'POST /api/v1/maps/search': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      query: string
      location?: LocationInput
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      categories?: string[]
      language?: string
      country?: string
      areaCountry?: string
      queryArea?: string
      limit?: number
      withClosed?: boolean
      cursor?: string
      overlap?: number
      engine?: 'auto' | 'http' | 'browser'
      proxy?: ProxyInput
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          provider: 'osm-file' | 'overpass' | 'google' | 'overture'
          area: ResolvedArea | null
          interpretation: {
            kind: 'all' | 'category' | 'text'
            categories: string[]
            terms: string[]
          }
          understood?: {
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
          places: {
            source: {
              provider: 'osm-file' | 'overpass' | 'google' | 'overture'
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
            raw: unknown
          }[]
          closed?: number
          nextCursor: string | null
          overlap?: number
          progress?: { done: number; total: number }
          exhausted: boolean
          unplaced?: number
          partialReason: string | null
          noData?: boolean
          attribution: {
            provider: 'osm-file' | 'overpass' | 'google' | 'overture'
            text: string
            license: string
            url: string
            file?: string
            snapshotAt?: string
          }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Reads one place by its id or by the address of its page on the map. */
  'POST /api/v1/maps/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      id?: string
      url?: string
      urls?: string[]
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      language?: string
      engine?: 'auto' | 'http' | 'browser'
      reviews?: {
        max?: number
        knownIds?: string[]
        includeReviewerNames?: boolean
      }
      proxy?: ProxyInput
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          provider: 'osm-file' | 'overpass' | 'google' | 'overture'
          place: {
            source: {
              provider: 'osm-file' | 'overpass' | 'google' | 'overture'
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
            raw: unknown
          }
          reviews?: {
            items: {
              id: string
              rating: number | null
              text: string | null
              language: string | null
              author: string | null
              publishedAt: string | null
              editedAt: string | null
              likes: number | null
              photos: string[]
              ownerReply: string | null
              ownerReplyAt: string | null
            }[]
            total: number | null
            coverage: 'complete' | 'partial' | 'embedded' | 'unavailable'
            reachedKnown: boolean
            reason: string | null
            source?: { name: string; license: string; url: string }
          }
          attribution: {
            provider: 'osm-file' | 'overpass' | 'google' | 'overture'
            text: string
            license: string
            url: string
            file?: string
            snapshotAt?: string
          }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Says which area a location means and how many places a search in it can reach. */
  'POST /api/v1/maps/resolve': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      location?: LocationInput
      query?: string
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      country?: string
      language?: string
      proxy?: ProxyInput
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          provider: 'osm-file' | 'overpass' | 'google' | 'overture'
          area: ResolvedArea
          limits: {
            pageSize: number
            maxResults: number | null
            maxRequests?: number
          }
          understood?: {
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
          parts?: ('details' | 'reviews')[]
          attribution: {
            provider: 'osm-file' | 'overpass' | 'google' | 'overture'
            text: string
            license: string
            url: string
            file?: string
            snapshotAt?: string
          }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Says how a query would be understood, without a search. */
  'POST /api/v1/maps/understand': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      query: string
      location?: string
      provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
      country?: string
      language?: string
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
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
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Gives the roads, water and parks of a part of the map, as far as an extract on this machine has them. */
  'POST /api/v1/maps/basemap': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      bbox: number[]
      zoom: number
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          provider: 'osm-file' | 'overpass' | 'google' | 'overture' | null
          features: {
            type: 'Feature'
            properties: {
              kind: 'motorway' | 'road' | 'street' | 'path' | 'rail' | 'river' | 'coast' | 'water' | 'green'
              name: string | null
            }
            geometry:
              | { type: 'LineString'; coordinates: number[][] }
              | { type: 'Polygon'; coordinates: number[][][] }
              | {
                  type: 'MultiPolygon'
                  coordinates: number[][][][]
                }
          }[]
          complete: boolean
          attribution: {
            provider: 'osm-file' | 'overpass' | 'google' | 'overture'
            text: string
            license: string
            url: string
            file?: string
            snapshotAt?: string
          }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Reads payloads that a provider sent before, without asking it again. */
  'POST /api/v1/maps/parse': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      provider: 'osm-file' | 'overpass' | 'google' | 'overture'
      payloads: { raw: unknown; fetchedAt: string; country?: string | null }[]
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          provider: 'osm-file' | 'overpass' | 'google' | 'overture'
          places: ({
            source: {
              provider: 'osm-file' | 'overpass' | 'google' | 'overture'
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
            raw: unknown
          } | null)[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Read a listing, a search or a host. */
  'POST /api/v1/airbnb/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      urls?: string[]
      html?: string
      artifactId?: string
      artifactIds?: string[]
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      listingId?: string
      checkIn?: string
      checkOut?: string
      guests?: {
        adults?: number
        children?: number
        infants?: number
        pets?: number
      }
      currency?: string
      include?: ('price' | 'calendar' | 'reviews' | 'host' | 'amenities' | 'photos')[]
      reviews?: { max?: number }
      calendarMonths?: number
      maxResults?: number
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data:
          | {
              kind: 'listing'
              url: string | null
              listingId: string | null
              title: string | null
              roomType: string | null
              propertyType: string | null
              location: string | null
              capacity: number | null
              bedrooms: number | null
              beds: number | null
              baths: number | null
              coordinates: { lat: number; lng: number; approximate: true } | null
              rating: {
                overall: number | null
                count: number | null
                accuracy: number | null
                checkIn: number | null
                cleanliness: number | null
                communication: number | null
                location: number | null
                value: number | null
              } | null
              host?: {
                id: string | null
                name: string | null
                superhost: boolean | null
                verified: boolean | null
                since: string | null
                yearsHosting: number | null
                responseRate: number | null
                responseTime: string | null
                photo: string | null
              } | null
              amenities?:
                | {
                    group: string | null
                    name: string
                    available: boolean | null
                  }[]
                | null
              photos?: { url: string; caption: string | null }[] | null
              houseRules: string[] | null
              checkInTime: string | null
              checkOutTime: string | null
              description: string | null
              cancellationPolicy: string | null
              checkIn: string | null
              checkOut: string | null
              price?: {
                currency: string | null
                perNight: string | null
                perNightFrom: 'shown' | 'breakdown' | 'average' | null
                total: string | null
                nights: number | null
                lines: { label: string; amount: string | null }[]
                discount: string | null
                original: string | null
                shown: {
                  text: string | null
                  amount: string | null
                  per: 'night' | 'stay' | 'month' | null
                }
              } | null
              priceReason?: 'dates_required' | 'unavailable' | 'not_on_page' | null
              calendar?:
                | {
                    date: string
                    available: boolean | null
                    availableForCheckIn: boolean | null
                    availableForCheckOut: boolean | null
                    minNights: number | null
                    maxNights: number | null
                    price?: { amount: string; currency: string | null }
                  }[]
                | null
              reviews?:
                | {
                    id: string | null
                    rating: number | null
                    text: string | null
                    language: string | null
                    createdAt: string | null
                    dateShown: string | null
                    author: string | null
                    response: string | null
                  }[]
                | null
            }
          | {
              kind: 'search'
              url: string | null
              query: string | null
              area: { north: number; south: number; east: number; west: number } | null
              checkIn: string | null
              checkOut: string | null
              results: {
                listingId: string
                url: string
                name: string | null
                title: string | null
                coordinates: { lat: number; lng: number; approximate: true } | null
                rating: { overall: number | null; count: number | null } | null
                badges: { code: string | null; text: string | null }[]
                superhost: boolean | null
                bedrooms: number | null
                beds: number | null
                baths: number | null
                details: string[]
                photos: { url: string; caption: string | null }[]
                checkIn: string | null
                checkOut: string | null
                price: {
                  currency: string | null
                  perNight: string | null
                  perNightFrom: 'shown' | 'breakdown' | 'average' | null
                  total: string | null
                  nights: number | null
                  lines: { label: string; amount: string | null }[]
                  discount: string | null
                  original: string | null
                  shown: {
                    text: string | null
                    amount: string | null
                    per: 'night' | 'stay' | 'month' | null
                  }
                } | null
                priceReason: 'dates_required' | 'unavailable' | 'not_on_page' | null
              }[]
              total: number | null
              totalText: string | null
              pages: { read: number; offered: number | null }
              nextCursor: string | null
              complete: boolean
              reasons: string[]
            }
          | {
              kind: 'host'
              url: string | null
              hostId: string | null
              name: string | null
              superhost: boolean | null
              verified: boolean | null
              since: string | null
              yearsHosting: number | null
              about: string | null
              location: string | null
              languages: string[] | null
              photo: string | null
              responseRate: number | null
              responseTime: string | null
              rating: number | null
              reviewCount: number | null
              listingCount: number | null
              listings:
                | {
                    listingId: string
                    url: string
                    name: string | null
                    rating: number | null
                    reviewCount: number | null
                    photo: string | null
                  }[]
                | null
              reviews:
                | {
                    id: string | null
                    rating: number | null
                    text: string | null
                    language: string | null
                    createdAt: string | null
                    dateShown: string | null
                    author: string | null
                    response: string | null
                  }[]
                | null
            }
          | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Find and read API descriptions. */
  'POST /api/v1/swagger/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      urls?: string[]
      html?: string
      artifactId?: string
      artifactIds?: string[]
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      probe?: boolean
      maxProbes?: number
      maxSpecs?: number
      output?: 'both' | 'full' | 'summary'
      validate?: boolean
      convertTo?: 'none' | '3.1'
      resolveRefs?: 'none' | 'internal' | 'external'
      filter?: {
        tags?: string[]
        paths?: string[]
        methods?: ('get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query')[]
      }
      compareTo?: string | Record<string, unknown>
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200:
        | {
            jobId: string
            extractor: string
            operation: string
            status: string
            data: {
              url: string | null
              specs: {
                url: string | null
                foundBy:
                  | 'body'
                  | 'link'
                  | 'swagger_ui'
                  | 'redoc'
                  | 'scalar'
                  | 'rapidoc'
                  | 'stoplight'
                  | 'embedded'
                  | 'script'
                  | 'page_link'
                  | 'page'
                  | 'api_catalog'
                  | 'probe'
                name: string | null
                kind:
                  | 'openapi'
                  | 'asyncapi'
                  | 'graphql'
                  | 'raml'
                  | 'wsdl'
                  | 'wadl'
                  | 'postman'
                  | 'arazzo'
                  | 'overlay'
                  | 'odata'
                  | 'google_discovery'
                  | 'api_blueprint'
                format: 'json' | 'yaml' | 'xml' | 'text'
                specVersion: string | null
                convertedTo: string | null
                title: string | null
                version: string | null
                description: string | null
                servers?: {
                  url: string
                  defaultUrl: string | null
                  description: string | null
                  variables: Record<string, { default: string | null; enum: string[] }>
                }[]
                counts?: {
                  paths: number
                  operations: number
                  webhooks: number
                  schemas: number
                  securitySchemes: number
                  tags: number
                  deprecated: number
                }
                tags?: { name: string; description: string | null }[]
                operations?: {
                  method: string
                  path: string | null
                  webhook: string | null
                  operationId: string | null
                  summary: string | null
                  description: string | null
                  tags: string[]
                  deprecated: boolean
                  parameters: {
                    name: string | null
                    in: string | null
                    required: boolean
                    type: string | null
                    description: string | null
                    deprecated: boolean
                  }[]
                  requestBody: { required: boolean; contentTypes: string[] } | null
                  responses: {
                    status: string
                    description: string | null
                    contentTypes: string[]
                  }[]
                  security: { scheme: string; scopes: string[] }[][] | null
                }[]
                securitySchemes?: Record<string, unknown>
                validation?: {
                  valid: boolean
                  errors: { pointer: string; code: string; detail: string }[]
                  errorCount: number
                } | null
                spec?: unknown
                specArtifact?: ArtifactLink | null
                externalRefs?: {
                  url: string
                  outcome: 'read' | 'failed' | 'not_tried'
                  detail: string | null
                }[]
              }[]
              probed: {
                url: string
                foundBy:
                  | 'body'
                  | 'link'
                  | 'swagger_ui'
                  | 'redoc'
                  | 'scalar'
                  | 'rapidoc'
                  | 'stoplight'
                  | 'embedded'
                  | 'script'
                  | 'page_link'
                  | 'page'
                  | 'api_catalog'
                  | 'probe'
                outcome:
                  | 'description'
                  | 'index'
                  | 'looked_into'
                  | 'nothing'
                  | 'unreadable'
                  | 'http_error'
                  | 'failed'
                  | 'not_tried'
                statusCode: number | null
                detail: string | null
              }[]
              diff?: {
                specIndex: number
                previous: {
                  title: string | null
                  version: string | null
                  specVersion: string | null
                }
                compatible: boolean
                breaking: {
                  code: string
                  level: 'breaking' | 'dangerous' | 'safe'
                  at: string
                  detail: string
                  before?: unknown
                  after?: unknown
                  operations: string[]
                  operationCount: number
                }[]
                dangerous: {
                  code: string
                  level: 'breaking' | 'dangerous' | 'safe'
                  at: string
                  detail: string
                  before?: unknown
                  after?: unknown
                  operations: string[]
                  operationCount: number
                }[]
                safe: {
                  code: string
                  level: 'breaking' | 'dangerous' | 'safe'
                  at: string
                  detail: string
                  before?: unknown
                  after?: unknown
                  operations: string[]
                  operationCount: number
                }[]
                counts: { breaking: number; dangerous: number; safe: number }
                truncated: boolean
              }
            } | null
            engine: ResultEngine
            response: ResultResponse
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
            warnings: {
              code: string
              detail: string
              pointer?: string
              count?: number
            }[]
            provenance: Record<string, unknown>
            artifacts: ArtifactLink[]
            extractorVersion: string
            createdAt: string
            completedAt: string
            links: Record<string, string>
          }
        | Record<string, unknown>
        | unknown[]
        | string
        | number
        | boolean
        | null
      202: JobAccepted
    }
  }
  /** Read a page as Markdown. */
  'POST /api/v1/markdown/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      urls?: string[]
      html?: string
      artifactId?: string
      artifactIds?: string[]
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      formats?: (
        | 'markdown'
        | 'text'
        | 'html'
        | 'rawHtml'
        | 'links'
        | 'images'
        | 'metadata'
        | 'chunks'
        | 'posts'
      )[]
      mainContent?: 'auto' | 'full' | 'selector'
      debug?: boolean
      include?: string[]
      exclude?: string[]
      links?: 'inline' | 'reference' | 'text' | 'none' | 'summary'
      images?: 'keep' | 'alt' | 'drop'
      dataUrls?: 'drop' | 'keep'
      frames?: boolean
      shadowDom?: boolean
      headingStyle?: 'atx' | 'setext'
      gfm?: boolean
      frontMatter?: boolean
      maxChars?: number
      chunk?: {
        by?: 'heading' | 'tokens'
        maxTokens?: number
        overlap?: number
      }
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          url: string | null
          title: string | null
          byline: string | null
          language: string | null
          publishedAt: string | null
          wordCount: number
          mainContent: { method: string; ratio: number; fallbackUsed: boolean }
          kind?: {
            name: 'article' | 'documentation' | 'service' | 'forum' | 'collection' | 'listing' | 'product'
            confidence: number
          } | null
          removed?: {
            share: number
            byReason: {
              navigation?: number
              header?: number
              footer?: number
              aside?: number
              controls?: number
              comments?: number
              related?: number
              about?: number
              other?: number
            }
          }
          trace?: string[]
          markdown?: string
          text?: string
          html?: string
          rawHtml?: string
          links?: {
            href: string
            text: string
            rel: string[]
            internal: boolean | null
          }[]
          images?: {
            src: string
            alt: string | null
            width: number | null
            height: number | null
          }[]
          chunks?: {
            index: number
            heading: string[]
            text: string
            chars: number
            tokensEstimate: number
            posts?: {
              author: string | null
              publishedAt: string | null
              url: string | null
            }[]
          }[]
          posts?:
            | {
                author: string | null
                publishedAt: string | null
                url: string | null
                markdown: string
              }[]
            | null
          metadata?: {
            description: string | null
            modifiedAt: string | null
            siteName: string | null
            canonical: string | null
            image: string | null
            favicon: string | null
            feeds: { href: string; type: string; title: string | null }[]
            og: Record<string, string>
            jsonLdTypes: string[]
            keywords: string[]
            charset: string | null
            charsetSource: 'bom' | 'header' | 'meta' | 'valid_utf8' | 'sniffed' | 'default' | null
          }
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Take a picture of a page. */
  'POST /api/v1/screenshot/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      html?: string
      artifactId?: string
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      fullPage?: boolean
      maxHeightPx?: number
      selector?: string
      clip?: { x: number; y: number; width: number; height: number }
      format?: 'png' | 'jpeg' | 'webp' | 'avif'
      quality?: number
      omitBackground?: boolean
      scroll?: boolean
      freezeAnimations?: boolean
      hide?: string[]
      css?: string
      stickyHeaders?: 'once' | 'keep' | 'hide'
      thumbnail?: { widthPx: number }
      compareTo?: string
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          title: string | null
          format: 'png' | 'jpeg' | 'webp' | 'avif'
          width: number
          height: number
          pageWidthPx: number
          pageHeightPx: number
          tiles: string[]
          thumbnail?: string
          comparison?: {
            changedRatio: number
            sameSize: boolean
            diffArtifact: string
          }
          fonts: { missing: string[]; missingScripts?: string[] }
          consoleErrors: string[]
          failedRequests: { url: string; reason: string }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Render a page as PDF, or read a PDF. */
  'POST /api/v1/pdf/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      html?: string
      artifactId?: string
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      mode?: 'auto' | 'render' | 'extract'
      paper?:
        | 'A3'
        | 'A4'
        | 'A5'
        | 'A6'
        | 'Letter'
        | 'Legal'
        | 'Tabloid'
        | { widthMm: number; heightMm: number }
      landscape?: boolean
      marginsMm?:
        | number
        | {
            top?: number
            right?: number
            bottom?: number
            left?: number
          }
      printBackground?: boolean
      scale?: number
      pageRanges?: string
      header?: string
      footer?: string
      preferCssPageSize?: boolean
      outline?: boolean
      tagged?: boolean
      scroll?: boolean
      media?: 'print' | 'screen'
      pages?: string
      password?: string
      output?: 'text' | 'markdown' | 'json'
      includeImages?: boolean
      ocr?: 'auto' | 'never' | 'force'
      ocrLanguages?: string[]
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          mode: 'render' | 'extract'
          title: string | null
          pages: number | null
          bytes: number
          pdf?: string
          consoleErrors?: string[]
          failedRequests?: { url: string; reason: string }[]
          url?: string | null
          status?: 'success' | 'partial_success'
          author?: string | null
          subject?: string | null
          keywords?: string | null
          creator?: string | null
          producer?: string | null
          pdfVersion?: string | null
          createdAt?: string | null
          modifiedAt?: string | null
          encrypted?: boolean
          tagged?: boolean
          outline?: { title: string; level: number; page: number | null }[]
          pagesText?: { page: number; text: string; ocr: boolean }[]
          markdown?: string
          document?: Record<string, unknown>
          images?: {
            page: number
            artifactId: string
            mediaType: string
            width: number
            height: number
          }[]
          needsOcr?: number[]
          ocrPages?: number[]
          pageErrors?: { page: number | null; code: string; detail: string }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Read structured data from a page or a document. */
  'POST /api/v1/json/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      urls?: string[]
      html?: string
      artifactId?: string
      artifactIds?: string[]
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      schema?: Record<string, unknown>
      rules?: Record<
        string,
        {
          selector?: string
          jsonPath?: string
          attr?: string
          type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
          multiple?: boolean
          regex?: string
          fields?: Record<
            string,
            {
              selector?: string
              jsonPath?: string
              attr?: string
              type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
              multiple?: boolean
              regex?: string
              fields?: Record<
                string,
                {
                  selector?: string
                  jsonPath?: string
                  attr?: string
                  type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
                  multiple?: boolean
                  regex?: string
                }
              >
            }
          >
        }
      >
      jsonPath?: string
      sources?: (
        | 'jsonLd'
        | 'microdata'
        | 'rdfa'
        | 'openGraph'
        | 'twitter'
        | 'state'
        | 'tables'
        | 'feeds'
        | 'microformats'
        | 'meta'
        | 'xhr'
        | 'llm'
      )[]
      coerce?: boolean
      found?: boolean
      maxRows?: number
      instructions?: string
      capture?: { urlPattern: string; max?: number }
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200:
        | {
            jobId: string
            extractor: string
            operation: string
            status: string
            data: {
              url: string | null
              kind: 'page' | 'json' | 'ndjson' | 'csv' | 'xml' | 'feed'
              value: unknown
              valid: boolean | null
              errors: { pointer: string; code: string; detail: string }[]
              provenance: Record<
                string,
                {
                  source: string
                  path?: string
                  selector?: string
                  snippet: string
                  confidence: number
                }
              >
              matches?: { path: string; value: unknown }[]
              found?: Record<string, unknown>
            } | null
            engine: ResultEngine
            response: ResultResponse
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
            warnings: {
              code: string
              detail: string
              pointer?: string
              count?: number
            }[]
            provenance: Record<string, unknown>
            artifacts: ArtifactLink[]
            extractorVersion: string
            createdAt: string
            completedAt: string
            links: Record<string, string>
          }
        | Record<string, unknown>
        | unknown[]
        | string
        | number
        | boolean
        | null
      202: JobAccepted
    }
  }
  /** List, inspect or download images. */
  'POST /api/v1/image/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      urls?: string[]
      html?: string
      artifactId?: string
      artifactIds?: string[]
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      mode?: 'list' | 'inspect' | 'download'
      minWidthPx?: number
      minHeightPx?: number
      minBytes?: number
      formats?: (
        | 'jpeg'
        | 'png'
        | 'gif'
        | 'webp'
        | 'avif'
        | 'heic'
        | 'tiff'
        | 'svg'
        | 'bmp'
        | 'ico'
        | 'jp2'
        | 'jxl'
        | 'psd'
      )[]
      maxImages?: number
      includeInline?: boolean
      includeBackground?: boolean
      hash?: boolean
      palette?: boolean
      readMetadata?: boolean
      gps?: boolean
      transform?: {
        widthPx?: number
        heightPx?: number
        fit?: 'inside' | 'cover' | 'contain' | 'fill' | 'outside'
        format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
        quality?: number
      }
      keepMetadata?: boolean
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          mode: 'list' | 'inspect' | 'download'
          url: string | null
          images: {
            url: string | null
            inline: 'data_url' | 'svg' | null
            foundIn: (
              | 'img'
              | 'srcset'
              | 'picture'
              | 'css'
              | 'lazy'
              | 'noscript'
              | 'inline_svg'
              | 'svg_image'
              | 'open_graph'
              | 'twitter'
              | 'json_ld'
              | 'microdata'
              | 'icon'
              | 'apple_touch_icon'
              | 'preload'
              | 'video_poster'
              | 'input'
              | 'object'
              | 'target'
            )[]
            alt: string | null
            caption: string | null
            declared: {
              width: number | null
              height: number | null
              mediaType: string | null
            }
            role: 'hero' | 'content' | 'logo' | 'icon' | 'tracking' | 'decor'
            score: number
            format?:
              | 'jpeg'
              | 'png'
              | 'gif'
              | 'webp'
              | 'avif'
              | 'heic'
              | 'tiff'
              | 'svg'
              | 'bmp'
              | 'ico'
              | 'jp2'
              | 'jxl'
              | 'psd'
            mediaType?: string
            width?: number | null
            height?: number | null
            bytes?: number
            sha256?: string
            pages?: number | null
            animated?: boolean | null
            durationMs?: number | null
            orientation?: number | null
            alpha?: boolean | null
            colorSpace?: string | null
            bitDepth?: number | null
            iccProfile?: string | null
            dhash?: string | null
            thumbhash?: string | null
            palette?: { hex: string; share: number }[] | null
            metadata?: {
              takenAt: string | null
              exif: Record<string, string | number | number[]> | null
              iptc: {
                title: string | null
                headline: string | null
                caption: string | null
                byline: string | null
                credit: string | null
                source: string | null
                copyright: string | null
                city: string | null
                country: string | null
                createdAt: string | null
                keywords: string[]
              } | null
              xmp: {
                title: string | null
                description: string | null
                creators: string[]
                rights: string | null
                webStatement: string | null
                credit: string | null
                subjects: string[]
                createdAt: string | null
                rating: number | null
                tool: string | null
                digitalSourceType: string | null
              } | null
              gps?: { lat: number; lng: number; altitudeM: number | null } | null
            } | null
            warnings?: {
              code: string
              detail: string
              pointer?: string
              count?: number
            }[]
            duplicateOf?: number | null
            artifactId?: string | null
            error?: { code: string; detail: string }
          }[]
          counts: {
            found: number
            filtered: number
            cut: number
            listed: number
            fetched: number
            failed: number
            duplicates: number
          }
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Convert a document. */
  'POST /api/v1/docling/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      urls?: string[]
      html?: string
      artifactId?: string
      artifactIds?: string[]
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      to?: ('md' | 'json' | 'html' | 'text' | 'chunks')[]
      filename?: string
      pages?: string
      password?: string
      ocr?: 'auto' | 'never' | 'force'
      ocrLanguages?: string[]
      tables?: 'fast' | 'accurate' | 'off'
      cells?: 'values' | 'shown'
      images?: 'placeholder' | 'embedded' | 'referenced'
      chunk?: {
        by?: 'heading' | 'tokens' | 'item'
        maxTokens?: number
        mergePeers?: boolean
      }
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200:
        | {
            jobId: string
            extractor: string
            operation: string
            status: string
            data: {
              url: string | null
              filename: string | null
              format: string | null
              title: string | null
              status: 'success' | 'partial_success'
              document?: {
                schema_name: 'DoclingDocument'
                version: string
                name: string
                origin: { mimetype: string; binary_hash: number; filename: string }
                furniture: {
                  self_ref: string
                  parent?: { $ref: string }
                  children: { $ref: string }[]
                  content_layer: 'body' | 'furniture' | 'background' | 'invisible' | 'notes'
                  name: string
                  label: string
                }
                body: {
                  self_ref: string
                  parent?: { $ref: string }
                  children: { $ref: string }[]
                  content_layer: 'body' | 'furniture' | 'background' | 'invisible' | 'notes'
                  name: string
                  label: string
                }
                groups: {
                  self_ref: string
                  parent?: { $ref: string }
                  children: { $ref: string }[]
                  content_layer: 'body' | 'furniture' | 'background' | 'invisible' | 'notes'
                  name: string
                  label: string
                }[]
                texts: {
                  self_ref: string
                  parent?: { $ref: string }
                  children: { $ref: string }[]
                  content_layer: 'body' | 'furniture' | 'background' | 'invisible' | 'notes'
                  label:
                    | 'title'
                    | 'section_header'
                    | 'paragraph'
                    | 'text'
                    | 'list_item'
                    | 'caption'
                    | 'footnote'
                    | 'page_header'
                    | 'page_footer'
                    | 'code'
                    | 'formula'
                    | 'checkbox_selected'
                    | 'checkbox_unselected'
                    | 'reference'
                    | 'marker'
                    | 'handwritten_text'
                    | 'empty_value'
                    | 'grading_scale'
                    | 'field_heading'
                    | 'field_hint'
                    | 'field_key'
                    | 'field_value'
                  prov: {
                    page_no: number
                    bbox: {
                      l: number
                      t: number
                      r: number
                      b: number
                      coord_origin: 'TOPLEFT' | 'BOTTOMLEFT'
                    }
                    charspan: number[]
                  }[]
                  orig: string
                  text: string
                  level?: number
                  enumerated?: boolean
                  marker?: string
                  code_language?: string
                  hyperlink?: string
                  formatting?: {
                    bold: boolean
                    italic: boolean
                    underline: boolean
                    strikethrough: boolean
                    script: 'baseline' | 'sub' | 'super'
                  }
                }[]
                pictures: {
                  self_ref: string
                  parent?: { $ref: string }
                  children: { $ref: string }[]
                  content_layer: 'body' | 'furniture' | 'background' | 'invisible' | 'notes'
                  prov: {
                    page_no: number
                    bbox: {
                      l: number
                      t: number
                      r: number
                      b: number
                      coord_origin: 'TOPLEFT' | 'BOTTOMLEFT'
                    }
                    charspan: number[]
                  }[]
                  captions: { $ref: string }[]
                  references: { $ref: string }[]
                  footnotes: { $ref: string }[]
                  label: 'picture' | 'chart'
                  image?: {
                    mimetype: string
                    dpi: number
                    size: { width: number; height: number }
                    uri: string
                  }
                }[]
                tables: {
                  self_ref: string
                  parent?: { $ref: string }
                  children: { $ref: string }[]
                  content_layer: 'body' | 'furniture' | 'background' | 'invisible' | 'notes'
                  prov: {
                    page_no: number
                    bbox: {
                      l: number
                      t: number
                      r: number
                      b: number
                      coord_origin: 'TOPLEFT' | 'BOTTOMLEFT'
                    }
                    charspan: number[]
                  }[]
                  captions: { $ref: string }[]
                  references: { $ref: string }[]
                  footnotes: { $ref: string }[]
                  label: 'table' | 'document_index'
                  data: {
                    table_cells: {
                      row_span: number
                      col_span: number
                      start_row_offset_idx: number
                      end_row_offset_idx: number
                      start_col_offset_idx: number
                      end_col_offset_idx: number
                      text: string
                      column_header: boolean
                      row_header: boolean
                      row_section: boolean
                      fillable: boolean
                      ref?: { $ref: string }
                    }[]
                    num_rows: number
                    num_cols: number
                  }
                }[]
                key_value_items: unknown[]
                form_items: unknown[]
                pages: Record<string, { page_no: number; size: { width: number; height: number } }>
              }
              markdown?: string
              html?: string
              text?: string
              chunks?: {
                index: number
                text: string
                headings: string[]
                pageNumbers: number[]
                docItems: string[]
                tokensEstimate: number
              }[]
              pageErrors: { page: number | null; code: string; detail: string }[]
              needsOcr: number[]
              ocrPages: number[] | null
              stats: {
                pages: number | null
                tables: number | null
                pictures: number | null
                ocrPages: number | null
              }
            } | null
            engine: ResultEngine
            response: ResultResponse
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
            warnings: {
              code: string
              detail: string
              pointer?: string
              count?: number
            }[]
            provenance: Record<string, unknown>
            artifacts: ArtifactLink[]
            extractorVersion: string
            createdAt: string
            completedAt: string
            links: Record<string, string>
          }
        | Record<string, unknown>
        | unknown[]
        | string
        | number
        | boolean
        | null
      202: JobAccepted
    }
  }
  /** See which CDN stands before a site. */
  'POST /api/v1/cdn/check': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      url: string
      timeoutMs?: number
      robots?: 'obey' | 'ignore'
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          domain: string
          statusCode: number
          outcome: 'ok' | 'challenge' | 'captcha' | 'blocked' | 'rate_limited' | 'login' | null
          providers: {
            name: string
            kind: 'cdn' | 'waf' | 'bot_manager' | 'cloud'
            confidence: number
            evidence: {
              kind: 'range' | 'cname' | 'header' | 'cookie' | 'body' | 'server' | 'tls'
              detail: string
            }[]
          }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Find the contacts of a website. */
  'POST /api/v1/enrich/contact': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      urls?: string[]
      html?: string
      artifactId?: string
      artifactIds?: string[]
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      website?: string
      domain?: string
      name?: string
      placeId?: string
      country?: string
      fields?: ('emails' | 'phones' | 'socials' | 'addresses' | 'people' | 'companyIds' | 'forms' | 'hours')[]
      maxPages?: number
      maxDepth?: number
      strategy?: 'links' | 'patterns' | 'both'
      verify?: { mx?: boolean; smtp?: boolean }
      includePersonal?: boolean
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          domain: string | null
          redirectedFrom: string | null
          placeId?: string
          nameFound?: boolean | null
          emails?: {
            value: string
            shared?: true
            type: 'generic' | 'personal' | 'role'
            verification: {
              syntax: boolean
              disposable: boolean
              free: boolean
              mx?: boolean | null
              domainMatch: boolean | null
            }
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          phones?: {
            e164: string
            shared?: true
            national: string
            extension: string | null
            country: string | null
            type: string | null
            isFax: boolean
            whatsapp: boolean
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          socials?: {
            network: string
            handle: string
            url: string
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          addresses?: {
            text: string
            street: string | null
            postalCode: string | null
            city: string | null
            country: string | null
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          people?: {
            name: string
            role: string | null
            email: string | null
            phone: string | null
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          companyIds?: {
            kind: 'vat' | 'register' | 'tax'
            value: string
            country: string | null
            checked: boolean
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          forms?: {
            url: string | null
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          hours?: {
            days: string[]
            opens: string
            closes: string
            confidence: number
            sources: {
              url: string | null
              evidence:
                | 'jsonld'
                | 'microdata'
                | 'mailto'
                | 'tel'
                | 'link'
                | 'cfemail'
                | 'label'
                | 'obfuscated'
                | 'text'
                | 'form'
                | 'meta'
                | 'postal'
              context: string
            }[]
          }[]
          pagesVisited: {
            url: string | null
            status: number | null
            error: string | null
            chosenBy: 'given' | 'link' | 'pattern' | 'blind' | 'exploration'
            patternId: string | null
            linkText: string | null
            found: Record<string, number>
            new: number
          }[]
          stopReason: 'satisfied' | 'budget' | 'exhausted' | 'blocked'
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** Run several extractors on one page. */
  'POST /api/v1/page/extract': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body?: {
      url?: string
      html?: string
      artifactId?: string
      baseUrl?: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      extractors?: { extractor: string; options?: Record<string, unknown> }[]
      known?: { etag?: string; lastModified?: string }
      pace?: { minDelayMs?: number; concurrency?: number }
      delivery?: 'inline' | 'artifact'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          page: {
            notModified: boolean
            etag: string | null
            lastModified: string | null
            title: string | null
            canonical: string | null
            noindex: boolean
            nofollow: boolean
            softError: boolean
            links: { href: string; nofollow: boolean }[]
            linksCut: boolean
            contentHash: string | null
            contentSketch?: string | null
          }
          results: Record<
            string,
            {
              data: unknown
              warnings: {
                code: string
                detail: string
                pointer?: string
                count?: number
              }[]
              error: Problem | null
            }
          >
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** List the pages of a site. */
  'POST /api/v1/sites/map': {
    path: object
    query: object
    headers: { prefer?: string; 'idempotency-key'?: string }
    body: {
      url: string
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      failOnStatus?: ('4xx' | '5xx' | number)[]
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      search?: string
      limit?: number
      scope?: 'path' | 'host' | 'domain'
      include?: string[]
      exclude?: string[]
      sitemap?: 'include' | 'skip' | 'only'
      maxHubs?: number
      ignoreQuery?: boolean
      delivery?: 'inline' | 'artifact' | 'raw'
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: {
      200: {
        jobId: string
        extractor: string
        operation: string
        status: string
        data: {
          url: string
          title: string | null
          links: {
            url: string
            title: string | null
            titleFrom: 'page' | 'news' | 'feed' | 'link' | null
            lastmod: string | null
            sources: ('start' | 'page' | 'sitemap' | 'news' | 'hreflang' | 'feed')[]
            score?: number
          }[]
          found: number
          matched: number | null
          complete: boolean
          reasons: {
            code:
              | 'limit'
              | 'deadline'
              | 'list_failed'
              | 'list_cut'
              | 'list_foreign'
              | 'too_many_lists'
              | 'too_many_pages'
              | 'result_size'
              | 'page_failed'
              | 'redirected_away'
            detail: string
            count: number
          }[]
          dropped: Record<string, number>
          lists: {
            url: string
            from: 'robots' | 'guess' | 'page' | 'index'
            outcome: 'read' | 'cut' | 'failed' | 'no_list' | 'foreign' | 'not_read'
            format: 'index' | 'urlset' | 'text' | 'rss' | 'atom' | 'rdf' | 'json' | null
            pages: number | null
            sameDay: boolean | null
            detail: string | null
          }[]
          pagesRead: { url: string; links: number | null; error: string | null }[]
        } | null
        engine: ResultEngine
        response: ResultResponse
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
        warnings: {
          code: string
          detail: string
          pointer?: string
          count?: number
        }[]
        provenance: Record<string, unknown>
        artifacts: ArtifactLink[]
        extractorVersion: string
        createdAt: string
        completedAt: string
        links: Record<string, string>
      }
      202: JobAccepted
    }
  }
  /** List what can be enriched */
  'GET /api/v1/enrich': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: {
      200: {
        items: {
          kind: string
          summary: string
          available: boolean
          unavailableReason: string | null
          paths: { single: string; batch: string | null }
          fields: string[]
          limits: Record<string, number>
          requestSchema: unknown
        }[]
        nextCursor: string | null
      }
    }
  }
  /** Finds places in an area, page by page. Many at once. */
  'POST /api/v1/maps/batch/search': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        query?: string
        location?: LocationInput
        provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
        categories?: string[]
        language?: string
        country?: string
        areaCountry?: string
        queryArea?: string
        limit?: number
        withClosed?: boolean
        cursor?: string
        overlap?: number
        engine?: 'auto' | 'http' | 'browser'
        proxy?: ProxyInput
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        query?: string
        location?: LocationInput
        provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
        categories?: string[]
        language?: string
        country?: string
        areaCountry?: string
        queryArea?: string
        limit?: number
        withClosed?: boolean
        cursor?: string
        overlap?: number
        engine?: 'auto' | 'http' | 'browser'
        proxy?: ProxyInput
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Reads one place by its id or by the address of its page on the map. Many at once. */
  'POST /api/v1/maps/batch/extract': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        id?: string
        url?: string
        provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
        language?: string
        engine?: 'auto' | 'http' | 'browser'
        reviews?: {
          max?: number
          knownIds?: string[]
          includeReviewerNames?: boolean
        }
        proxy?: ProxyInput
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        id?: string
        url?: string
        provider?: 'osm-file' | 'overpass' | 'google' | 'overture'
        language?: string
        engine?: 'auto' | 'http' | 'browser'
        reviews?: {
          max?: number
          knownIds?: string[]
          includeReviewerNames?: boolean
        }
        proxy?: ProxyInput
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Read a listing, a search or a host. Many at once. */
  'POST /api/v1/airbnb/batch/extract': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        listingId?: string
        checkIn?: string
        checkOut?: string
        guests?: {
          adults?: number
          children?: number
          infants?: number
          pets?: number
        }
        currency?: string
        include?: ('price' | 'calendar' | 'reviews' | 'host' | 'amenities' | 'photos')[]
        reviews?: { max?: number }
        calendarMonths?: number
        maxResults?: number
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        listingId?: string
        checkIn?: string
        checkOut?: string
        guests?: {
          adults?: number
          children?: number
          infants?: number
          pets?: number
        }
        currency?: string
        include?: ('price' | 'calendar' | 'reviews' | 'host' | 'amenities' | 'photos')[]
        reviews?: { max?: number }
        calendarMonths?: number
        maxResults?: number
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Find and read API descriptions. Many at once. */
  'POST /api/v1/swagger/batch/extract': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        probe?: boolean
        maxProbes?: number
        maxSpecs?: number
        output?: 'both' | 'full' | 'summary'
        validate?: boolean
        convertTo?: 'none' | '3.1'
        resolveRefs?: 'none' | 'internal' | 'external'
        filter?: {
          tags?: string[]
          paths?: string[]
          methods?: ('get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query')[]
        }
        compareTo?: string | Record<string, unknown>
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        probe?: boolean
        maxProbes?: number
        maxSpecs?: number
        output?: 'both' | 'full' | 'summary'
        validate?: boolean
        convertTo?: 'none' | '3.1'
        resolveRefs?: 'none' | 'internal' | 'external'
        filter?: {
          tags?: string[]
          paths?: string[]
          methods?: ('get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace' | 'query')[]
        }
        compareTo?: string | Record<string, unknown>
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Read a page as Markdown. Many at once. */
  'POST /api/v1/markdown/batch/extract': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        formats?: (
          | 'markdown'
          | 'text'
          | 'html'
          | 'rawHtml'
          | 'links'
          | 'images'
          | 'metadata'
          | 'chunks'
          | 'posts'
        )[]
        mainContent?: 'auto' | 'full' | 'selector'
        debug?: boolean
        include?: string[]
        exclude?: string[]
        links?: 'inline' | 'reference' | 'text' | 'none' | 'summary'
        images?: 'keep' | 'alt' | 'drop'
        dataUrls?: 'drop' | 'keep'
        frames?: boolean
        shadowDom?: boolean
        headingStyle?: 'atx' | 'setext'
        gfm?: boolean
        frontMatter?: boolean
        maxChars?: number
        chunk?: {
          by?: 'heading' | 'tokens'
          maxTokens?: number
          overlap?: number
        }
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        formats?: (
          | 'markdown'
          | 'text'
          | 'html'
          | 'rawHtml'
          | 'links'
          | 'images'
          | 'metadata'
          | 'chunks'
          | 'posts'
        )[]
        mainContent?: 'auto' | 'full' | 'selector'
        debug?: boolean
        include?: string[]
        exclude?: string[]
        links?: 'inline' | 'reference' | 'text' | 'none' | 'summary'
        images?: 'keep' | 'alt' | 'drop'
        dataUrls?: 'drop' | 'keep'
        frames?: boolean
        shadowDom?: boolean
        headingStyle?: 'atx' | 'setext'
        gfm?: boolean
        frontMatter?: boolean
        maxChars?: number
        chunk?: {
          by?: 'heading' | 'tokens'
          maxTokens?: number
          overlap?: number
        }
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Read structured data from a page or a document. Many at once. */
  'POST /api/v1/json/batch/extract': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        schema?: Record<string, unknown>
        rules?: Record<
          string,
          {
            selector?: string
            jsonPath?: string
            attr?: string
            type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
            multiple?: boolean
            regex?: string
            fields?: Record<
              string,
              {
                selector?: string
                jsonPath?: string
                attr?: string
                type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
                multiple?: boolean
                regex?: string
                fields?: Record<
                  string,
                  {
                    selector?: string
                    jsonPath?: string
                    attr?: string
                    type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
                    multiple?: boolean
                    regex?: string
                  }
                >
              }
            >
          }
        >
        jsonPath?: string
        sources?: (
          | 'jsonLd'
          | 'microdata'
          | 'rdfa'
          | 'openGraph'
          | 'twitter'
          | 'state'
          | 'tables'
          | 'feeds'
          | 'microformats'
          | 'meta'
          | 'xhr'
          | 'llm'
        )[]
        coerce?: boolean
        found?: boolean
        maxRows?: number
        instructions?: string
        capture?: { urlPattern: string; max?: number }
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        schema?: Record<string, unknown>
        rules?: Record<
          string,
          {
            selector?: string
            jsonPath?: string
            attr?: string
            type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
            multiple?: boolean
            regex?: string
            fields?: Record<
              string,
              {
                selector?: string
                jsonPath?: string
                attr?: string
                type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
                multiple?: boolean
                regex?: string
                fields?: Record<
                  string,
                  {
                    selector?: string
                    jsonPath?: string
                    attr?: string
                    type?: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'url'
                    multiple?: boolean
                    regex?: string
                  }
                >
              }
            >
          }
        >
        jsonPath?: string
        sources?: (
          | 'jsonLd'
          | 'microdata'
          | 'rdfa'
          | 'openGraph'
          | 'twitter'
          | 'state'
          | 'tables'
          | 'feeds'
          | 'microformats'
          | 'meta'
          | 'xhr'
          | 'llm'
        )[]
        coerce?: boolean
        found?: boolean
        maxRows?: number
        instructions?: string
        capture?: { urlPattern: string; max?: number }
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** List, inspect or download images. Many at once. */
  'POST /api/v1/image/batch/extract': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        mode?: 'list' | 'inspect' | 'download'
        minWidthPx?: number
        minHeightPx?: number
        minBytes?: number
        formats?: (
          | 'jpeg'
          | 'png'
          | 'gif'
          | 'webp'
          | 'avif'
          | 'heic'
          | 'tiff'
          | 'svg'
          | 'bmp'
          | 'ico'
          | 'jp2'
          | 'jxl'
          | 'psd'
        )[]
        maxImages?: number
        includeInline?: boolean
        includeBackground?: boolean
        hash?: boolean
        palette?: boolean
        readMetadata?: boolean
        gps?: boolean
        transform?: {
          widthPx?: number
          heightPx?: number
          fit?: 'inside' | 'cover' | 'contain' | 'fill' | 'outside'
          format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
          quality?: number
        }
        keepMetadata?: boolean
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        mode?: 'list' | 'inspect' | 'download'
        minWidthPx?: number
        minHeightPx?: number
        minBytes?: number
        formats?: (
          | 'jpeg'
          | 'png'
          | 'gif'
          | 'webp'
          | 'avif'
          | 'heic'
          | 'tiff'
          | 'svg'
          | 'bmp'
          | 'ico'
          | 'jp2'
          | 'jxl'
          | 'psd'
        )[]
        maxImages?: number
        includeInline?: boolean
        includeBackground?: boolean
        hash?: boolean
        palette?: boolean
        readMetadata?: boolean
        gps?: boolean
        transform?: {
          widthPx?: number
          heightPx?: number
          fit?: 'inside' | 'cover' | 'contain' | 'fill' | 'outside'
          format?: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'
          quality?: number
        }
        keepMetadata?: boolean
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Convert a document. Many at once. */
  'POST /api/v1/docling/batch/extract': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        to?: ('md' | 'json' | 'html' | 'text' | 'chunks')[]
        filename?: string
        pages?: string
        password?: string
        ocr?: 'auto' | 'never' | 'force'
        ocrLanguages?: string[]
        tables?: 'fast' | 'accurate' | 'off'
        cells?: 'values' | 'shown'
        images?: 'placeholder' | 'embedded' | 'referenced'
        chunk?: {
          by?: 'heading' | 'tokens' | 'item'
          maxTokens?: number
          mergePeers?: boolean
        }
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        to?: ('md' | 'json' | 'html' | 'text' | 'chunks')[]
        filename?: string
        pages?: string
        password?: string
        ocr?: 'auto' | 'never' | 'force'
        ocrLanguages?: string[]
        tables?: 'fast' | 'accurate' | 'off'
        cells?: 'values' | 'shown'
        images?: 'placeholder' | 'embedded' | 'referenced'
        chunk?: {
          by?: 'heading' | 'tokens' | 'item'
          maxTokens?: number
          mergePeers?: boolean
        }
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** See which CDN stands before a site. Many at once. */
  'POST /api/v1/cdn/batch/check': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        timeoutMs?: number
        robots?: 'obey' | 'ignore'
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        timeoutMs?: number
        robots?: 'obey' | 'ignore'
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Find the contacts of a website. Many at once. */
  'POST /api/v1/enrich/contact/batch': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      items: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        website?: string
        domain?: string
        name?: string
        placeId?: string
        country?: string
        fields?: (
          | 'emails'
          | 'phones'
          | 'socials'
          | 'addresses'
          | 'people'
          | 'companyIds'
          | 'forms'
          | 'hours'
        )[]
        maxPages?: number
        maxDepth?: number
        strategy?: 'links' | 'patterns' | 'both'
        verify?: { mx?: boolean; smtp?: boolean }
        includePersonal?: boolean
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }[]
      defaults?: {
        url?: string
        html?: string
        artifactId?: string
        baseUrl?: string
        timeoutMs?: number
        locale?: string
        engine?: 'auto' | 'http' | 'browser'
        headers?: Record<string, string>
        cookies?: { name: string; value: string }[]
        sessionId?: string
        referer?: string
        httpAuth?: { username: string; password: string }
        failOnStatus?: ('4xx' | '5xx' | number)[]
        maxResponseBytes?: number
        robots?: 'obey' | 'ignore'
        proxy?: ProxyInput
        maxAgeMs?: number
        staleIfErrorMs?: number
        store?: boolean
        waitFor?: {
          selector?: string
          state?: 'load' | 'dom_stable' | 'network_idle'
          delayMs?: number
        }
        actions?: ActionsInput
        device?: 'desktop' | 'mobile'
        viewport?: { widthPx?: number; heightPx?: number; scale?: number }
        timezone?: string
        colorScheme?: 'light' | 'dark'
        reducedMotion?: boolean
        blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
        blockAds?: boolean
        removeOverlays?: boolean
        website?: string
        domain?: string
        name?: string
        placeId?: string
        country?: string
        fields?: (
          | 'emails'
          | 'phones'
          | 'socials'
          | 'addresses'
          | 'people'
          | 'companyIds'
          | 'forms'
          | 'hours'
        )[]
        maxPages?: number
        maxDepth?: number
        strategy?: 'links' | 'patterns' | 'both'
        verify?: { mx?: boolean; smtp?: boolean }
        includePersonal?: boolean
        delivery?: 'inline' | 'artifact'
        priority?: number
        queueTimeoutMs?: number
        metadata?: Record<string, string>
      }
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** List jobs */
  'GET /api/jobs': {
    path: object
    query: {
      limit?: number
      cursor?: string
      status?: ResultStatus[]
      type?: string[]
      extractor?:
        | 'maps'
        | 'airbnb'
        | 'swagger'
        | 'markdown'
        | 'screenshot'
        | 'pdf'
        | 'json'
        | 'image'
        | 'docling'
        | 'cdn'
        | 'contact'
        | 'page'
        | 'sites'
      url?: string
      domain?: string
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
      type?: string[]
      extractor?:
        | 'maps'
        | 'airbnb'
        | 'swagger'
        | 'markdown'
        | 'screenshot'
        | 'pdf'
        | 'json'
        | 'image'
        | 'docling'
        | 'cdn'
        | 'contact'
        | 'page'
        | 'sites'
      url?: string
      domain?: string
      parentId?: string
      createdAfter?: string
      createdBefore?: string
      sort?: '-createdAt' | 'createdAt'
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Job[]; nextCursor: string | null } }
  }
  /** Look at a job, or wait for its end */
  'GET /api/jobs/{id}': {
    path: { id: string }
    query: { waitMs?: number }
    headers: object
    body?: undefined
    answers: { 200: Job }
  }
  /** Delete a job and what it brought */
  'DELETE /api/jobs/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
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
  /** Get the result of a job */
  'GET /api/jobs/{id}/result': {
    path: { id: string }
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: {
      200:
        | {
            jobId: string
            extractor: string
            operation: string
            status: string
            data: unknown
            engine: ResultEngine
            response: ResultResponse
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
            warnings: {
              code: string
              detail: string
              pointer?: string
              count?: number
            }[]
            provenance: Record<string, unknown>
            artifacts: ArtifactLink[]
            extractorVersion: string
            createdAt: string
            completedAt: string
            links: Record<string, string>
          }
        | {
            items: {
              index: number
              url: string | null
              artifactId: string | null
              jobId: string
              status: string
              result: unknown
              error: Problem | null
            }[]
            nextCursor: string | null
          }
        | ResultManifest
      202: JobAccepted
    }
  }
  /** Follow a job */
  'GET /api/jobs/{id}/events': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: null }
  }
  /** List the files that are kept */
  'GET /api/v1/artifacts': {
    path: object
    query: {
      limit?: number
      cursor?: string
      jobId?: string
      kind?: string
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Artifact[]; nextCursor: string | null } }
  }
  /** Upload a file */
  'POST /api/v1/artifacts': {
    path: object
    query: { kind?: string; ttlMs?: number }
    headers: object
    body: null
    answers: { 201: Artifact | { items: Artifact[] } }
  }
  /** Get the bytes of a file */
  'GET /api/v1/artifacts/{id}': {
    path: { id: string }
    query: { exp?: number; sig?: string }
    headers: object
    body?: undefined
    answers: { 200: null; 206: null }
  }
  /** Delete a file */
  'DELETE /api/v1/artifacts/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** Look at a file */
  'GET /api/v1/artifacts/{id}/info': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: Artifact }
  }
  /** Make a link that needs no key */
  'POST /api/v1/artifacts/{id}/links': {
    path: { id: string }
    query: object
    headers: object
    body?: { ttlMs?: number }
    answers: { 201: { href: string; expiresAt: string } }
  }
  /** See a session */
  'GET /api/v1/sessions/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: {
      200: {
        id: string
        cookies: number
        origins: number
        bytes: number
        createdAt: string
        lastUsedAt: string
        expiresAt: string
      }
    }
  }
  /** End a session */
  'DELETE /api/v1/sessions/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** List proxies */
  'GET /api/proxy': {
    path: object
    query: {
      limit?: number
      cursor?: string
      group?: string
      state?: 'new' | 'healthy' | 'degraded' | 'cooling' | 'probing' | 'quarantined' | 'disabled'
      kind?: 'datacenter' | 'residential' | 'mobile' | 'isp'
      country?: string
      tag?: string
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Proxy[]; nextCursor: string | null } }
  }
  /** Add a proxy */
  'POST /api/proxy': {
    path: object
    query: object
    headers: object
    body: {
      url: string
      group?: string
      label?: string | null
      kind?: 'datacenter' | 'residential' | 'mobile' | 'isp'
      country?: string | null
      city?: string | null
      asn?: number | null
      dns?: 'local' | 'proxy'
      maxConcurrency?: number
      weight?: number
      costPerGb?: number | null
      tags?: string[]
    }
    answers: { 201: Proxy }
  }
  /** How the proxies do */
  'GET /api/proxy/stats': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: ProxyStats }
  }
  /** The health of each proxy group */
  'GET /api/proxy/health/overview': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: ProxyOverview }
  }
  /** Look at a proxy */
  'GET /api/proxy/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: Proxy }
  }
  /** Change a proxy */
  'PATCH /api/proxy/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: {
      url?: string
      group?: string
      label?: string | null
      kind?: 'datacenter' | 'residential' | 'mobile' | 'isp'
      country?: string | null
      city?: string | null
      asn?: number | null
      dns?: 'local' | 'proxy'
      maxConcurrency?: number
      weight?: number
      costPerGb?: number | null
      tags?: string[]
      state?: 'new' | 'disabled'
    }
    answers: { 200: Proxy }
  }
  /** Remove a proxy */
  'DELETE /api/proxy/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** List proxy groups */
  'GET /api/proxy/groups': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: {
      200: { items: ProxyGroup[]; nextCursor: string | null }
    }
  }
  /** Make a proxy group */
  'POST /api/proxy/groups': {
    path: object
    query: object
    headers: object
    body: {
      name: string
      strategy?: 'best' | 'round_robin' | 'random' | 'least_used'
      fallbackGroup?: string | null
      defaultTtlMs?: number
      stickyTtlMs?: number
      budget?: { bytesPerDay: number } | null
    }
    answers: { 201: ProxyGroup }
  }
  /** Look at a proxy group */
  'GET /api/proxy/groups/{name}': {
    path: { name: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: ProxyGroup }
  }
  /** Change a proxy group */
  'PATCH /api/proxy/groups/{name}': {
    path: { name: string }
    query: object
    headers: object
    body?: {
      strategy?: 'best' | 'round_robin' | 'random' | 'least_used'
      fallbackGroup?: string | null
      defaultTtlMs?: number
      stickyTtlMs?: number
      budget?: { bytesPerDay: number } | null
    }
    answers: { 200: ProxyGroup }
  }
  /** Remove a proxy group */
  'DELETE /api/proxy/groups/{name}': {
    path: { name: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** Lease a proxy */
  'POST /api/proxy/lease': {
    path: object
    query: object
    headers: object
    body?: {
      group?: string
      country?: string
      kind?: 'datacenter' | 'residential' | 'mobile' | 'isp'
      sessionKey?: string
      strictSticky?: boolean
      targetDomain?: string
      ttlMs?: number
      exclude?: string[]
      jobId?: string
      waitMs?: number
    }
    answers: {
      201: {
        leaseId: string
        proxy: {
          id: string
          group: string
          kind: 'datacenter' | 'residential' | 'mobile' | 'isp'
          country: string | null
          dns: 'local' | 'proxy'
          url: string
        }
        sticky: 'new' | 'kept' | 'moved' | null
        expiresAt: string
      }
    }
  }
  /** Give a leased proxy back */
  'POST /api/proxy/release': {
    path: object
    query: object
    headers: object
    body: {
      leaseId: string
      outcome:
        | 'ok'
        | 'blocked'
        | 'captcha'
        | 'rate_limited'
        | 'timeout'
        | 'connect_error'
        | 'auth_error'
        | 'target_error'
      statusCode?: number
      latencyMs?: number
      bytes?: number
      requests?: number
    }
    answers: {
      200: {
        leaseId: string
        state: 'active' | 'released' | 'expired' | 'revoked'
      }
    }
  }
  /** List leases */
  'GET /api/proxy/leases': {
    path: object
    query: {
      limit?: number
      cursor?: string
      state?: 'active' | 'released' | 'expired' | 'revoked'
      group?: string
      proxyId?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: ProxyLease[]; nextCursor: string | null }
    }
  }
  /** List the keys */
  'GET /api/keys': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: { 200: { items: ApiKey[]; nextCursor: string | null } }
  }
  /** Make a key */
  'POST /api/keys': {
    path: object
    query: object
    headers: object
    body: {
      name: string
      scopes: string[]
      environment?: 'live' | 'test'
      expiresAt?: string
      rateLimit?: { requestsPerMinute: number }
      allowedIps?: string[]
    }
    answers: { 201: CreatedKey }
  }
  /** Look at a key */
  'GET /api/keys/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: ApiKey }
  }
  /** Change a key */
  'PATCH /api/keys/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: {
      name?: string
      scopes?: string[]
      expiresAt?: string | null
      rateLimit?: { requestsPerMinute: number } | null
      allowedIps?: string[] | null
    }
    answers: { 200: ApiKey }
  }
  /** Revoke a key */
  'DELETE /api/keys/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 200: ApiKey }
  }
  /** Replace a key */
  'POST /api/keys/{id}/rotate': {
    path: { id: string }
    query: object
    headers: object
    body?: { overlapMs?: number }
    answers: { 201: CreatedKey }
  }
  /** List webhook records */
  'GET /api/webhooks': {
    path: object
    query: {
      limit?: number
      cursor?: string
      status?: ('pending' | 'delivering' | 'retrying' | 'delivered' | 'failed' | 'discarded')[]
      event?: (
        | 'job.succeeded'
        | 'job.partially_succeeded'
        | 'job.failed'
        | 'job.dead'
        | 'job.cancelled'
        | 'job.expired'
        | 'cdn.detected'
        | 'webhook.test'
        | 'endpoint.disabled'
        | 'proxy.group_exhausted'
      )[]
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
        | 'job.succeeded'
        | 'job.partially_succeeded'
        | 'job.failed'
        | 'job.dead'
        | 'job.cancelled'
        | 'job.expired'
        | 'cdn.detected'
        | 'webhook.test'
        | 'endpoint.disabled'
        | 'proxy.group_exhausted'
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
  /** List candidate patterns */
  'GET /api/discovery/candidates': {
    path: object
    query: {
      limit?: number
      cursor?: string
      kind?: 'path' | 'anchor'
      language?: string
      source?: 'learned' | 'builtin' | 'manual'
      explain?: boolean
      status?: ('observed' | 'candidate' | 'proposed')[]
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Pattern[]; nextCursor: string | null } }
  }
  /** Follow a candidate from now on */
  'POST /api/discovery/candidates/{id}/promote': {
    path: { id: string }
    query: object
    headers: object
    body?: { note?: string }
    answers: { 200: Pattern }
  }
  /** Never follow a candidate */
  'POST /api/discovery/candidates/{id}/reject': {
    path: { id: string }
    query: object
    headers: object
    body?: { note?: string }
    answers: { 200: Pattern }
  }
  /** List patterns */
  'GET /api/discovery/patterns': {
    path: object
    query: {
      limit?: number
      cursor?: string
      kind?: 'path' | 'anchor'
      language?: string
      source?: 'learned' | 'builtin' | 'manual'
      explain?: boolean
      status?: ('active' | 'dormant' | 'retired' | 'rejected' | 'excluded')[]
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Pattern[]; nextCursor: string | null } }
  }
  /** Add a pattern */
  'POST /api/discovery/patterns': {
    path: object
    query: object
    headers: object
    body: {
      kind: 'path' | 'anchor'
      template: string
      language: string
      expectedYield?: number
      fields?: ('emails' | 'phones' | 'socials' | 'addresses' | 'people' | 'companyIds' | 'forms' | 'hours')[]
      note?: string
    }
    answers: { 201: Pattern }
  }
  /** The patterns in use */
  'GET /api/discovery/patterns/active': {
    path: object
    query: {
      language?: string
      country?: string
      fields?: ('emails' | 'phones' | 'socials' | 'addresses' | 'people' | 'companyIds' | 'forms' | 'hours')[]
    }
    headers: object
    body?: undefined
    answers: {
      200: {
        version: string
        patterns: {
          id: string
          kind: 'path' | 'anchor'
          template: string
          language: string
          fields: string[]
          expectedYield: number
          blindYield: number
          cost404: number
        }[]
      }
    }
  }
  /** Look at a pattern or candidate */
  'GET /api/discovery/patterns/{id}': {
    path: { id: string }
    query: { explain?: boolean }
    headers: object
    body?: undefined
    answers: { 200: Pattern }
  }
  /** Set the state of a pattern by hand */
  'PATCH /api/discovery/patterns/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: {
      status?: 'active' | 'dormant' | 'retired' | 'rejected'
      decided?: false
      note?: string
    }
    answers: { 200: Pattern }
  }
  /** Learn everything again */
  'POST /api/discovery/rebuild': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: {
      200: { signals: number; patterns: number; active: number }
    }
  }
  /** List what is excluded */
  'GET /api/discovery/exclusions': {
    path: object
    query: {
      limit?: number
      cursor?: string
      kind?: 'domain' | 'host' | 'path' | 'template' | 'email' | 'emailDomain' | 'phone' | 'anchor'
      scope?: 'fetch' | 'output' | 'learn' | 'all'
      reason?: 'optout' | 'legal' | 'robots' | 'junk' | 'shared_contact' | 'trap' | 'manual'
      since?: string
    }
    headers: object
    body?: undefined
    answers: { 200: { items: Exclusion[]; nextCursor: string | null } }
  }
  /** Exclude something */
  'POST /api/discovery/exclusions': {
    path: object
    query: object
    headers: object
    body: {
      kind: 'domain' | 'host' | 'path' | 'template' | 'email' | 'emailDomain' | 'phone' | 'anchor'
      value: string
      match?: 'exact' | 'suffix' | 'glob'
      scope?: 'fetch' | 'output' | 'learn' | 'all'
      reason?: 'optout' | 'legal' | 'robots' | 'junk' | 'shared_contact' | 'trap' | 'manual'
      note?: string
      expiresAt?: string | null
    }
    answers: { 201: Exclusion }
  }
  /** What is left out of answers now */
  'GET /api/discovery/exclusions/applied': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: AppliedExclusions }
  }
  /** Lift an exclusion */
  'DELETE /api/discovery/exclusions/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: { 204: null }
  }
  /** Crawl a site */
  'POST /api/v1/sites/crawl': {
    path: object
    query: object
    headers: { 'idempotency-key'?: string }
    body: {
      urls: string[]
      scope?: 'path' | 'host' | 'domain' | 'any'
      include?: string[]
      exclude?: string[]
      maxDepth?: number | null
      maxPages?: number
      sitemap?: 'include' | 'skip' | 'only'
      extractors?: { extractor: string; options?: Record<string, unknown> }[]
      similarUrls?: boolean
      ignoreQuery?: boolean
      sameContent?: 'drop' | 'keep'
      similarContent?: 'mark' | 'drop'
      robotsMeta?: 'obey' | 'ignore'
      maxSeconds?: number
      maxBytes?: number
      delayMs?: number
      concurrency?: number
      pagesPerPattern?: number
      pagesPerQuery?: number
      pagesPerCalendar?: number
      incremental?: string
      artifact?: boolean
      webhookPages?: boolean
      timeoutMs?: number
      locale?: string
      engine?: 'auto' | 'http' | 'browser'
      headers?: Record<string, string>
      cookies?: { name: string; value: string }[]
      sessionId?: string
      referer?: string
      httpAuth?: { username: string; password: string }
      maxResponseBytes?: number
      robots?: 'obey' | 'ignore'
      proxy?: ProxyInput
      maxAgeMs?: number
      staleIfErrorMs?: number
      store?: boolean
      waitFor?: {
        selector?: string
        state?: 'load' | 'dom_stable' | 'network_idle'
        delayMs?: number
      }
      actions?: ActionsInput
      device?: 'desktop' | 'mobile'
      viewport?: { widthPx?: number; heightPx?: number; scale?: number }
      timezone?: string
      colorScheme?: 'light' | 'dark'
      reducedMotion?: boolean
      blockResources?: ('image' | 'font' | 'media' | 'stylesheet')[]
      blockAds?: boolean
      removeOverlays?: boolean
      priority?: number
      queueTimeoutMs?: number
      metadata?: Record<string, string>
      webhook?: WebhookInput
    }
    answers: { 202: JobAccepted }
  }
  /** Look at the crawl of a site */
  'GET /api/v1/sites/{id}': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: {
      200: {
        id: string
        status: ResultStatus
        isPaused: boolean
        urls: string[]
        manifest: ResultManifest
        error: Problem | null
        createdAt: string
        startedAt: string | null
        completedAt: string | null
        links: Record<string, string>
      }
    }
  }
  /** List the pages of a crawl */
  'GET /api/v1/sites/{id}/pages': {
    path: { id: string }
    query: {
      limit?: number
      cursor?: string
      state?: (
        | 'queued'
        | 'fetching'
        | 'stored'
        | 'unchanged'
        | 'duplicate'
        | 'failed'
        | 'refused'
        | 'left_out'
      )[]
      reason?: string
      change?: ('new' | 'changed' | 'unchanged' | 'vanished')[]
      include?: 'results'
    }
    headers: object
    body?: undefined
    answers: {
      200: {
        items: {
          url: string
          finalUrl: string | null
          state:
            | 'queued'
            | 'fetching'
            | 'stored'
            | 'unchanged'
            | 'duplicate'
            | 'failed'
            | 'refused'
            | 'left_out'
          reason: string | null
          change?: 'new' | 'changed' | 'unchanged' | 'vanished' | null
          depth: number
          source: 'start' | 'link' | 'sitemap' | 'redirect' | 'canonical' | 'earlier'
          foundOn: string | null
          statusCode: number | null
          title: string | null
          contentHash: string | null
          duplicateOf: string | null
          nearDuplicateOf: string | null
          bytes: number | null
          fetchedAt: string | null
          jobId: string | null
          error: Problem | null
          results?: Record<string, unknown> | null
        }[]
        nextCursor: string | null
      }
    }
  }
  /** Pause a crawl */
  'POST /api/v1/sites/{id}/pause': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: {
      200: {
        id: string
        status: ResultStatus
        isPaused: boolean
        urls: string[]
        manifest: ResultManifest
        error: Problem | null
        createdAt: string
        startedAt: string | null
        completedAt: string | null
        links: Record<string, string>
      }
    }
  }
  /** Let a crawl go on */
  'POST /api/v1/sites/{id}/resume': {
    path: { id: string }
    query: object
    headers: object
    body?: undefined
    answers: {
      200: {
        id: string
        status: ResultStatus
        isPaused: boolean
        urls: string[]
        manifest: ResultManifest
        error: Problem | null
        createdAt: string
        startedAt: string | null
        completedAt: string | null
        links: Record<string, string>
      }
    }
  }
  /** How jobs ended, by extractor and by time */
  'GET /api/stats': {
    path: object
    query: {
      from?: string
      to?: string
      bucket?: 'hour' | 'day'
      extractor?: string
    }
    headers: object
    body?: undefined
    answers: { 200: Stats }
  }
  /** What is in the cache and how often it served */
  'GET /api/cache/stats': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: CacheStats }
  }
  /** Take entries out of the cache */
  'DELETE /api/cache': {
    path: object
    query: { url?: string; domain?: string; extractor?: string }
    headers: object
    body?: undefined
    answers: { 200: CachePurged }
  }
  /** List domains whose CDN is known */
  'GET /api/cdn-detection/known': {
    path: object
    query: { limit?: number; cursor?: string }
    headers: object
    body?: undefined
    answers: {
      200: {
        items: {
          domain: string
          provider: string | null
          kind: 'cdn' | 'waf' | 'bot_manager' | 'cloud' | null
          protection: 'none' | 'passive' | 'challenge' | 'captcha' | 'hard_block'
        }[]
        nextCursor: string | null
      }
    }
  }
  /** Which CDNs were seen how often */
  'GET /api/cdn-detection/stats': {
    path: object
    query: object
    headers: object
    body?: undefined
    answers: { 200: CdnStats }
  }
  /** List detections */
  'GET /api/cdn-detection': {
    path: object
    query: {
      limit?: number
      cursor?: string
      state?: ('unknown' | 'suspected' | 'confirmed' | 'stale' | 'cleared')[]
      provider?: string[]
      protection?: ('none' | 'passive' | 'challenge' | 'captcha' | 'hard_block')[]
      registrableDomain?: string
    }
    headers: object
    body?: undefined
    answers: {
      200: { items: CdnDetection[]; nextCursor: string | null }
    }
  }
  /** The detection for one domain */
  'GET /api/cdn-detection/{domain}': {
    path: { domain: string }
    query: { refresh?: boolean }
    headers: object
    body?: undefined
    answers: { 200: CdnDetection }
  }
  /** Whether the service works */
  'GET /health': {
    path: object
    query: { probe?: 'live' | 'ready' }
    headers: object
    body?: undefined
    answers: { 200: Health }
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

export type ActionsInput = (
  | { type: 'wait'; selector?: string; delayMs?: number }
  | { type: 'click'; selector: string }
  | { type: 'write'; selector: string; text: string }
  | { type: 'press'; key: string }
  | { type: 'scroll'; selector?: string; byPx?: number }
  | { type: 'hover'; selector: string }
  | { type: 'select'; selector: string; value: string }
  | {
      type: 'screenshot'
      selector?: string
      fullPage?: boolean
    }
  | { type: 'pdf' }
  | { type: 'script'; code: string }
)[]

export type ResultManifest = {
  complete: boolean | null
  counts: {
    queued: number
    fetching: number
    stored: number
    unchanged: number
    duplicate: number
    failed: number
    refused: number
    left_out: number
  }
  changes?: {
    new: number
    changed: number
    unchanged: number
    vanished: number
  }
  requests: number
  notModified: number
  bytes: number
  leftOut: { reason: string; count: number; examples: string[] }[]
  artifacts?: ArtifactLink[]
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

export type EventsInput =
  | (
      | 'job.succeeded'
      | 'job.partially_succeeded'
      | 'job.failed'
      | 'job.dead'
      | 'job.cancelled'
      | 'job.expired'
      | 'cdn.detected'
      | 'webhook.test'
      | 'endpoint.disabled'
      | 'proxy.group_exhausted'
    )[]
  | null

export type ProxyInput = {
  mode?: 'auto' | 'none' | 'pool'
  group?: string
  country?: string
  kind?: 'datacenter' | 'residential' | 'mobile' | 'isp'
  sessionKey?: string
  strictSticky?: boolean
}

export type ResultResponse = {
  url: string
  finalUrl: string
  statusCode: number
  contentType: string | null
  bytes: number
  redirects: string[]
} | null

export type ResultStatus =
  | 'scheduled'
  | 'queued'
  | 'running'
  | 'succeeded'
  | 'partially_succeeded'
  | 'failed'
  | 'dead'
  | 'cancelled'
  | 'expired'

export type ResultEngine = {
  used: string
  escalations: { from: string; to: string; reason: string }[]
  reason?: 'learned' | 'trial'
}

export type ApiKey = {
  id: string
  name: string
  createdBy: string | null
  prefix: string
  scopes: string[]
  status: 'active' | 'expired' | 'revoked'
  rateLimit: { requestsPerMinute: number } | null
  allowedIps: string[] | null
  expiresAt: string | null
  lastUsedAt: string | null
  createdAt: string
  revokedAt: string | null
  replacedBy: string | null
}

export type AppliedExclusions = {
  version: string
  rules: {
    kind: 'domain' | 'host' | 'path' | 'template' | 'email' | 'emailDomain' | 'phone' | 'anchor'
    value: string
    match: 'exact' | 'suffix' | 'glob'
    scope: 'fetch' | 'output' | 'learn' | 'all'
    expiresAt: string | null
  }[]
}

export type Artifact = {
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
  filename: string | null
  jobId: string | null
  createdAt: string
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

export type CachePurged = { results: number; snapshots: number; bytes: number }

export type CacheStats = {
  entries: number
  bytes: number
  oldestAt: string | null
  hits: number
  misses: number
  revalidated: number
  stale: number
  bypassed: number
  hitRate: number | null
  evictions: number
  maxBytes: number
  maxEntries: number
  since: string | null
  results: {
    entries: number
    bytes: number
    oldestAt: string | null
    hits: number
    misses: number
    revalidated: number
    stale: number
    bypassed: number
    hitRate: number | null
    evictions: number
  }
  snapshots: {
    entries: number
    bytes: number
    oldestAt: string | null
    hits: number
    misses: number
    revalidated: number
    stale: number
    bypassed: number
    hitRate: number | null
    evictions: number
  }
  memory: { entries: number; bytes: number }
  extractors: {
    extractor: string
    entries: number
    bytes: number
    oldestAt: string | null
    hits: number
    misses: number
    revalidated: number
    stale: number
    bypassed: number
    hitRate: number | null
  }[]
}

export type CdnDetection = {
  domain: string
  registrableDomain: string
  inheritedFrom: string | null
  state: 'unknown' | 'suspected' | 'confirmed' | 'stale' | 'cleared'
  providers: {
    name: string
    kind: 'cdn' | 'waf' | 'bot_manager' | 'cloud'
    confidence: number
    evidence: {
      kind: 'range' | 'cname' | 'header' | 'cookie' | 'body' | 'server' | 'tls'
      detail: string
      source: 'worker' | 'client'
      seenAt: string
    }[]
  }[]
  protection: 'none' | 'passive' | 'challenge' | 'captcha' | 'hard_block'
  strategy: {
    engine: 'http' | 'browser'
    proxyKind: 'none' | 'datacenter' | 'isp' | 'residential' | 'mobile'
    minDelayMs: number | null
    concurrency: number | null
    learnedFrom: string
  } | null
  outcomes: {
    engine: 'http' | 'browser'
    proxyKind: 'none' | 'datacenter' | 'isp' | 'residential' | 'mobile'
    ok: number
    blocked: number
  }[]
  firstSeenAt: string
  lastSeenAt: string
  lastConfirmedAt: string | null
  expiresAt: string
  reports: number
  lastReport: {
    at: string
    outcome: 'ok' | 'challenge' | 'captcha' | 'blocked' | 'rate_limited' | 'login'
    source: 'worker' | 'client'
    statusCode: number | null
    engine: 'http' | 'browser' | null
    proxyKind: 'none' | 'datacenter' | 'isp' | 'residential' | 'mobile'
    proxyGroup: string | null
    jobId: string | null
  }
  history: {
    at: string
    state: 'unknown' | 'suspected' | 'confirmed' | 'stale' | 'cleared'
    providers: string[]
    protection: 'none' | 'passive' | 'challenge' | 'captcha' | 'hard_block'
  }[]
}

export type CdnStats = {
  domains: number
  reports: number
  byState: Record<string, number>
  byProvider: Record<string, number>
  byProtection: Record<string, number>
}

export type CreatedKey = { key: ApiKey; secret: string }

export type CreatedWebhookEndpoint = { endpoint: WebhookEndpoint; secret: string }

export type Exclusion = {
  id: string
  kind: 'domain' | 'host' | 'path' | 'template' | 'email' | 'emailDomain' | 'phone' | 'anchor'
  value: string
  match: 'exact' | 'suffix' | 'glob'
  scope: 'fetch' | 'output' | 'learn' | 'all'
  reason: 'optout' | 'legal' | 'robots' | 'junk' | 'shared_contact' | 'trap' | 'manual'
  note: string | null
  expiresAt: string | null
  createdBy: string | null
  createdAt: string
  hits: number
  removed?: {
    results: number
    artifacts: number
    cached: number
    signals: number
  }
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
  status: ResultStatus
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

export type JobAccepted = {
  jobId: string
  id: string
  status: string
  links: Record<string, string>
}

export type Pattern = {
  id: string
  kind: 'path' | 'anchor'
  template: string
  language: string
  status: 'observed' | 'candidate' | 'proposed' | 'active' | 'dormant' | 'retired' | 'rejected' | 'excluded'
  source: 'learned' | 'builtin' | 'manual'
  fields: string[]
  trials: number
  hits: number
  newHits: number
  missing: number
  distinctDomains: number
  posterior: { mean: number; lower5: number }
  expectedYield: number
  examples: string[]
  firstSeen: string
  lastSeen: string
  statusSince: string
  decidedBy: string | null
  note: string | null
  explanation?: {
    evidence: {
      trials: number
      domains: number
      weight: number
      alpha: number
      beta: number
      newShare: number | null
    }
    thresholds: Record<string, number>
    next: 'observed' | 'candidate' | 'proposed' | 'active' | 'dormant' | 'retired' | 'rejected' | 'excluded'
    reason: string
  }
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

export type Proxy = {
  id: string
  group: string
  label: string | null
  kind: 'datacenter' | 'residential' | 'mobile' | 'isp'
  country: string | null
  city: string | null
  asn: number | null
  dns: 'local' | 'proxy'
  maxConcurrency: number
  weight: number
  costPerGb: number | null
  tags: string[]
  url: string
  protocol: 'http' | 'https' | 'socks5'
  hasCredentials: boolean
  state: 'new' | 'healthy' | 'degraded' | 'cooling' | 'probing' | 'quarantined' | 'disabled'
  disabledReason: 'manual' | 'auth_error' | null
  health: {
    score: number
    successRate: number | null
    latencyMs: { p50: number; p95: number } | null
    lastError:
      | 'ok'
      | 'blocked'
      | 'captcha'
      | 'rate_limited'
      | 'timeout'
      | 'connect_error'
      | 'auth_error'
      | 'target_error'
      | null
    lastErrorAt: string | null
    consecutiveFailures: number
    cooldownUntil: string | null
  }
  usage: {
    requests: number
    bytes: number
    leases: number
    leased: number
  }
  createdAt: string
}

export type ProxyGroup = {
  name: string
  strategy: 'best' | 'round_robin' | 'random' | 'least_used'
  fallbackGroup: string | null
  defaultTtlMs: number
  stickyTtlMs: number
  budget: { bytesPerDay: number } | null
  proxies: number
  healthy: number
  bytesToday: number
  createdAt: string
}

export type ProxyLease = {
  id: string
  proxyId: string
  group: string
  state: 'active' | 'released' | 'expired' | 'revoked'
  owner: string
  jobId: string | null
  domain: string | null
  isProbe: boolean
  leasedAt: string
  expiresAt: string
  endedAt: string | null
  outcome:
    | 'ok'
    | 'blocked'
    | 'captcha'
    | 'rate_limited'
    | 'timeout'
    | 'connect_error'
    | 'auth_error'
    | 'target_error'
    | null
  statusCode: number | null
  latencyMs: number | null
  bytes: number | null
}

export type ProxyOverview = {
  groups: {
    name: string
    total: number
    healthy: number
    degraded: number
    cooling: number
    quarantined: number
    disabled: number
    leased: number
    successRate1h: number | null
    topBlockedDomains: { domain: string; blocked: number; proxies: number }[]
  }[]
  alerts: {
    code: 'group_exhausted' | 'budget_spent' | 'credentials_refused' | 'many_quarantined'
    group: string
    detail: string
  }[]
}

export type ProxyStats = {
  proxies: { total: number; byState: Record<string, number> }
  leased: number
  last24h: {
    leases: number
    bytes: number
    cost: number | null
    successRate: number | null
    byOutcome: Record<string, number>
  }
  byKind: {
    kind: 'datacenter' | 'residential' | 'mobile' | 'isp'
    proxies: number
    leases: number
    successRate: number | null
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

export type Stats = {
  from: string
  to: string
  bucket: 'hour' | 'day'
  jobs: Record<string, number>
  total: {
    ended: number
    outcomes: {
      succeeded: number
      blocked: number
      empty: number
      failed: number
      expired: number
      cancelled: number
    }
    rates: {
      success: number | null
      blocked: number | null
      empty: number | null
      failed: number | null
      expired: number | null
    }
    durationMs: { p50: number | null; p95: number | null }
  }
  extractors: {
    extractor: string
    ended: number
    outcomes: {
      succeeded: number
      blocked: number
      empty: number
      failed: number
      expired: number
      cancelled: number
    }
    rates: {
      success: number | null
      blocked: number | null
      empty: number | null
      failed: number | null
      expired: number | null
    }
    durationMs: { p50: number | null; p95: number | null }
    errors: { code: string; count: number }[]
  }[]
  buckets: {
    from: string
    ended: number
    outcomes: {
      succeeded: number
      blocked: number
      empty: number
      failed: number
      expired: number
      cancelled: number
    }
    rates: {
      success: number | null
      blocked: number | null
      empty: number | null
      failed: number | null
      expired: number | null
    }
    durationMs: { p50: number | null; p95: number | null }
  }[]
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
