// Reads the words of an element's class, id, role and microdata as hashes, without making a string of each.
import type { HtmlElement } from '#parsing/html/html-node.ts'

/** A longer name is a list of utility classes; what the first say is enough. */
export const MAX_NAME_CHARS = 300
const READ = new Set([
  'class',
  'id',
  'role',
  'itemprop',
  'itemtype',
  'data-component',
  'data-testid',
  'aria-label',
  'rel',
])

/** Of a word in small letters. */
export function hashOfWord(word: string): number {
  let hash = 0
  for (let i = 0; i < word.length; i += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(i)) | 0
  return hash
}

/** Whether the words of an attribute are read. */
export const namesSomething = (attribute: string): boolean => READ.has(attribute)

/** Calls `see` with the hash of each word in the attributes that name an element. */
export function eachNameWord({ attributes }: HtmlElement, see: (hash: number) => void): void {
  for (let at = 0; at < attributes.length; at += 2)
    if (READ.has(attributes[at] as string)) eachWordIn(attributes[at + 1] as string, see)
}

/** Of each word of a name: a run of letters, where a capital behind a small letter starts a new one. */
export function eachWordIn(value: string, see: (hash: number) => void): void {
  const end = Math.min(value.length, MAX_NAME_CHARS)
  let hash = 0
  let length = 0
  let small = false
  for (let i = 0; i <= end; i += 1) {
    const code = i < end ? value.charCodeAt(i) : 0
    const isSmall = code >= 0x61 && code <= 0x7a
    const isCapital = code >= 0x41 && code <= 0x5a
    if (length > 0 && (!(isSmall || isCapital) || (isCapital && small))) {
      if (length > 1) see(hash)
      hash = 0
      length = 0
    }
    if (isSmall || isCapital) {
      hash = (Math.imul(hash, 31) + (code | 0x20)) | 0
      length += 1
    }
    small = isSmall
  }
}
