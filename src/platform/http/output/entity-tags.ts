// Entity tags (RFC 9110 section 8.8.3): the version of a content, and whether a caller has it already.
import { createHash } from 'node:crypto'

/** The same for equal JSON text. It has no quotes; an entity tag is it within double quotes. */
export function contentVersion(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22)
}

/** Whether If-None-Match names the content (RFC 9110 13.1.2: by weak comparison, in a list, or `*`). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((text) => {
    const tag = text.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
