// What makes a site endless: shapes of addresses that only traps have, and groups of addresses to be counted.
import { itemAt } from '#kit/item-at.ts'
import { pathTemplate } from '#kit/url/path-template.ts'

/** Told by an address alone, or (`calendar`, `pattern`, `query`) by how many of its group there are. */
export type TrapReason =
  | 'too_long'
  | 'too_deep'
  | 'repeated_segments'
  | 'too_many_parameters'
  | 'calendar'
  | 'pattern'
  | 'query'

const MAX_URL_CHARS = 2_048
/** Heritrix rejects more than 20 slashes. */
const MAX_SEGMENTS = 20
const MAX_PARAMETERS = 20
/** `/a/b/a/b/a/b`: the same segments three times in a row; Heritrix does the same. */
const MAX_REPEATS = 2
/** Longest group of segments that is looked for in a row. */
const MAX_GROUP = 3

/** The reason to leave an address out without counting anything; null where there is none. */
export function trapOf(url: URL): TrapReason | null {
  if (url.href.length > MAX_URL_CHARS) return 'too_long'
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (segments.length > MAX_SEGMENTS) return 'too_deep'
  if (repeats(segments)) return 'repeated_segments'
  return url.search.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS ? 'too_many_parameters' : null
}

function repeats(segments: readonly string[]): boolean {
  for (let size = 1; size <= MAX_GROUP; size += 1) {
    let equal = 0
    for (let at = size; at < segments.length; at += 1) {
      equal = segments[at] === segments[at - size] ? equal + 1 : 0
      if (equal >= size * MAX_REPEATS) return true
    }
  }
  return false
}

/** How many pages of one group a crawl takes. */
export interface TrapBounds {
  /** Of one path pattern (`/news/:n/:n-x`), whatever the query. */
  readonly pagesPerPattern: number
  /** Of one path with one set of two or more query parameters: the filters of a shop. */
  readonly pagesPerQuery: number
  /** Of one calendar: days and months that are pages. */
  readonly pagesPerCalendar: number
}

export const DEFAULT_TRAP_BOUNDS: TrapBounds = {
  pagesPerPattern: 20_000,
  pagesPerQuery: 200,
  pagesPerCalendar: 200,
}

/** A group that an address belongs to: at most `max` pages of it are taken, the rest is left out for `reason`. */
export interface TrapGroup {
  readonly key: string
  readonly max: number
  readonly reason: 'calendar' | 'pattern' | 'query'
  /** Pages of the group that take turns with all others; further ones wait until the rest of the site is done. */
  readonly prompt: number
}

/**
 * Of a calendar and of combined filters: enough to find what only they link, such as the events of the next weeks, and a
 * tenth of what is taken of them. Numbered pages are mostly articles, and take turns without end.
 */
const PROMPT_PAGES = 20

/** The groups of an address, those with the smallest bound first; an address is taken when each has room. */
export function trapGroups(url: URL, bounds: TrapBounds): TrapGroup[] {
  const path = pathTemplate(url.origin + url.pathname) ?? `/${url.pathname.split('/', 3).join('/')}`
  const place = `${url.host}${path}`.slice(0, 512)
  const names = parameterNames(url)
  const groups: TrapGroup[] = []
  const calendar = calendarOf(url, names)
  if (calendar !== null) {
    const key = `calendar ${url.host}${calendar}`
    groups.push({ key, max: bounds.pagesPerCalendar, reason: 'calendar', prompt: PROMPT_PAGES })
  }
  if (names.length > 1) {
    groups.push({ key: `query ${place}`, max: bounds.pagesPerQuery, reason: 'query', prompt: PROMPT_PAGES })
  }
  groups.push({ key: `pattern ${place}`, max: bounds.pagesPerPattern, reason: 'pattern', prompt: Infinity })
  return groups
}

function parameterNames({ search }: URL): string[] {
  const parts = search
    .slice(1)
    .split('&')
    .filter((part) => part !== '')
  return [...new Set(parts.map((part) => part.split('=', 1)[0] ?? ''))].toSorted()
}

const YEAR = /^(?:19|20|21)\d\d$/
const SMALL = /^\d{1,2}$/
/** `2026-11`, `2026-11-23`, `20261123`; not `202611`, which numbers of articles look like. */
const DATE = /^(?:19|20|21)\d\d(?:-(?:0[1-9]|1[0-2])(?:-[0-3]\d)?|(?:0[1-9]|1[0-2])[0-3]\d)$/
const DATE_NAMES: ReadonlySet<string> = new Set(
  'date day month year week datum monat jahr woche ym ymd tribe-bar-date mois annee fecha mes'.split(' '),
)
const DATE_VALUE = /^\d{1,8}$/

/** The part of the address before its date where the page itself is a day, a week or a month; null for all others. */
function calendarOf(url: URL, names: readonly string[]): string | null {
  const dated = names.filter((name) => {
    const value = url.searchParams.get(name) ?? ''
    return DATE.test(value) || (DATE_NAMES.has(name.toLowerCase()) && DATE_VALUE.test(value))
  })
  if (dated.length > 0) return `${url.pathname}?${dated.join('&')}`
  const segments = url.pathname.split('/').filter((segment) => segment !== '')
  if (segments.length === 0) return null
  if (DATE.test(itemAt(segments, segments.length - 1))) return `/${segments.slice(0, -1).join('/')}`
  let end = segments.length
  while (end > 0 && segments.length - end < 2 && SMALL.test(itemAt(segments, end - 1))) end -= 1
  const isDate = end > 0 && end < segments.length && YEAR.test(itemAt(segments, end - 1))
  return isDate ? `/${segments.slice(0, end - 1).join('/')}` : null
}
