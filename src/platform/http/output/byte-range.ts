// Byte ranges (RFC 9110 section 14): which part of a content a request wants.

/** Headers of a request, in lower case. */
export interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | string[] | undefined
}

/** Both ends are inclusive, counted from 0. */
export interface WantedRange {
  readonly first: number
  readonly last: number
}

/**
 * `whole` when no range is requested, the header is malformed or names several parts (a server may ignore those), or
 * If-Range names another content. `none` when the range lies beyond the end. `etag` is the strong one, in quotes.
 */
export function wantedRange(
  headers: RangeHeaders,
  bytes: number,
  etag: string,
): WantedRange | 'whole' | 'none' {
  const { range, 'if-range': ifRange } = headers
  if (range === undefined || (ifRange !== undefined && ifRange !== etag)) return 'whole'
  const [, from = '', to = ''] =
    /^bytes\s{0,9}=\s{0,9}(\d{0,15})\s{0,9}-\s{0,9}(\d{0,15})$/i.exec(range.trim()) ?? []
  if (from === '' && to === '') return 'whole'
  if (from === '') {
    const length = Math.min(Number(to), bytes)
    return length === 0 ? 'none' : { first: bytes - length, last: bytes - 1 }
  }
  const first = Number(from)
  if (to !== '' && Number(to) < first) return 'whole'
  if (first >= bytes) return 'none'
  return { first, last: to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1) }
}

/** Whether If-None-Match names the content (RFC 9110 13.1.2: by weak comparison, in a list, or `*`). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((text) => {
    const tag = text.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
