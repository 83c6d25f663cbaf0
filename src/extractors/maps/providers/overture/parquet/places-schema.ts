// What of a file of Overture places is read, how much of it at once, and the error for one that cannot be read.
import { SurveyorError } from '#contract/surveyor-error.ts'

/** A file without one of them holds something else. */
export const REQUIRED_COLUMNS: readonly string[] = ['id', 'geometry', 'names']

/** Others are passed over, as are the fields of these that are not known. */
export const COLUMNS: ReadonlySet<string> = new Set([
  ...REQUIRED_COLUMNS,
  'bbox',
  'sources',
  'categories',
  'taxonomy',
  'basic_category',
  'confidence',
  'websites',
  'socials',
  'emails',
  'phones',
  'brand',
  'addresses',
  'operating_status',
])

/** Compressed, of the columns above. It is what a child process is given as one document. */
export const MAX_GROUP_BYTES = 60 * 1024 * 1024
export const MAX_GROUP_ROWS = 500_000

/** The error for a file that cannot be read. `reason` goes on with "it …". */
export function notReadable(reason: string, cause?: unknown): SurveyorError {
  return new SurveyorError('unsupported_document', `The file cannot be used: ${reason}.`, { cause })
}
