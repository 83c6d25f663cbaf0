// What the request behind a job allows about kept pages, and which of its fetches may use them.
import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import { canonicalJson } from '#kit/canonical-json.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import type { EgressRequest } from '#platform/egress/egress.ts'
import { fieldsOf, numberOr } from '#kit/unknown-values.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'

/** Ages in milliseconds; `store` false: nothing that this job fetches is kept. */
export interface PageRules {
  readonly extractor: string
  readonly maxAgeMs: number
  readonly staleIfErrorMs: number
  readonly store: boolean
  /** The other request fields that a page depends on, in one spelling. */
  readonly variant: string
}

/** The name of a page among kept pages: a hash, and the normal URL that a purge names it by. */
export interface PageKey {
  readonly key: string
  readonly url: string
}

const DEFAULT_MAX_AGE_MS = 3_600_000
/** The apparent client and its location. */
const VARIANTS = ['country', 'device', 'timezone', 'userAgent', 'proxy'] as const
/** Any other header may be a credential, or select an answer for one visitor. */
const SHARED_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'referer'])
/** They ask whether the page has changed, and are no part of what it is. */
const CONDITIONS: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since'])
/** A new number makes everything kept before unreachable. */
const KEY_VERSION = 1

/** Null for an operation without a maximum age in its request: its fetches do not use kept pages. */
export function pageRulesOf(extractor: string, inputSchema: TSchema, input: unknown): PageRules | null {
  if (asSchema(inputSchema).properties?.['maxAgeMs'] === undefined) return null
  const given = fieldsOf(input)
  return {
    extractor,
    maxAgeMs: numberOr(given['maxAgeMs'], DEFAULT_MAX_AGE_MS),
    staleIfErrorMs: numberOr(given['staleIfErrorMs'], 0),
    store: given['store'] !== false,
    variant: canonicalJson(VARIANTS.map((name) => given[name] ?? null)),
  }
}

/**
 * Null for a request that is not for a page (a POST); `credentials` for a page that must not be shared.
 */
export function pageKeyOf(request: EgressRequest, { variant }: PageRules): PageKey | 'credentials' | null {
  const { method = 'GET', body, robots = 'obey' } = request
  if (method !== 'GET' || body !== undefined) return null
  const headers = lowerNames(request.headers)
  if (Object.keys(headers).some((name) => !SHARED_HEADERS.has(name) && !CONDITIONS.has(name)))
    return 'credentials'
  const url = normalUrl(request.url)
  if (url === null) return 'credentials'
  // `accept` is not part of it: the few sites whose answer depends on it name it in `Vary`.
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

/** Whether the request has validators of its own, so that a copy is no answer to it. */
export function isConditional({ headers }: EgressRequest): boolean {
  return Object.keys(lowerNames(headers)).some((name) => CONDITIONS.has(name))
}

/** The headers with their names in lower case. */
export function lowerNames(headers: EgressRequest['headers']): Record<string, string> {
  return Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]))
}
