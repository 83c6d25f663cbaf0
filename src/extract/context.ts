// What an extractor is given to work with and what it hands back: its whole view of the world outside.
import type { ArtifactLink } from '#contract/artifact.ts'
import type { ExtractionResult, Warning } from '#contract/result.ts'
import type { JobProgress } from '#contract/job.ts'

/** One request through the guarded way out; the fields mean what `#platform/egress` says. */
export interface ExtractRequest {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Most bytes of the decoded body; more is `target_too_large`. */
  readonly maxBytes: number
  /** From now until the last byte; never more than the job has left. */
  readonly deadlineMs: number
  readonly maxRedirects?: number
  readonly robots?: 'obey' | 'ignore'
  readonly cache?: 'default' | 'no-store'
  readonly signal?: AbortSignal
}

export interface ExtractResponse {
  readonly url: string
  readonly finalUrl: string
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly bytes: number
  readonly redirects: readonly string[]
  readonly robots: {
    readonly verdict: 'allowed' | 'disallowed' | 'ignored' | 'unreachable'
    readonly rule: string | null
  }
  /** `stale`: the target failed, this is an older copy, and the caller takes one. */
  readonly cache: { readonly status: 'hit' | 'miss' | 'revalidated' | 'stale' | 'bypass' }
}

/** Throws a SurveyorError where there is no answer; an HTTP error status is an answer. */
export type ExtractFetch = (request: ExtractRequest) => Promise<ExtractResponse>

/** The part of the log that an extractor uses; fields first, then the text, as pino has it. */
export interface ExtractLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Runs a heavy or risky parser in a child process without network, with a bound on its memory. `parser` is the URL of
 * a module that exports a `Parser` by the name `parse`. A parser that crashes, eats its memory or outlives the job is killed:
 * the call then throws `unsupported_document` or `extract_timeout`, and the worker itself goes on.
 */
export type ExtractIsolate = (parser: URL, input: Uint8Array, bounds?: IsolateBounds) => Promise<Uint8Array>

export interface IsolateBounds {
  /** For a parser with native code (an addon of `node_modules`); its memory outside the heap is bounded too. */
  readonly native?: boolean
  /** From when the parser gets its document; then it is killed, and the call throws `extract_timeout`. */
  readonly timeoutMs?: number
  /** For the parser to be free; a document that waited longer is not parsed, and the call throws `extract_timeout`. */
  readonly maxWaitMs?: number
  /** For both together, from now on: then the document leaves the line or its parser is killed (`extract_timeout`). */
  readonly totalMs?: number
}

