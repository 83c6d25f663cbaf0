// Reports that blob storage does not work, with the error code that callers know.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { errorCode } from '#kit/unknown-values.ts'

/** A full disk is not freed within a second. */
const RETRY_AFTER_MS = 30_000

/** Names no path of this machine. */
export function storageFault(cause: unknown): SurveyorError {
  const full = FULL.has(errorCode(cause))
  return new SurveyorError(
    'storage_unavailable',
    full ? 'The store for files is full.' : 'The store for files does not work.',
    { cause, retryAfterMs: RETRY_AFTER_MS },
  )
}

const FULL: ReadonlySet<string | null> = new Set(['ENOSPC', 'EDQUOT'])
