// Every error becomes a problem document (RFC 9457). Internal details go to the log, never to the caller.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_TAG_FORMAT } from '#contract/schema.ts'
import { invalidInput, problemOf, SurveyorError } from '#contract/surveyor-error.ts'
import type { Span } from '#platform/telemetry/tracer.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'
import { explainInvalid, jsonPointer } from '#platform/http/input/explain-invalid.ts'

/** The retry time told to a caller when the error names none. */
const DEFAULT_RETRY_MS = 5_000

const SHOWN_PATH_CHARS = 500

/** Fastify's error handler. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toSurveyorError(error, request)
  if (known === null && reply.raw.destroyed && isAborted(error)) {
    // A wait ends so when its client leaves, as a page does with each letter that is typed.
    request.log.debug({ route: request.routeOptions.url }, 'the client left')
  } else if (known === null) {
    request.log.error({ err: error, route: request.routeOptions.url, ...traceOf(request) }, 'request failed')
  } else if (known.status >= 500) {
    // A refusal of our own (a full queue) is not worth a log line; one with a cause is.
    request.log[known.cause === undefined ? 'debug' : 'warn'](
      { err: known, ...traceOf(request) },
      'request refused',
    )
  }
  return replyWith(known ?? error, request, reply)
}

const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'

function replyWith(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemOf(error)
  const retryAfterMs =
    problem.retryAfterMs ?? (problem.status === 503 && problem.retryable ? DEFAULT_RETRY_MS : undefined)
  if (retryAfterMs !== undefined)
    void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)))
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer realm="surveyor"')
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .send(
      JSON.stringify({
        ...problem,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        instance: request.url.split('?', 1)[0]?.slice(0, SHOWN_PATH_CHARS),
        requestId: request.id,
      }),
    )
}

/** The error as a caller may see it; null for a fault of our own. */
function toSurveyorError(error: unknown, request: FastifyRequest): SurveyorError | null {
  if (error instanceof SurveyorError) return error
  if (!(error instanceof Error)) return null
  const { code, statusCode, validation, validationContext } = error as Partial<FastifyError>
  if (validation !== undefined) return refusedInput(validation, validationContext, request)
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const limit = request.routeOptions.bodyLimit
      return new SurveyorError('body_too_large', `The body may have at most ${limit} bytes.`)
    }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new SurveyorError('unsupported_media_type', 'Send the body as application/json.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new SurveyorError('invalid_request', 'The body is not as long as Content-Length says.')
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new SurveyorError('not_found', 'Nothing has an id this long.')
    case 'FST_ERR_BAD_URL':
      return new SurveyorError('invalid_request', 'The path is not well encoded.')
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? new SurveyorError('invalid_request', 'The request cannot be read.', { cause: error })
        : null
  }
}

/** Links a log line to the trace; a request that is refused before all hooks has none. */
function traceOf(request: FastifyRequest): { traceparent?: string } {
  const traceparent = (request.trace as Span | undefined)?.traceparent
  return typeof traceparent === 'string' ? { traceparent } : {}
}

type AjvErrors = NonNullable<FastifyError['validation']>

function refusedInput(
  ajvErrors: AjvErrors,
  part: string | undefined,
  request: FastifyRequest,
): SurveyorError {
  const { schema = {} } = request.routeOptions
  const [found, value, pointerOf] =
    part === 'body'
      ? [schema.body, request.body, jsonPointer]
      : part === 'querystring'
        ? [schema.querystring, request.query, queryPointer]
        : [schema.params, request.params, jsonPointer]
  const problems = explainInvalid(asSchema(found), value, pointerOf)
  for (const { instancePath, keyword, message, params } of ajvErrors) {
    const pointer = pointerOf(instancePath.split('/').slice(1).map(unescape))
    // Formats are left to Ajv; when only Ajv finds a problem, its message is better than none.
    const isNew =
      problems.length === 0 || (keyword === 'format' && problems.every((p) => p.pointer !== pointer))
    if (isNew)
      problems.push({
        pointer,
        code: keyword,
        detail:
          (keyword === 'format' ? FORMATS[String(params['format'])] : undefined) ??
          `${message ?? 'This is not valid'}.`.replace(/^must/, 'Must'),
      })
  }
  const where = part === 'querystring' ? 'The query string' : part === 'body' ? 'The body' : 'The path'
  return invalidInput(where, problems)
}

/** What a text of a format looks like. */
const FORMATS: Readonly<Record<string, string>> = {
  [LANGUAGE_TAG_FORMAT]: 'Must be a tag of a known language (BCP 47), as `de` or `pt-BR`.',
  'date-time': 'Must be a time with its offset from UTC, as `2026-11-01T06:00:00Z`.',
}

function queryPointer(path: readonly (string | number)[]): string {
  const [name = '', ...rest] = path
  return `?${String(name).slice(0, 200)}${jsonPointer(rest)}`
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~')
}
