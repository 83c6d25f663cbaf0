// The cache policy of a request: the key of its answer, the maximum age, or the reason why the cache is not used.
import { createHash } from 'node:crypto'
import type { TSchema } from 'typebox'
import type { BypassReason } from '#contract/crawl/cache.ts'
import { mapSecrets } from '#crawl/requests/hide-secrets.ts'
import { canonicalJson } from '#kit/canonical-json.ts'
import { normalUrl } from '#kit/url/normal-url.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import { propertiesOf } from '#crawl/requests/flat-query.ts'
import type { ExtractorOperation } from '#crawl/extractors/operations.ts'
import { fieldsOf, numberOr } from '#kit/unknown-values.ts'

/** What the cache may do for one request; ages in milliseconds. */
export interface CachePolicy {
  readonly extractor: string
  readonly key: string
  /**
   * The key of the whole request: only literally equal requests share a job, and only those for which `others` is equal
   * too. Computed on demand, because most answers need none.
   */
  readonly dedupeKey: (others: unknown) => string
  readonly url: string
  readonly maxAgeMs: number
  readonly staleIfErrorMs: number
  readonly store: boolean
}

/**
 * The job type must be one of the operations. `version` is the version of the extractor; by default the one in the
 * descriptor.
 */
export type CachePolicyOf = (jobType: string, input: unknown, version?: string) => CachePolicy | BypassReason

/** A new number makes everything kept before unreachable: to be changed with the meaning of a key. */
const KEY_VERSION = 2
const DEFAULT_MAX_AGE_MS = 3_600_000
/** Characters of requests whose keys are remembered. */
const KNOWN_CHARS = 4_000_000

/** Fields that decide how a result is obtained, never its content. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set([
  'url',
  'maxAgeMs',
  'staleIfErrorMs',
  'store',
  'timeoutMs',
])

interface Plan {
  readonly extractor: string
  readonly version: string
  /** Whether the operation lets its caller set the maximum age of an answer. */
  readonly hasAge: boolean
  readonly defaults: Readonly<Record<string, unknown>>
  /** Fields that are sets of words, whose order means nothing. */
  readonly sets: ReadonlySet<string>
}

/** `on` is false when the operator disabled the cache. */
export function cachePolicies(operations: readonly ExtractorOperation[], on: boolean): CachePolicyOf {
  const plans = new Map(operations.map((operation) => [operation.jobType, planOf(operation)]))
  const known = createWeightedLru<CachePolicy>(KNOWN_CHARS)
  return (jobType, input, version) => {
    const plan = plans.get(jobType)
    if (plan === undefined || !plan.hasAge) return 'not-cacheable'
    if (!on) return 'off'
    if (typeof Object(input).url !== 'string') return 'no-url'
    // Repeated requests mostly have the same text.
    const words = `${jobType} ${version ?? plan.version} ${JSON.stringify(input)}`
    const before = known.get(words)
    if (before !== undefined) return before
    const policy = policyOf(jobType, plan, fieldsOf(input), version ?? plan.version)
    if (typeof policy !== 'string') known.set(words, policy, words.length)
    return policy
  }
}

function planOf({ extractor, operation }: ExtractorOperation): Plan {
  const fields = Object.entries(propertiesOf(operation.input))
  return {
    extractor: extractor.name,
    version: extractor.version,
    hasAge: fields.some(([name]) => name === 'maxAgeMs'),
    defaults: Object.fromEntries(
      fields.flatMap(([name, schema]) => ('default' in schema ? [[name, schema.default]] : [])),
    ),
    sets: new Set(fields.flatMap(([name, schema]) => (isSetOfWords(schema) ? [name] : []))),
  }
}

function isSetOfWords(schema: TSchema): boolean {
  const { uniqueItems, items } = schema as { uniqueItems?: boolean; items?: { enum?: unknown } }
  return uniqueItems === true && Array.isArray(items?.enum)
}

function policyOf(
  jobType: string,
  plan: Plan,
  input: Readonly<Record<string, unknown>>,
  version: string,
): CachePolicy | BypassReason {
  const text = String(input['url'])
  const url = normalUrl(text)
  if (url === null || hasCredentials(input)) return 'credentials'
  const whole = { ...plan.defaults, ...input }
  const options = Object.fromEntries(
    Object.entries(whole).flatMap(([name, value]) =>
      WITHOUT_EFFECT.has(name) ? [] : [[name, canonical(value, plan.sets.has(name), name)]],
    ),
  )
  const address = url + routeOf(text)
  return {
    extractor: plan.extractor,
    key: digest([KEY_VERSION, jobType, version, address, options]),
    dedupeKey: (others) =>
      digest([KEY_VERSION, jobType, version, address, { ...whole, url: undefined }, others]),
    url,
    maxAgeMs: numberOr(whole['maxAgeMs'], DEFAULT_MAX_AGE_MS),
    staleIfErrorMs: numberOr(whole['staleIfErrorMs'], 0),
    store: whole['store'] !== false,
  }
}

/** The route of an application that distinguishes its pages by the fragment alone (`#/cart`, `#!/cart`). */
function routeOf(url: string): string {
  const hash = URL.parse(url)?.hash ?? ''
  return /^#!?\//.test(hash) ? hash : ''
}

/** Cookies, passwords, headers that may hold one, a session: what an answer may depend on that is for one caller. */
function hasCredentials(input: Readonly<Record<string, unknown>>): boolean {
  let found = input['httpAuth'] !== undefined || input['sessionId'] !== undefined
  mapSecrets(input, (secret) => {
    found = true
    return secret
  })
  return found
}

function canonical(value: unknown, isSet: boolean, name: string): unknown {
  if (isSet && Array.isArray(value)) return value.map(String).toSorted()
  if (name !== 'headers') return value
  return Object.fromEntries(Object.entries(fieldsOf(value)).map(([key, v]) => [key.toLowerCase(), v]))
}

function digest(parts: readonly unknown[]): string {
  return createHash('sha256').update(canonicalJson(parts)).digest('base64url')
}
