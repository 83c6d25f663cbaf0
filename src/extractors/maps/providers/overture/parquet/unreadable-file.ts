// The error for a file that cannot be read; who knows its name puts it in front.
import { SurveyorError } from '#contract/surveyor-error.ts'

/** `reason` goes on with "it …". */
export function notReadable(reason: string, cause?: unknown): SurveyorError {
  return new SurveyorError('unsupported_document', `The file cannot be used: ${reason}.`, { cause })
}