/** Bytes in, bytes out; nothing else crosses the border of the child process. */
export type Parser = (input: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** What users of a resource agreed to, counted over all workers together. */
export interface PermitTerms {
  /** Most holders at the same time. */
  readonly concurrency: number
  /** Least time between two grants. */
  readonly spacingMs: number
  /** Most grants in any 24 hours; null: any number. */
  readonly perDay: number | null
  /** A permit that comes later than this is refused, at once where that is known at once. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

export interface Permit {
  /** Once, however the work ended. For `closedForMs` nobody gets another one: the resource asked for that. */
  release(closedForMs?: number): void
}

/** Throws `rate_limited` with `retryAfterMs`, or the reason of the signal. */
export interface ExtractPermits {
  acquire(resource: string, terms: PermitTerms): Promise<Permit>
}

/**
 * Asks the server of the operator that the setting names, without guard, robots and pauses. A URL of any other origin is
 * refused (`url_not_allowed`), so that nothing in a request can choose where this goes.
 */
export type ExtractPeerFetch = (
  setting: string,
  request: ExtractRequest,
) => Promise<Pick<ExtractResponse, 'status' | 'headers' | 'body'>>

/** A file that an extraction makes: what it is for, what it is, and its bytes. */
export interface NewArtifact {
  /** A lower-case word: `screenshot`, `thumbnail`, `tile`, `diff`, `pdf`, `image`, `document`. */
  readonly kind: string
  /** `image/png`; parameters such as a charset may follow. */
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly width?: number
  readonly height?: number
  readonly pages?: number
  /** What it is saved as by a browser; without it the name is made from its id. */
  readonly filename?: string
}

/**
 * Keeps a file beside the result and lists it in the result's `artifacts`, in the order of the calls. The same content
 * of the same kind saved twice in a job is one artifact, also over several attempts. Throws `body_too_large` (more than
 * the operator allows), `storage_unavailable`, `lease_lost` or the reason of the job's signal.
 */
export type ExtractSaveArtifact = (artifact: NewArtifact) => Promise<ArtifactLink>

export interface ReadArtifact {
  readonly id: string
  readonly mediaType: string
  readonly filename: string | null
  readonly sha256: string
  readonly bytes: Uint8Array
}

/**
 * The bytes of the artifact that the input names as `artifactId`, and of no other one: who asked for the job was allowed
 * to read it. Throws `not_found`, `result_expired`, `target_too_large` (more than `maxBytes`) or `storage_unavailable`.
 */
export type ExtractReadArtifact = (
  id: string,
  options: { readonly maxBytes: number },
) => Promise<ReadArtifact>

/**
 * What one job keeps for the next ones of its extractor, which may run in other workers. It may be gone at any moment, and
 * nothing is kept where the operator keeps nothing: whoever finds nothing works anew.
 */
export interface ExtractSharedCache {
  /** Null where nothing young enough is kept. Throws the reason of the signal, and nothing else. */
  get(
    name: string,
    options: { readonly maxAgeMs: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array | null>
  /** Never throws. `url`: where it comes from, for whoever purges what came from there. */
  put(name: string, entry: { readonly url: string; readonly bytes: Uint8Array }): Promise<void>
  /** Never throws. */
  forget(name: string, entry: { readonly url: string }): Promise<void>
}

/** Given once for each worker process, when the first job of the extractor arrives. */
export interface ExtractorHost {
  /** The operator's settings by name: `mapProvider`, `osmFile`, …; null where he set none. */
  readonly settings: Readonly<Record<string, string | number | boolean | null>>
  readonly log: ExtractLog
  /** Where an extractor may keep files that any worker can make again. */
  readonly dataDir: string
  readonly fetch: ExtractFetch
  /** Shared with all workers. Absent: this process counts alone (`process-permits.ts`). */
  readonly permits?: ExtractPermits
  /** Absent: what a job keeps is known to this process alone. */
  readonly sharedCache?: ExtractSharedCache
  /** Absent: the operator's own servers are reached through `fetch`, as far as its guard allows. */
  readonly peerFetch?: ExtractPeerFetch
}

/** Given with each job. */
export interface ExtractContext {
  /** Aborts on cancel, on the deadline, on a lost lease and when the worker stops. */
  readonly signal: AbortSignal
  /** By the clock of this process. */
  readonly deadlineAt: Date | null
  /** May be called at any rate; the newest is sent at most once a second. */
  readonly progress: (progress: JobProgress) => void
  readonly log: ExtractLog
  /** As the host's, but ended by `signal` and counted in the timings of the result. */
  readonly fetch: ExtractFetch
  readonly isolate: ExtractIsolate
  readonly saveArtifact: ExtractSaveArtifact
  readonly readArtifact: ExtractReadArtifact
  /** W3C trace context of the request that made the job. */
  readonly traceparent: string | null
}

export interface ExtractorOutput {
  readonly data: unknown
  /** What did the work: `http`, `browser`, `file`. */
  readonly engine: string
  readonly warnings?: readonly Warning[]
  readonly provenance?: ExtractionResult['provenance']
  readonly response?: ExtractionResult['response']
  readonly quality?: ExtractionResult['quality']
}

export type OperationHandler = (input: unknown, context: ExtractContext) => Promise<ExtractorOutput>

export interface ExtractorInstance extends Partial<AsyncDisposable> {
  /** One for each operation of the descriptor. The input has passed the operation's schema. */
  readonly operations: Readonly<Record<string, OperationHandler>>
}

export interface ExtractorModule {
  create(host: ExtractorHost): Promise<ExtractorInstance>
}
