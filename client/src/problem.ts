// What can go wrong with a call, as one error: the problem document of the service, or what happened in its place.

/** One thing that is wrong with a request: a JSON Pointer into the body, or `?name` for a query parameter. */
export interface FieldProblem {
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/**
 * Codes that are not of the service: no connection; no answer within `timeoutMs`; an answer that is neither a result nor
 * a problem document; an answer that was cut off.
 */
export type LocalCode = 'unreachable' | 'timeout' | 'invalid_answer' | 'stream_cut'

interface ProblemFields {
  /** A stable word for programs: one of the service, or a `LocalCode`. */
  readonly code: string
  readonly detail: string
  /** Of the HTTP answer; null where none came. */
  readonly status: number | null
  readonly title?: string
  /** What is wrong with the request, part by part; empty where nothing is. */
  readonly errors?: readonly FieldProblem[]
  /** To be named when the operator is asked; null where no answer came. */
  readonly requestId?: string | null
  /** Whether the same request may succeed later. */
  readonly retryable: boolean
  /** How long to wait before; null: not said. */
  readonly retryAfterMs?: number | null
  /** The path of the request or of the job that failed. */
  readonly instance?: string | null
}

/** Every call throws this, or the reason of its signal. */
export class SurveyorProblem extends Error {
  override readonly name = 'SurveyorProblem'
  readonly code: string
  readonly detail: string
  readonly status: number | null
  readonly title: string
  readonly errors: readonly FieldProblem[]
  readonly requestId: string | null
  readonly retryable: boolean
  readonly retryAfterMs: number | null
  readonly instance: string | null

  constructor(fields: ProblemFields, options?: ErrorOptions) {
    super(`${fields.code}: ${fields.detail}`, options)
    this.code = fields.code
    this.detail = fields.detail
    this.status = fields.status
    this.title = fields.title ?? fields.code
    this.errors = fields.errors ?? []
    this.requestId = fields.requestId ?? null
    this.retryable = fields.retryable
    this.retryAfterMs = fields.retryAfterMs ?? null
    this.instance = fields.instance ?? null
  }
}

/** The problem that a service, a job or an item of a batch names; null where `value` is no problem document. */
export function problemOf(value: unknown, options?: ErrorOptions): SurveyorProblem | null {
  const { code, detail, status, title, errors, requestId, retryable, retryAfterMs, instance } =
    fieldsOf(value)
  if (typeof code !== 'string' || typeof detail !== 'string' || typeof retryable !== 'boolean') return null
  return new SurveyorProblem(
    {
      code,
      detail,
      status: typeof status === 'number' ? status : null,
      title: textOr(title, code),
      errors: Array.isArray(errors) ? errors.flatMap(fieldProblem) : [],
      requestId: textOr(requestId, null),
      retryable,
      retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : null,
      instance: textOr(instance, null),
    },
    options,
  )
}

/** A problem that is ours: it can be tried again, unless `retryable` says otherwise. */
export function localProblem(
  code: LocalCode,
  detail: string,
  more: { readonly status?: number; readonly retryable?: boolean; readonly cause?: unknown } = {},
): SurveyorProblem {
  const { status = null, retryable = true, cause } = more
  return new SurveyorProblem({ code, detail, status, retryable }, cause === undefined ? {} : { cause })
}

/** The members of an object; of anything else none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function fieldProblem(value: unknown): FieldProblem[] {
  const { pointer, code, detail } = fieldsOf(value)
  return typeof pointer === 'string' && typeof code === 'string' && typeof detail === 'string'
    ? [{ pointer, code, detail }]
    : []
}

function textOr<T>(value: unknown, other: T): string | T {
  return typeof value === 'string' ? value : other
}
