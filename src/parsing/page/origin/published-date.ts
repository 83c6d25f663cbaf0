// The day on which a page says that it was published, where its head is silent: from what its elements are called.
import { daysIn, plainDateText, type DayStyle } from '#parsing/dates/find-days.ts'
import { attribute, lineText, wordsOf, type HtmlElement } from '#parsing/html/html-node.ts'

/** Names of elements that show the day of publication. */
const DATE_NAME =
  /(?:^|[\s_-])(?:published|publish-date|published-date|publication-date|entry-date|post-date|posted-on|article-date|pubdate|dateline|date-published|blog-date)(?:$|[\s_-])/i
const UPDATED_NAME = /(?:^|[\s_-])(?:updated|modified|last-?modified|dt-updated|date-modified)(?:$|[\s_-])/i
const OTHER_DATE = /reviewed|comment|event|expire/i
const MAX_CHARS = 100
/** The day that a piece of text names, as `2025-07-09`; null unless it is unmistakable. */
export function dayIn(text: string, style: DayStyle = { language: null, dayFirst: null }): string | null {
  const short = text.slice(0, MAX_CHARS)
  return /\p{Nd}/u.test(short) ? (daysIn(plainDateText(short), style)[0]?.day ?? null) : null
}

/** An ISO date or date-time as given; other formats that the runtime parses become UTC; null for others. */
export function dateOf(value: string | null): string | null {
  if (value === null) return null
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(
    value.trim(),
  )
  if (iso !== null) {
    const [, day = '', minutes, seconds, zone] = iso
    if (Number.isNaN(Date.parse(day))) return null
    if (minutes === undefined || zone === undefined) return day
    return `${day}T${minutes}${seconds ?? ':00'}${/^z$/i.test(zone) ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2')}`
  }
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(value.trim())
  if (compact !== null) return dateOf(`${compact[1]}-${compact[2]}-${compact[3]}`)
  // Without a four-digit year or a zone, the runtime would guess.
  if (!/\d{4}/.test(value) || !/(?:GMT|UTC|Z|[+-]\d{2}:?\d{2})/.test(value)) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** What an element says of a day by its names. */
export interface DateClue {
  /** As the page gives it: a date-time of its attribute, or a day that was read off its text. */
  readonly value: string
  readonly role: 'published' | 'updated'
  /** Microdata and `pubdate` (2) are surer than names of classes. */
  readonly strength: 1 | 2
}

/** Null for elements that show no date, or another one. */
export function dateClue(element: HtmlElement, style: DayStyle): DateClue | null {
  const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.slice(0, 300)
  const properties = wordsOf(element, 'itemprop')
  const sure =
    attribute(element, 'pubdate') !== null || properties.includes('datePublished')
      ? 'published'
      : properties.includes('dateModified')
        ? 'updated'
        : null
  const role = sure ?? (DATE_NAME.test(names) ? 'published' : UPDATED_NAME.test(names) ? 'updated' : null)
  if (role === null || (sure === null && OTHER_DATE.test(`${names} ${properties.join(' ')}`))) return null
  if (role === 'published' && sure === null && /updated|modified/i.test(`${names} ${properties.join(' ')}`))
    return null
  const given = attribute(element, 'datetime') ?? attribute(element, 'content')
  const value =
    given !== null && /^\d{4}-\d{2}-\d{2}/.test(given) ? given : dayIn(lineText(element, MAX_CHARS), style)
  return value === null ? null : { value, role, strength: sure === null ? 1 : 2 }
}
