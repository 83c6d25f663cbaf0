// The day on which a page says that it was published, where its head is silent: from what it shows.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'

/** Names of elements that show the day of publication. */
const DATE_NAME =
  /(?:^|[\s_-])(?:published|publish-date|published-date|publication-date|entry-date|post-date|posted-on|article-date|pubdate|dateline|date-published|blog-date)(?:$|[\s_-])/i
const OTHER_DATE = /updated|modified|reviewed|comment|event|expire/i
const MAX_CHARS = 100
const MIN_YEAR = 1990

/** January to December in the languages of most of the web, by the first letters that tell them apart. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|ene|gen|янв|sty)/,
  /^(?:feb|fév|fev|фев|lut)/,
  /^(?:mar|mär|мар)/,
  /^(?:apr|avr|abr|апр|kwi)/,
  /^(?:may|mai|maj|mei|mag|мая|май)/,
  /^(?:jun|juin|giu|июн|cze)/,
  /^(?:jul|juil|lug|июл|lip)/,
  /^(?:aug|aoû|aou|ago|авг|sie)/,
  /^(?:sep|set|сен|wrz)/,
  /^(?:oct|okt|out|ott|окт|paź)/,
  /^(?:nov|ноя|lis)/,
  /^(?:dec|dez|déc|dic|дек|gru)/,
]

/**
 * A day whose month is a word, before or after it. Letters are a range that has those of all months: V8 took half a second to
 * compile the same with `\p{L}{3,10}`, as often as it needed it again.
 */
const MONTH_FIRST = /(?:^|[^a-zª-ԯ])([a-zª-ԯ]{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:\D|$)/
const DAY_FIRST =
  /(?:^|\D)(\d{1,2})(?:st|nd|rd|th|er|º)?\.? (?:de )?([a-zª-ԯ]{3,12})\.?,? (?:de )?(\d{4})(?:\D|$)/

/** The day that a piece of text names, as `2025-07-09`; null unless it is unmistakable. */
export function dayIn(text: string): string | null {
  const short = text.slice(0, MAX_CHARS).toLowerCase()
  // Each of the forms has a year in it, and most texts have none.
  if (!/\d{4}/.test(short)) return null
  const iso = /(?:^|\D)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\D|$)/.exec(short)
  if (iso !== null) return dayOf(iso[1], iso[2], iso[3])
  const monthFirst = MONTH_FIRST.exec(short)
  if (monthFirst !== null) return dayOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2])
  const dayFirst = DAY_FIRST.exec(short)
  if (dayFirst !== null) return dayOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1])
  const german = /(?:^|\D)(\d{1,2})\.(\d{1,2})\.(\d{4})(?:\D|$)/.exec(short)
  return german === null ? null : dayOf(german[3], german[2], german[1])
}

function monthOf(name = ''): string {
  return String(MONTHS.findIndex((month) => month.test(name)) + 1)
}

function dayOf(year = '', month = '', day = ''): string | null {
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(written)
  if (Number.isNaN(time) || Number(year) < MIN_YEAR || new Date(time).toISOString().slice(0, 10) !== written)
    return null
  return time > Date.now() + 86_400_000 ? null : written
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

/** What an element says of the day of publication. */
export interface DateClue {
  /** As the page gives it: a date-time of its attribute, or a day that was read off its text. */
  readonly value: string
  /** Microdata and `pubdate` (2) are surer than names of classes. */
  readonly strength: 1 | 2
}

/** Null for elements that show no date, or another one. */
export function dateClue(element: HtmlElement): DateClue | null {
  const names = `${attribute(element, 'class') ?? ''} ${attribute(element, 'id') ?? ''}`.slice(0, 300)
  const property = attribute(element, 'itemprop') ?? ''
  const sure = attribute(element, 'pubdate') !== null || property.split(/\s+/).includes('datePublished')
  const named = DATE_NAME.test(names)
  if (!sure && !named) return null
  if (!sure && (OTHER_DATE.test(names) || OTHER_DATE.test(property))) return null
  const given = attribute(element, 'datetime') ?? attribute(element, 'content')
  const value =
    given !== null && /^\d{4}-\d{2}-\d{2}/.test(given) ? given : dayIn(lineText(element, MAX_CHARS))
  return value === null ? null : { value, strength: sure ? 2 : 1 }
}
