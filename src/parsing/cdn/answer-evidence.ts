// What of an answer is evidence of a provider: a few headers, and the names of its cookies. Nothing else leaves a worker.
import { EVIDENCE_HEADERS, isProviderCookie } from './provider-marks.ts'

const MAX_HEADER_CHARS = 300
const MAX_COOKIES = 20

/** Of the headers of one answer, lower-case names, `set-cookie` lines joined by line feeds. */
export function answerEvidence(headers: Readonly<Record<string, string>>): {
  readonly headers: Record<string, string>
  readonly cookieNames: string[]
} {
  const evidence: Record<string, string> = {}
  for (const name of EVIDENCE_HEADERS) {
    const value = headers[name]
    if (value !== undefined) evidence[name] = value.slice(0, MAX_HEADER_CHARS)
  }
  const names = (headers['set-cookie'] ?? '')
    .split('\n', 50)
    .map((line) => line.slice(0, 200).split('=', 1)[0]?.trim().toLowerCase() ?? '')
    .filter(isProviderCookie)
  return { headers: evidence, cookieNames: [...new Set(names)].slice(0, MAX_COOKIES) }
}
