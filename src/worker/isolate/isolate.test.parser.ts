// A parser for isolate.test.ts that refuses every document.
import { SurveyorError } from '#contract/surveyor-error.ts'

export function parse(): never {
  throw new SurveyorError('unsupported_document', 'Not a document.')
}
