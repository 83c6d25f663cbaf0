// The failure that a worker reports, restricted to known codes and to a message of bounded length.
import { isErrorCode, type ErrorCode } from '#contract/error-codes.ts'
import type { Problem } from '#contract/problem.ts'
import { reportOf, SurveyorError } from '#contract/surveyor-error.ts'

/**
 * Codes that only the service itself may use, about a request and its sender: from a worker they would blame the
 * caller.
 */
const NOT_FOR_WORKERS: ReadonlySet<ErrorCode> = new Set([
  'malformed_json',
  'invalid_request',
  'invalid_header',
  'invalid_cursor',
  'unauthenticated',
  'key_expired',
  'key_revoked',
  'scope_missing',
  'exceeds_own_key',
  'address_not_allowed',
  'host_not_allowed',
  'route_not_found',
  'unknown_worker',
  'method_not_allowed',
  'not_acceptable',
  'request_timeout',
  'job_already_claimed',
  'job_not_claimable',
  'lease_lost',
  'job_not_cancellable',
  'job_not_retryable',
  'idempotency_in_flight',
  'idempotency_key_reuse',
  'draining',
])

const MAX_DETAIL_CHARS = 1_000
const MAX_ERRORS = 20
const MAX_POINTER_CHARS = 200

/** Title, type and HTTP status are those of the code; a code that no worker may use becomes `internal`. */
export function reportedFailure(reported: Problem): Problem {
  const {
    code,
    detail,
    retryable,
    retryAfterMs,
    errors = [],
    blockedBy,
    host,
    reason,
    nextAvailableAt,
    operatorDetail,
  } = reported
  const known = isErrorCode(code) && !NOT_FOR_WORKERS.has(code) ? code : null
  const said = known === null ? `The worker reports ${code.slice(0, 100)}: ${detail}` : detail
  const bounded = errors.slice(0, MAX_ERRORS).map((error) => ({
    pointer: error.pointer.slice(0, MAX_POINTER_CHARS),
    code: error.code.slice(0, 100),
    detail: error.detail.slice(0, MAX_DETAIL_CHARS),
  }))
  return reportOf(
    new SurveyorError(known ?? 'internal', said.slice(0, MAX_DETAIL_CHARS), {
      retryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(bounded.length === 0 ? {} : { errors: bounded }),
      ...(blockedBy === undefined ? {} : { blockedBy }),
      ...(reason === undefined ? {} : { reason }),
      ...(nextAvailableAt === undefined ? {} : { nextAvailableAt }),
      ...(host === undefined ? {} : { host }),
      ...(operatorDetail === undefined ? {} : { operatorDetail }),
    }),
  )
}
