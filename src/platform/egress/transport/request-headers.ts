// The headers of an outgoing request: ours, and those that the caller may choose.
import { SurveyorError } from '#contract/surveyor-error.ts'
import { OWN_HEADERS } from '#kit/http/own-headers.ts'
import { ACCEPTED_ENCODINGS } from './decode-body.ts'

/** `Surveyor/1.16.0 (+https://example.org/contact)`: always honest, so that a site can reach the operator. */
export function userAgent(version: string, contact: string | null): string {
  const safe = contact?.replaceAll(/[^\x20-\x7E]|[()\\]/g, '')
  return safe === undefined || safe === '' ? `Surveyor/${version}` : `Surveyor/${version} (+${safe})`
}

/** Lower-case names. Throws `invalid_header` for a header that the caller may not set. */
export function requestHeaders(
  given: Readonly<Record<string, string>> | undefined,
  agent: string,
): Record<string, string> {
  const headers: Record<string, string> = {
    accept: '*/*',
    'accept-encoding': ACCEPTED_ENCODINGS,
    'user-agent': agent,
  }
  for (const [name, value] of Object.entries(given ?? {})) {
    const lower = name.toLowerCase()
    if (OWN_HEADERS.has(lower))
      throw new SurveyorError('invalid_header', `The header ${lower} cannot be chosen.`)
    headers[lower] = value
  }
  return headers
}
