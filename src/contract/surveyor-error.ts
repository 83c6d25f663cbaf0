// The only error class that is meant for callers: a code from the table and a message that may leave the process.
import { ERROR_CODES, isErrorCode, type ErrorCode } from './error-codes.ts'
import type { BlockedBy, FieldProblem, Problem } from './problem.ts'

/** What an error carries besides code and detail. The default of `retryable` is in the table of codes. */
export interface SurveyorErrorOptions {
  /** The cause, for the log only. */
  readonly cause?: unknown
  readonly retryAfterMs?: number
  readonly errors?: readonly FieldProblem[]
  /** The bot wall that the target showed. */
  readonly blockedBy?: BlockedBy
  /** The server that keeps the work waiting: a name, with a port that is not the default. */
  readonly host?: string
  /** Why there is no proxy: a word of `NO_PROXY_REASONS`. */
  readonly reason?: string
  /** When there may be one; null: not known. */
  readonly nextAvailableAt?: string | null
  /** What only an operator may learn. No problem document has it but the one that a worker reports to crawl. */
  readonly operatorDetail?: string
  /** Overrides the table, for a cause that is known to be temporary or permanent. */
  readonly retryable?: boolean
}

/** An error with a code of the table. Any other error that reaches a route is answered as an opaque `internal`. */
export class SurveyorError extends Error {
  override readonly name = 'SurveyorError'
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly errors: readonly FieldProblem[] | undefined
  readonly blockedBy: BlockedBy | undefined
  readonly host: string | undefined
  readonly reason: string | undefined
  readonly nextAvailableAt: string | null | undefined
  readonly operatorDetail: string | undefined

  /** `detail` is shown to the caller: it must contain no secret, no path of this machine, no stack. */
  constructor(code: ErrorCode, detail: string, options: SurveyorErrorOptions = {}) {
    super(detail, options.cause === undefined ? {} : { cause: options.cause })
    this.code = code
    this.retryable = options.retryable ?? ERROR_CODES[code].retryable
    this.retryAfterMs = options.retryAfterMs
    this.errors = options.errors
    this.blockedBy = options.blockedBy
    this.host = options.host
    this.reason = options.reason
    this.nextAvailableAt = options.nextAvailableAt
    this.operatorDetail = options.operatorDetail
  }

  get status(): number {
    return ERROR_CODES[this.code].status
  }
}

/** `validation_failed` whose detail says the first of the problems: who shows nothing else shows what to mend. `part`: "The query". */
export function invalidInput(part: string, errors: readonly FieldProblem[]): SurveyorError {
  const [first, ...others] = errors
  const rest = others.length === 0 ? '' : ` (and ${others.length} more, see errors)`
  const detail = first === undefined ? '.' : `: ${first.pointer || 'the whole'}: ${first.detail}${rest}`
  return new SurveyorError('validation_failed', `${part} is not valid${detail}`, { errors })
}

/** By its name: the bundled program of a child and a parser that is not bundled have a class each. */
export function isSurveyorError(error: unknown): error is SurveyorError {
  return error instanceof Error && error.name === 'SurveyorError'
}

/** Whether the database or the store of files cannot be reached: nothing is wrong with the work itself. */
export function isStorageUnavailable(error: unknown): boolean {
  return error instanceof SurveyorError && error.code === 'storage_unavailable'
}

/** The problem document of an error; an error other than SurveyorError becomes an opaque `internal`. */
export function problemOf(error: unknown): Problem {
  const known = isSurveyorError(error)
    ? error
    : new SurveyorError('internal', 'The service met an unexpected error.')
  return {
    type: `urn:surveyor:problem:${known.code}`,
    title: ERROR_CODES[known.code].title,
    status: known.status,
    detail: known.message,
    code: known.code,
    retryable: known.retryable,
    ...knownParts(known),
  }
}

type OptionalPart = 'retryAfterMs' | 'errors' | 'blockedBy' | 'host' | 'reason' | 'nextAvailableAt'

/** What an error or its document may say besides, without the parts that are not there. */
function knownParts(of: Partial<Pick<SurveyorError, OptionalPart>>) {
  return {
    ...(of.retryAfterMs === undefined ? {} : { retryAfterMs: of.retryAfterMs }),
    ...(of.errors === undefined ? {} : { errors: [...of.errors] }),
    ...(of.blockedBy === undefined ? {} : { blockedBy: of.blockedBy }),
    ...(of.host === undefined ? {} : { host: of.host }),
    ...(of.reason === undefined ? {} : { reason: of.reason }),
    ...(of.nextAvailableAt === undefined ? {} : { nextAvailableAt: of.nextAvailableAt }),
  }
}

/** The same with what only an operator may learn: for the report of a worker, never for a caller. */
export function reportOf(error: unknown): Problem {
  const operatorDetail = error instanceof SurveyorError ? error.operatorDetail : undefined
  return { ...problemOf(error), ...(operatorDetail === undefined ? {} : { operatorDetail }) }
}

/** The error of a received problem document, without its `operatorDetail`; an unknown code becomes `internal`. */
export function errorOf(problem: Problem): SurveyorError {
  return new SurveyorError(isErrorCode(problem.code) ? problem.code : 'internal', problem.detail, {
    retryable: problem.retryable,
    ...knownParts(problem),
  })
}
