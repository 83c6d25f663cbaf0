// The context that an extractor works with and the results it returns: its only access to the outside.
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import type { WorkerPatterns } from '#contract/crawl/discovery/pattern.ts'
import type { ExtractionResult, Warning } from '#contract/crawl/result.ts'
import type { JobProgress } from '#contract/job.ts'
import type { ReportKind } from '#contract/run-reports.ts'
import type { RecognizedLine } from '#parsing/documents/pdf/recognized-text.ts'
import type { ExtractBrowse } from './browser/visit.ts'

/** One request through the guarded egress; the fields mean the same as in `#platform/egress`. */
export interface ExtractRequest {
  readonly url: string
  readonly method?: 'GET' | 'HEAD' | 'POST'
  /** Of a POST that only asks: sent again where a kept-alive connection turns out to be closed. */
  readonly idempotent?: true
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** Most bytes of the decoded body; more is `target_too_large`. */
  readonly maxBytes: number
  /** The first `maxBytes` of a longer body instead of an error. Such an answer is neither kept nor taken from kept ones. */
  readonly cutBody?: true
  /** From now until the last byte; never more than the job has left. */
  readonly deadlineMs: number
  readonly maxRedirects?: number
  readonly robots?: 'obey' | 'ignore'
  readonly signal?: AbortSignal
}

/** The answer to a request; `bytes` and `body` are decoded. */
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
  /** Where the connection to the last host leads; null or absent where that is not known. */
  readonly remoteAddress?: string | null
  /** `stale`: the target failed, this is an older copy, and the caller accepts one. Absent: kept pages were not used. */
  readonly cache?: { readonly status: 'hit' | 'miss' | 'revalidated' | 'stale' | 'bypass' }
}

/** Throws a SurveyorError without an answer; an HTTP error status is an answer. */
export type ExtractFetch = (request: ExtractRequest) => Promise<ExtractResponse>

