// Reads the JSON that scripts of a page fetched.
import type { CapturedResponse } from '#extract/browser/visit.ts'

/** Some servers put this before an answer, so that it cannot be loaded as a script. */
const GUARD_PREFIX = /^\s*(?:\)\]\}'[^\n]{0,20}\n|for\s{0,5}\(;;\);|while\s{0,5}\(1\);)/

/** `unread`: how many are no JSON. */
export function readCaptured(responses: readonly CapturedResponse[]): {
  readonly bodies: readonly object[]
  readonly unread: number
} {
  const bodies = responses.flatMap(({ url, method, status, text }) => {
    try {
      const body: unknown = JSON.parse(text.replace(GUARD_PREFIX, ''))
      return [{ url, method, status, body }]
    } catch {
      return []
    }
  })
  return { bodies, unread: responses.length - bodies.length }
}
