// The descriptor of an extractor: light enough for the API to read, complete enough to derive routes and docs from.
import type { TSchema } from 'typebox'
import { WORK_POOLS, type WorkPool } from '#contract/crawl/extractor.ts'
import type { ExtractorHost, ExtractorModule } from './context.ts'
import type { ExtractionAnswer } from '#contract/crawl/result.ts'

/** The primary content of one answer, for a caller who wants it alone (`delivery: raw`). */
export type RawContent =
  | { readonly text: string; readonly mediaType: string }
  | { readonly json: unknown }
  /** A file of the answer; by default with its own media type. */
  | { readonly artifactId: string; readonly mediaType?: string }
  /** Why there is none: a sentence that suggests an alternative. */
  | { readonly missing: string }

/** How an answer is given without its envelope. */
export interface RawForm {
  /** The possible media types, for the interface description: `text/markdown`, `image/*`. */
  readonly mediaTypes: readonly string[]
  /**
   * Light and pure, because it runs in the API. `data` fits the output of the operation as far as its worker kept to
   * that.
   */
  contentOf(answer: Pick<ExtractionAnswer, 'data' | 'artifacts'>): RawContent
}

/** One operation: what it takes and gives, and how long it may take. Its routes and docs follow from this. */
export interface OperationDescriptor {
  /** One sentence, shown in the list and in the interface description. */
  readonly summary: string
  readonly input: TSchema
  readonly output: TSchema
  readonly pool: WorkPool
  /**
   * The longest that the work itself may take, from the claim on. Default: above `MAX_TIMEOUT_MS`, so that the `timeoutMs` of
   * the request ends the work.
   */
  readonly timeoutMs: number
  /** Whether many inputs can be submitted at once. */
  readonly batch: boolean
  /** Default: `/api/v1/<extractor>/<operation>`. */
  readonly path: string
  /** Default: the path with `batch` before its last part. */
  readonly batchPath?: string
  readonly example: { readonly request: unknown }
  /** Its primary content, for `delivery: raw`; an operation without one refuses that. */
  readonly raw?: RawForm
  /** Text fields that are given in the place of `url`: the service puts the address that the first of them means there. */
  readonly shorthand?: { readonly fields: readonly string[]; addressOf(text: string): string }
}

/** The context of a check of the set-up. */
export interface SetupCheck extends Pick<ExtractorHost, 'settings' | 'dataDir'> {
  /** Whether new files are read to their end, which takes seconds for a large one. */
  readonly readsAll: boolean
  /** The egress, when servers should be asked whether they answer; null: they are not asked. */
  readonly network: Pick<ExtractorHost, 'fetch' | 'peerFetch'> | null
  /** The share of a file that has been read, from 0 to 1. */
  progress(message: string, share: number): void
  readonly signal: AbortSignal
}

/** What a check of the set-up learned beside that all is well. */
export interface SetupFindings {
  /** A location in the files that the settings name, for an example with results; null: not known. */
  readonly exampleLocation: string | null
}

/** All that the services know of an extractor without loading its code. */
export interface ExtractorDescriptor {
  /** Also the first half of the job types: `maps.search`. */
  readonly name: string
  /** The extractor's own version, included in every result. */
  readonly version: string
  readonly summary: string
  /** Whether there is code for it. */
  readonly available: boolean
  /** Null exactly when available. */
  readonly unavailableReason: string | null
  /** Makes it an enrichment: it needs the scope `enrich`, and is listed with the enrichments instead of the extractors. */
  readonly enrichment?: {
    /** What it can look for. */
    readonly fields: readonly string[]
    readonly limits: Readonly<Record<string, number>>
  }
  readonly operations: Readonly<Record<string, OperationDescriptor>>
  /**
   * Checks the files and servers that the settings name, before anything starts. Throws a SurveyorError with the
   * problem: a `target_*` code when a server cannot be reached, any other code when a setting must change.
   */
  readonly check?: (setup: SetupCheck) => Promise<SetupFindings>
  /**
   * Refuses at once an input that fits the schema but that no worker could process. Needs neither files nor the
   * network. Throws `validation_failed` with pointers, or `not_built_yet`.
   */
  readonly checkInput?: (input: unknown) => Promise<void>
  /** Imports the code that does the work; absent exactly when not available. */
  readonly load?: () => Promise<ExtractorModule>
}

/** What the folder of an extractor says of an operation; the rest has a default. */
export type OperationDefinition = Omit<OperationDescriptor, 'timeoutMs' | 'path'> &
  Partial<Pick<OperationDescriptor, 'timeoutMs' | 'path'>>

