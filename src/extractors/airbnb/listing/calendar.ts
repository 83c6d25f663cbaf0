// The days of a calendar: which are free, for how many nights, and for how much.
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import type { CurrencyHints } from '#extractors/airbnb/price/currency-marks.ts'
import { readMoney } from '#extractors/airbnb/price/money.ts'
import type { CalendarDay } from '#extractors/airbnb/request/airbnb-data.ts'
import {
  countAt,
  flagAt,
  objectAt,
  objectsAt,
  objectsIn,
  textAt,
} from '#extractors/airbnb/state/payload-fields.ts'

const DATE = /^\d{4}-\d\d-\d\d$/

/** In the order of the dates, each once, of the first `months` months; null where the page has no calendar. */
export function readCalendar(
  roots: readonly JsonValue[],
  months: number,
  hints: CurrencyHints,
): CalendarDay[] | null {
  const days = new Map<string, CalendarDay>()
  for (const root of roots) {
    for (const object of objectsIn(root)) {
      for (const day of objectsAt(object, 'days')) {
        const date = textAt(day, 'calendarDate', 'date')
        if (date === null || !DATE.test(date) || days.has(date)) continue
        days.set(date, dayOf(date, day, hints))
      }
    }
  }
  if (days.size === 0) return null
  const sorted = [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const kept = new Set([...new Set(sorted.map(({ date }) => date.slice(0, 7)))].slice(0, months))
  return sorted.filter(({ date }) => kept.has(date.slice(0, 7)))
}

function dayOf(date: string, day: JsonObject, hints: CurrencyHints): CalendarDay {
  const price = objectAt(day, 'price')
  const currency = textAt(price, 'localCurrency', 'currency')
  const written = textAt(price, 'localPriceFormatted', 'amountFormatted', 'price')
  const money = readMoney(written, { ...hints, pageCurrency: currency ?? hints.pageCurrency })
  return {
    date,
    available: flagAt(day, 'available'),
    availableForCheckIn: flagAt(day, 'availableForCheckin', 'availableForCheckIn'),
    availableForCheckOut: flagAt(day, 'availableForCheckout', 'availableForCheckOut'),
    minNights: countAt(day, 'minNights'),
    maxNights: countAt(day, 'maxNights'),
    ...(money === null ? {} : { price: { ...money } }),
  }
}
