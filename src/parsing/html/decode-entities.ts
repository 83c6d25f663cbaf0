// Character references in text that was not HTML when it was parsed: scripts and feeds that were escaped once too often.
import { decodeText } from './character-references.ts'

/** The references that escaping functions write, decoded once; any other stays as it is. */
export function decodeEntities(text: string): string {
  // Only with their semicolon: an address may have `&copy=` in it.
  return text.replace(/&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, decodeText)
}
