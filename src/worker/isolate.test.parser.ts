// A parser for isolate.test.ts: it takes no document at all.
import { SurveyorError } from '#contract/surveyor-error.ts'

export function parse(): never {
  throw new SurveyorError('unsupported_document', 'Not a document.')
}