/** What the folder of an extractor says of it: how its code is imported, or why it has none yet. */
export type ExtractorDefinition = Omit<
  ExtractorDescriptor,
  'available' | 'unavailableReason' | 'operations' | 'load'
> & { readonly operations: Readonly<Record<string, OperationDefinition>> } & (
    | { readonly load: NonNullable<ExtractorDescriptor['load']>; readonly unavailableReason?: never }
    | { readonly unavailableReason: string; readonly load?: never }
  )

/** The longest `timeoutMs` that a request may name. */
export const MAX_TIMEOUT_MS = 300_000
const DEFAULT_TIMEOUT_MS = MAX_TIMEOUT_MS + 10_000

const NAME = /^[a-z][a-z0-9-]{0,39}$/
const OPERATION = /^[a-z][a-zA-Z0-9]{0,39}$/
const VERSION = /^\d+\.\d+\.\d+$/
const PATH = /^\/api\/v1(\/[a-z][a-z0-9-]*)+$/

/**
 * Completes a definition with its defaults and checks it; a descriptor is complete and only checked. A mistake throws an Error that
 * names the extractor and the rule. Whether the examples fit their schemas is tested in discover.test.ts, because at each start
 * it took a tenth of that of a worker.
 *
 * @example
 *   export default defineExtractor({
 *     name: 'feed',
 *     version: '1.0.0',
 *     summary: 'The entries of an RSS or Atom feed.',
 *     operations: {
 *       extract: {
 *         summary: 'Read the entries of a feed.',
 *         input: FeedInput,
 *         output: FeedData,
 *         pool: 'http',
 *         batch: true,
 *         example: { request: { url: 'https://example.org/feed.xml' } },
 *       },
 *     },
 *     load: () => import('./extract.ts'),
 *   })
 */
export function defineExtractor(definition: ExtractorDefinition | ExtractorDescriptor): ExtractorDescriptor {
  const { name, load, unavailableReason = null } = definition
  const operations = Object.entries(definition.operations).map(([operation, defined]) => [
    operation,
    { timeoutMs: DEFAULT_TIMEOUT_MS, path: `/api/v1/${name}/${operation}`, ...defined },
  ])
  const descriptor: ExtractorDescriptor = {
    ...definition,
    available: load !== undefined,
    unavailableReason,
    operations: Object.fromEntries(operations),
  }
  const mistakes = [...mistakesOf(descriptor)]
  if (mistakes.length > 0) throw new Error(`Extractor '${name}': ${mistakes.join('; ')}.`)
  return descriptor
}

function* mistakesOf(d: ExtractorDescriptor): Generator<string> {
  if (!NAME.test(d.name)) yield 'its name is not lower case letters, digits and dashes'
  if (!VERSION.test(d.version)) yield `its version '${d.version}' is not major.minor.patch`
  if (d.summary.trim() === '') yield 'it has no summary'
  if (d.available !== (d.unavailableReason === null)) yield 'it needs either `load` or an `unavailableReason`'
  const operations = Object.entries(d.operations)
  if (operations.length === 0) yield 'it has no operation'
  if (new Set(operations.map(([, operation]) => operation.path)).size < operations.length) {
    yield 'two operations share a path'
  }
  for (const [name, operation] of operations) {
    for (const mistake of operationMistakes(name, operation)) yield `operation '${name}' ${mistake}`
  }
}

function* operationMistakes(name: string, operation: OperationDescriptor): Generator<string> {
  if (!OPERATION.test(name)) yield 'has a name that is not camelCase'
  if (operation.summary.trim() === '') yield 'has no summary'
  if (!WORK_POOLS.includes(operation.pool)) yield `has the unknown kind ${operation.pool}`
  if (!Number.isInteger(operation.timeoutMs) || operation.timeoutMs < 1) yield 'has no valid timeoutMs'
  if (!PATH.test(operation.path)) yield `has the path '${operation.path}', which is not below /api/v1`
  const { shorthand, batchPath } = operation
  if (batchPath !== undefined && !PATH.test(batchPath))
    yield `has the batch path '${batchPath}', which is not below /api/v1`
  for (const field of shorthand?.fields ?? []) {
    if (!hasProperties(operation.input, field, 'url'))
      yield `has no field '${field}' and 'url' for its shorthand`
  }
  for (const side of ['input', 'output'] as const) {
    if (!isObjectSchema(operation[side])) yield `has an ${side} schema that is not an object`
  }
}

function hasProperties(schema: TSchema, ...names: readonly string[]): boolean {
  const properties: unknown = 'properties' in schema ? schema.properties : null
  return names.every((name) => Object.hasOwn(Object(properties), name))
}

function isObjectSchema(schema: TSchema): boolean {
  return 'type' in schema && schema.type === 'object'
}
