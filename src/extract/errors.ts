// The errors of an extractor: coded errors that are passed from the worker to the caller.
import type { ErrorCode } from '#contract/error-codes.ts'
import { isRetryableStatus } from '#contract/crawl/target-status.ts'
import type { BlockedBy } from '#contract/problem.ts'
import type { PageProblem } from '#parsing/page/page-quality.ts'
import { SurveyorError, type SurveyorErrorOptions } from '#contract/surveyor-error.ts'

/**
 * An error for the caller of the extraction. The code decides whether the job is tried again (`ERROR_CODES`); anything
 * that an operation throws without a code reaches the caller as an opaque `internal`.
 */
export function extractError(
  code: ErrorCode,
  detail: string,
  options: SurveyorErrorOptions = {},
): SurveyorError {
  return new SurveyorError(code, detail, options)
}

/** The error for a page that is not the requested content. */
export function pageError(
  { code, detail, retryable, blockedBy }: PageProblem,
  options: SurveyorErrorOptions = {},
): SurveyorError {
  return extractError(code, detail, {
    ...options,
    retryable,
    ...(blockedBy === undefined ? {} : { blockedBy }),
  })
}

/** The code of the field of a request that fits nothing on the page. */
const NO_MATCH = 'no_match'

/**
 * The error for a page that has nothing of what the field at `pointer` asks for. It is for the caller to mend, but a
 * browser may show more of the page.
 */
export function noMatchError(pointer: string, detail: string): SurveyorError {
  const errors = [{ pointer, code: NO_MATCH, detail: 'fits nothing on the page' }]
  return extractError('validation_failed', detail, { errors })
}

/** Whether a page was read and had nothing to give: no content, or nothing of what was asked for. */
export function foundNothing({ code, errors = [] }: SurveyorError): boolean {
  return code === 'empty_content' || errors.some((problem) => problem.code === NO_MATCH)
}

/** The error for a failed status of the target; retryable when that status may be temporary. */
export function statusError(
  status: number,
  detail = `The target answers with the status ${status}.`,
  code: ErrorCode = 'target_http_error',
  blockedBy?: BlockedBy,
): SurveyorError {
  return new SurveyorError(code, detail, {
    retryable: isRetryableStatus(status),
    ...(blockedBy === undefined ? {} : { blockedBy }),
  })
}

/** Throws `statusError` where the target refused or failed; null, of what was given with the request, passes. */
export function checkStatus(status: number | null): void {
  if (status !== null && status >= 400) throw statusError(status)
}
