// Dates in pages, feeds and tables, as RFC 3339 or a bare date; ambiguous dates are not read.
import { monthOf } from './month-names.ts'

const ISO =
  /^([+-]?\d{4,6}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
/** RFC 2822, as RSS requires, with two-digit years and the zone names of the standard. */
const MAIL =
  /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]([a-z]{3,9})[\s-](\d{4}|\d{2}),?\s+(\d{1,2}:\d{2})(:\d{2})?\s*(Z|UTC?|GMT|[ECMP][SD]T|[+-]\d{2}:?\d{2})?$/i
const ZONES: Readonly<Record<string, string>> = {
  Z: 'Z',
  UT: 'Z',
  UTC: 'Z',
  GMT: 'Z',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
}

/**
 * `2024-03-05T09:00:00+01:00`, or `2024-03-05` without a time, or `2024-03-05T09:00:00` without a known zone: nothing
 * is invented. `locale` (BCP 47) gives the names of months and the order of numbers; without it, only English names and
 * unambiguous orders are read. Null for any other text.
 */
export function dateOf(value: string | null, locale: string | null = null): string | null {
  if (value === null) return null
  const text = value.trim().replace(/\s+/g, ' ')
  if (text === '' || text.length > 60) return null
  return isoDate(text) ?? mailDate(text) ?? writtenDate(text, locale) ?? numericDate(text, locale)
}

function isoDate(text: string): string | null {
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{4})?)?$/.exec(text)
  if (compact !== null) {
    const [, year, month, day, hour, minute, second = '00', zone = ''] = compact
    return isoDate(
      `${year}-${month}-${day}${hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`}`,
    )
  }
  const [, day, minutes, seconds = ':00', zone] = ISO.exec(text) ?? []
  if (day === undefined || !isDay(day)) return null
  if (minutes === undefined) return day
  return withTime(day, minutes + seconds.replace(',', '.'), zone)
}

function mailDate(text: string): string | null {
  const [, day, name, given, minutes, seconds = ':00', zone] = MAIL.exec(text) ?? []
  if (day === undefined || name === undefined || given === undefined || minutes === undefined) return null
  const month = monthOf(name, 'en')
  if (month === null) return null
  // RFC 2822, 4.3: two digits below 50 belong to this century.
  const year = given.length === 4 ? given : `${Number(given) < 50 ? '20' : '19'}${given}`
  const date = dayOf(year, month, Number(day))
  return date === null ? null : withTime(date, minutes.padStart(5, '0') + seconds, zone)
}

/** `5 November 2020`, `November 5th, 2020`, `5. März 2020`, `5 de noviembre de 2020`; a time after it is not read. */
function writtenDate(text: string, locale: string | null): string | null {
  const clean = text
    .replace(/^[\p{L}.]{2,20},?\s+(?=\d{1,2}\.?[\s-]\p{L})/u, '')
    .replace(/(\d)(?:st|nd|rd|th|er|º|ª)\b/i, '$1')
    .replace(/\s+/g, ' ')
    .replace(/ (?:de|del|of) /gi, ' ')
  const dayFirst = /^(\d{1,2})\.?[\s-]([\p{L}\p{M}.]{3,20})[\s,-]+(\d{4})$/u.exec(clean)
  const monthFirst = /^(?:[\p{L}.]{2,20},\s+)?([\p{L}\p{M}.]{3,20})\s(\d{1,2}),?\s(\d{4})$/u.exec(clean)
  const [name, day, year] =
    dayFirst === null
      ? [monthFirst?.[1], monthFirst?.[2], monthFirst?.[3]]
      : [dayFirst[2], dayFirst[1], dayFirst[3]]
  if (name === undefined || day === undefined || year === undefined) return null
  const month = (locale === null ? null : monthOf(name, locale)) ?? monthOf(name, 'en')
  return month === null ? null : dayOf(year, month, Number(day))
}

/** `05.11.2020`, or `5. 11. 2020`, is always day first; `05/11/2020` is read only when the numbers or the locale show the order. */
function numericDate(text: string, locale: string | null): string | null {
  const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})\.?$/.exec(text)
  // Years, months and days in Chinese, Japanese and Korean have their own characters.
  const signed = /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]$/.exec(text)
  const found = yearFirst ?? signed
  if (found !== null) return dayOf(found[1] ?? '', Number(found[2]), Number(found[3]))
  const [, first, mark, second, year] = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4})$/.exec(text) ?? []
  if (first === undefined || second === undefined || year === undefined) return null
  const [a, b] = [Number(first), Number(second)]
  const dayIsFirst = mark === '.' || a > 12 ? true : b > 12 ? false : a === b ? true : dayComesFirst(locale)
  if (dayIsFirst === null) return null
  return dayIsFirst ? dayOf(year, b, a) : dayOf(year, a, b)
}

/** Null when the locale does not decide. A bare language is not enough: English dates may begin with either. */
export function dayComesFirst(locale: string | null): boolean | null {
  if (locale === null || /^en$/i.test(locale)) return null
  let order = orders.get(locale)
  if (order === undefined) {
    order = orderOf(locale)
    if (orders.size < MAX_ORDERS) orders.set(locale, order)
  }
  return order
}

/** Locales are words of strangers. */
const MAX_ORDERS = 500
const orders = new Map<string, boolean | null>()

function orderOf(locale: string): boolean | null {
  try {
    const parts = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'numeric',
      year: 'numeric',
    }).formatToParts(0)
    const order = parts.map(({ type }) => type)
    return order.indexOf('day') < order.indexOf('month')
  } catch {
    return null
  }
}

function withTime(day: string, time: string, zone: string | undefined): string | null {
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)/.test(time)) return null
  if (zone === undefined) return `${day}T${time}`
  const named = ZONES[zone.toUpperCase()]
  if (named !== undefined) return `${day}T${time}${named}`
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return hours === undefined ? null : `${day}T${time}${hours}:${minutes}`
}

function dayOf(year: string, month: number, day: number): string | null {
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return isDay(date) ? date : null
}

/** Whether the calendar has the day, written as `2024-02-29`. */
export function isDay(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
}
