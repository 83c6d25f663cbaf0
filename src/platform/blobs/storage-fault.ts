// Reports that blob storage does not work, with the error code that callers know.
import { SurveyorError } from '#contract/surveyor-error.ts'

/** A full disk is not freed within a second. */
const RETRY_AFTER_MS = 30_000

/** Names no path of this machine. */
export function storageFault(cause: unknown): SurveyorError {
  const full = cause instanceof Error && 'code' in cause && FULL.has(String(cause.code))
  return new SurveyorError(
    'storage_unavailable',
    full ? 'The store for files is full.' : 'The store for files does not work.',
    { cause, retryAfterMs: RETRY_AFTER_MS },
  )
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])
