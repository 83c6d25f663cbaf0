// What the request behind a job says about kept pages, and which of its fetches are for them.
import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import { canonicalJson } from '#kit/canonical-json.ts'
import { normalUrl } from '#kit/normal-url.ts'
import type { EgressRequest } from '#platform/egress/egress.ts'

export interface PageRules {
  readonly extractor: string
  readonly maxAgeMs: number
  readonly staleIfErrorMs: number
  readonly store: boolean
  /** What else of the request a page depends on, in one spelling. */
  readonly variant: string
}

export interface PageWish {
  readonly key: string
  readonly url: string
}

const DEFAULT_MAX_AGE_MS = 3_600_000
/** Who seems to ask, and from where. */
const VARIANTS = ['country', 'device', 'timezone', 'userAgent', 'proxy'] as const
/** Any other header may be a credential, or make the answer that of one visitor. */
const SHARED_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'referer'])
/** With another number everything that was kept before is out of reach. */
const KEY_VERSION = 1

/** Null for an operation whose caller has no say in how old a page may be: its fetches are none of this. */
export function pageRulesOf(extractor: string, inputSchema: TSchema, input: unknown): PageRules | null {
  const { properties = {} } = inputSchema as { properties?: Readonly<Record<string, unknown>> }
  if (!('maxAgeMs' in properties)) return null
  const given = Object(input) as Readonly<Record<string, unknown>>
  return {
    extractor,
    maxAgeMs: numberOr(given['maxAgeMs'], DEFAULT_MAX_AGE_MS),
    staleIfErrorMs: numberOr(given['staleIfErrorMs'], 0),
    store: given['store'] !== false,
    variant: canonicalJson(VARIANTS.map((name) => given[name] ?? null)),
  }
}

/** Null for what is no page (a POST, an answer that is wanted anew), `credentials` for one that nobody may share. */
export function pageWishOf(request: EgressRequest, { variant }: PageRules): PageWish | 'credentials' | null {
  const { method = 'GET', body, cache, robots = 'obey' } = request
  if (method !== 'GET' || body !== undefined || cache === 'no-store') return null
  const headers = lowerNames(request.headers)
  if (Object.keys(headers).some((name) => !SHARED_HEADERS.has(name))) return 'credentials'
  const url = normalUrl(request.url)
  if (url === null) return 'credentials'
  // `accept` is not part of it: the few sites whose answer depends on it say so in `Vary`.
  const parts = [
    KEY_VERSION,
    url,
    robots,
    headers['accept-language'] ?? null,
    headers['referer'] ?? null,
    variant,
  ]
  return { key: createHash('sha256').update(canonicalJson(parts)).digest('base64url'), url }
}

export function lowerNames(headers: EgressRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
