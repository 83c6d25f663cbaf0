// How an extractor says what went wrong: the coded error that travels from the worker to the caller.
import type { ErrorCode } from '#contract/error-codes.ts'
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
