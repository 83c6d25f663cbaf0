// What pages of many sites have in common: the template of a path, and the words of a link.
import { dashed } from '#kit/text/dashed.ts'
import { percentDecoded } from './percent-decoded.ts'

const MAX_PATH_CHARS = 512
const MAX_SEGMENTS = 8
/** A longer text is a headline. */
const MAX_ANCHOR_CHARS = 45
const MAX_ANCHOR_WORDS = 6
const EXTENSION = /\.(?:[sx]?html?|php\d?|phtml|aspx?|jspx?|jsf|cfm|cgi|do|pl)$/
const LOCALE = /^[a-z]{2}(?:[-_][a-z]{2})?$/
const INDEX: ReadonlySet<string> = new Set(['index', 'default'])
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/
/** Of a hash or a key: long, and with digits and letters mixed. */
const KEY = /^(?=[a-z]*\d)(?=\d*[a-z])(?:[\da-f]{8,}|[\da-z]{16,})$/
const GERMAN: readonly (readonly [RegExp, string])[] = [
  [/ä/g, 'ae'],
  [/ö/g, 'oe'],
  [/ü/g, 'ue'],
  [/ß/g, 'ss'],
]

/**
 * `/de/Über_uns/index.html?x=1` is `/ueber-uns`, `/news/2026/412-x` is `/news/:n/:n-x`: without locale, extension, index
 * file, slash at the end and query; numbers are `:n`, keys and hashes `:id`. Null for what has no template: no http(s)
 * URL, a path that is too long or too deep, or a first page that only its query tells apart.
 */
export function pathTemplate(url: string): string | null {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null
  if (parsed.pathname.length > MAX_PATH_CHARS) return null
  const segments = segmentsOf(parsed.pathname)
  if (LOCALE.test(segments[0] ?? '')) segments.shift()
  const last = (segments.pop() ?? '').replace(EXTENSION, '')
  if (last !== '' && !INDEX.has(last)) segments.push(last)
  if (segments.length > MAX_SEGMENTS || (segments.length === 0 && parsed.search !== '')) return null
  return `/${segments
    .map(placeholders)
    .filter((segment) => segment !== '')
    .join('/')}`
}

/** The locale that a path begins with, as it is written there: `/de`; empty without one. */
export function localePrefix(url: string): string {
  const first = URL.parse(url)?.pathname.split('/', 2)[1] ?? ''
  return LOCALE.test(first.toLowerCase()) ? `/${first}` : ''
}

/** The words of a link as they are learned: `Über uns!` is `uber-uns`. Null for a text that is a headline or empty. */
export function anchorTemplate(text: string): string | null {
  const words = dashed(text.slice(0, 4 * MAX_ANCHOR_CHARS))
  if (words === '' || words.length > MAX_ANCHOR_CHARS || !/\p{L}/u.test(words)) return null
  const parts = words.split('-')
  return parts.length > MAX_ANCHOR_WORDS
    ? null
    : parts.map((part) => (/^\d+$/.test(part) ? ':n' : part)).join('-')
}

/** Whether a template names one page of a site: only such a page can be asked for without a link to it. */
export const isProbeable = (template: string): boolean => template !== '/' && !template.includes(':')

const segmentsOf = (pathname: string): string[] =>
  percentDecoded(pathname)
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')

function placeholders(segment: string): string {
  if (UUID.test(segment) || KEY.test(segment)) return ':id'
  const folded = dashed(GERMAN.reduce((text, [letter, by]) => text.replace(letter, by), segment.normalize()))
  return folded
    .split('-')
    .map((word) => (/^\d+$/.test(word) ? ':n' : KEY.test(word) ? ':id' : word))
    .join('-')
}
