// The media type of a body that is kept as it is, from its Content-Type.
import { SurveyorError } from '#contract/surveyor-error.ts'

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}"
const MEDIA_TYPE = new RegExp(
  `^(${TOKEN}/${TOKEN})((?:\\s*;\\s*${TOKEN}=(?:${TOKEN}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]{0,100}"))*)$`,
)
const MAX_CHARS = 200

/** In lower case, with unchanged parameters; without a header it is `application/octet-stream` (RFC 9110 8.3). */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined || contentType.trim() === '') return 'application/octet-stream'
  const [, type, parameters = ''] = MEDIA_TYPE.exec(contentType.trim().slice(0, MAX_CHARS + 1)) ?? []
  if (type === undefined || contentType.trim().length > MAX_CHARS) {
    throw new SurveyorError('unsupported_media_type', 'The Content-Type is not a media type.')
  }
  return type.toLowerCase() + parameters
}