/** The part of the log that an extractor uses; fields first, then the text, as in pino. */
export interface ExtractLog {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/**
 * Runs a heavy or risky parser in a child process without network, with limited memory. `parser` is the URL of a module
 * that exports a `Parser` by the name `parse`. A parser that crashes, exhausts its memory or outlives the job is
 * killed: the call then throws `unsupported_document` or `extract_timeout`, and the worker itself goes on. Extractors
 * call it through `defineWork` (`work.ts`).
 */
export type ExtractIsolate = (parser: URL, input: IsolateInput, bounds?: IsolateBounds) => Promise<Uint8Array>

/** A document for a child. It is made when a child is free for it, so that one in the queue is not held twice. */
export interface IsolateInput {
  /** About how many bytes it has; the bytes that are parsed at once are bounded over all jobs. */
  readonly length: number
  readonly make: () => Uint8Array
}

/** Absent: only the job itself bounds the time. */
export interface IsolateBounds {
  /** For a parser with native code (an addon of `node_modules`); its memory outside the heap is bounded too. */
  readonly native?: boolean
  /**
   * CPU time of the parser from when it is loaded, and by the clock three times as much; then the parser is killed, and
   * the call throws `extract_timeout`. Where the system does not tell CPU time, it is the clock alone.
   */
  readonly timeoutMs?: number
  /**
   * For waiting and parsing together, from now on: then the document leaves the queue or its parser is killed
   * (`extract_timeout`, retryable where it waited, or where its parser had less than half of a core).
   */
  readonly totalMs?: number
}

/** Bytes in, bytes out; nothing else is exchanged with the child process. */
export type Parser = (input: Uint8Array) => Uint8Array | Promise<Uint8Array>

/** How much one key takes, such as `overpass overpass-api.de`; the fields mean the same as in `#platform/limits`. */
export interface SlotRequest {
  /** Most slots held at the same time. */
  readonly concurrency: number
  /** Least time between two starts. */
  readonly intervalMs: number
  /** Most starts in any 24 hours; null: any number. */
  readonly perDay: number | null
  /** A slot that would come later than this is refused, at once if that is known at once. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

/** The right to one request, or to one piece of work. */
export interface Slot {
  /**
   * To be called once, however the work ended. For `closedForMs` no further slot is granted, because the key asked for
   * that.
   */
  release(feedback?: { readonly closedForMs?: number }): void
}

/** Throws `rate_limited` with `retryAfterMs`, or the reason of the signal. */
export interface ExtractLimiter {
  acquire(key: string, request: SlotRequest): Promise<Slot>
}

/**
 * Sends a request to the server of the operator that the setting names, without guard, robots and delays. A URL of any
 * other origin is refused (`url_not_allowed`), so that a request can never choose the target.
 */
export type ExtractPeerFetch = (
  setting: string,
  request: ExtractRequest,
) => Promise<Pick<ExtractResponse, 'status' | 'headers' | 'body'>>

/** A file that an extraction makes: its purpose, its type, and its bytes. */
export interface NewArtifact {
  /** A lower-case word: `screenshot`, `thumbnail`, `tile`, `diff`, `pdf`, `image`, `document`. */
  readonly kind: string
  /** `image/png`; parameters such as a charset may follow. */
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly width?: number
  readonly height?: number
  readonly pages?: number
  /** The file name of a download; without it the name is made from its id. */
  readonly filename?: string
}

/**
 * Keeps a file beside the result and lists it in the result's `artifacts`, in the order of the calls. The same content
 * of the same kind saved twice in a job is one artifact, also over several attempts. Throws `body_too_large` (more than
 * the operator allows), `storage_unavailable`, `lease_lost` or the reason of the job's signal.
 */
export type ExtractSaveArtifact = (artifact: NewArtifact) => Promise<ArtifactLink>

/** A file that an input names, with its bytes. */
export interface ReadArtifact {
  readonly id: string
  readonly mediaType: string
  readonly filename: string | null
  readonly sha256: string
  readonly bytes: Uint8Array
}

/**
 * The bytes of the artifact that the input names as `artifactId`, and of no other: the caller of the job was allowed to
 * read that one. Throws `not_found`, `result_expired`, `target_too_large` (more than `maxBytes`) or
 * `storage_unavailable`.
 */
export type ExtractReadArtifact = (
  id: string,
  options: { readonly maxBytes: number },
) => Promise<ReadArtifact>

/**
 * Stores what one job keeps for later jobs of its extractor, which may run in other workers. An entry may disappear at
 * any moment, and nothing is kept when the operator disabled the cache; a job that finds nothing does the work itself.
 */
export interface ExtractSharedCache {
  /** Null when nothing young enough is kept. Throws only the reason of the signal. */
  get(
    name: string,
    options: { readonly maxAgeMs: number; readonly signal: AbortSignal },
  ): Promise<Uint8Array | null>
  /** Never throws. `url` is the source of the entry, so that a purge of that URL removes it. */
  put(name: string, entry: { readonly url: string; readonly bytes: Uint8Array }): Promise<void>
  /** Never throws. */
  forget(name: string, entry: { readonly url: string }): Promise<void>
}

/** OCR that is installed on this machine. */
export interface ExtractOcr {
  /** As the engine calls them: `eng`, `deu`. */
  readonly languages: readonly string[]
  /**
   * The lines of text in a gray picture in the format Netpbm; null where the engine fails or the time is up. Throws the
   * reason of the job's signal.
   */
  recognize(request: {
    readonly picture: Uint8Array
    /** Of `languages`. */
    readonly languages: readonly string[]
    /** By `performance.now()`. */
    readonly endsAtMs: number
  }): Promise<readonly RecognizedLine[] | null>
}

/** Two limiters with the same call: over all workers, and in this process. */
export interface ExtractLimits {
  /** Counted over all workers, as the policy of a public server asks. */
  readonly shared: ExtractLimiter
  /** Counted in this process, as its memory and the servers of its operator ask. */
  readonly process: ExtractLimiter
}

/** Given once for each worker process, when the first job of the extractor arrives. */
export interface ExtractorHost {
  /** The operator's settings by name: `mapProvider`, `osmFile`, …; null when not set. */
  readonly settings: Readonly<Record<string, string | number | boolean | null>>
  readonly log: ExtractLog
  /** A folder for files that any worker can make again. */
  readonly dataDir: string
  readonly fetch: ExtractFetch
  readonly limits: ExtractLimits
  /** Absent: kept in this process alone. */
  readonly sharedCache?: ExtractSharedCache
  /** Absent: the operator's own servers are reached through `fetch`, as far as its guard allows. */
  readonly peerFetch?: ExtractPeerFetch
  /**
   * What was learned of pages with contacts; null while crawl cannot be asked. Absent: there is no crawl. Throws only the
   * reason of the signal.
   */
  readonly learnedPatterns?: (signal: AbortSignal) => Promise<WorkerPatterns | null>
}

/** An extractor that reads the page of another one. */
export interface NestedExtract {
  /** Its operation `extract` is run. */
  readonly extractor: string
  /** Fields that its schema lacks are left out. */
  readonly input: Readonly<Record<string, unknown>>
  /** A page as it stands in a browser, in the place of `url`, for an extractor that takes one and needs no browser. */
  readonly rendered: { readonly html?: string; readonly baseUrl?: string | undefined }
}

/** Given with each job. */
export interface ExtractContext {
  /** Aborts on cancel, on the deadline, on a lost lease and when the worker stops. */
  readonly signal: AbortSignal
  /** By `systemClock`, which is not the time of day where somebody set the clock of the machine. */
  readonly deadlineAt: Date | null
  /** May be called at any rate; the newest is sent at most once a second. */
  readonly progress: (progress: JobProgress) => void
  readonly log: ExtractLog
  /** As the `fetch` of the host, but ended by `signal` and counted in the timings of the result. */
  readonly fetch: ExtractFetch
  /** Whether a domain takes mail, by its name servers; null: they do not tell. Never throws. Absent: they cannot be asked. */
  readonly acceptsMail?: (domain: string) => Promise<boolean | null>
  /** Counted in the timings of the result, as `fetch` is. */
  readonly browse: ExtractBrowse
  readonly isolate: ExtractIsolate
  /** Null where no OCR is installed; absent in a process that never has one. */
  readonly ocr?: () => Promise<ExtractOcr | null>
  readonly saveArtifact: ExtractSaveArtifact
  readonly readArtifact: ExtractReadArtifact
  /**
   * Something that crawl is to remember for later jobs, in the words of the worker-facing API: stored with the end of the
   * job, whether that is a result or an error. Never throws.
   */
  readonly report: (kind: ReportKind, entry: unknown) => void
  /**
   * Runs another extractor in this job, with the given fetch. Throws what that one throws, `validation_failed` for an
   * input that it refuses, and `no_worker` for one that is not there. Absent in a process without the others.
   */
  readonly runExtractor?: (nested: NestedExtract, fetch: ExtractFetch) => Promise<ExtractorOutput>
  /** W3C trace context of the request that made the job. */
  readonly traceparent: string | null
}

/** What an operation found; the worker adds timings, cache status and files. */
export interface ExtractorOutput {
  readonly data: unknown
  /** The engine of the work: `http`, `browser`, `file`. */
  readonly engine: string
  readonly warnings?: readonly Warning[]
  readonly provenance?: ExtractionResult['provenance']
  readonly response?: ExtractionResult['response']
  readonly quality?: ExtractionResult['quality']
}

/** Throws a SurveyorError for the caller; anything else counts as a defect and is shown as `internal`. */
export type OperationHandler = (input: unknown, context: ExtractContext) => Promise<ExtractorOutput>

/**
 * An operation whose input has the type of its schema: the worker checks it before `run` gets it.
 *
 * @example return { operations: { extract: checkedOperation<MarkdownInput>(extract) } }
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the extractor names the type of its schema
export function checkedOperation<Input>(
  run: (input: Input, context: ExtractContext) => Promise<ExtractorOutput>,
): OperationHandler {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker has checked it by the schema
  return (input, context) => run(input as Input, context)
}

/** A loaded extractor; disposed of when its worker stops. */
export interface ExtractorInstance extends Partial<AsyncDisposable> {
  /** One for each operation of the descriptor. The input has passed the schema of the operation. */
  readonly operations: Readonly<Record<string, OperationHandler>>
}

/** What `load` of a descriptor imports: the code that only workers need. */
export interface ExtractorModule {
  create(host: ExtractorHost): Promise<ExtractorInstance>
}
