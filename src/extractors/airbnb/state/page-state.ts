// A page of the site after its scripts were read: the answers of its API, its language, and what the page is for.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import type { Payload } from './deferred-state.ts'
import { fieldAt, firstOf, objectsIn, textAt } from './payload-fields.ts'

/** What every reader of a page gets. */
export interface PageState {
  readonly document: HtmlDocument
  readonly payloads: readonly Payload[]
  /** The final address; null for a page without one. */
  readonly url: string | null
  /** Of links to listings: `https://www.airbnb.com`. */
  readonly origin: string
  /** BCP 47, as the page declares it. */
  readonly locale: string | null
  readonly pageCurrency: string | null
  readonly askedCurrency: string | null
  readonly checkIn: string | null
  readonly checkOut: string | null
  /** Between the dates; null without both. */
  readonly nights: number | null
}

const CURRENCY_NAMES = ['currency', 'currencyCode', 'displayCurrency', 'localCurrency', 'userCurrency']
const DATE = /^\d{4}-\d\d-\d\d$/

/** The answers of the API as values. */
export const dataOf = (payloads: readonly Payload[]): JsonValue[] => payloads.map(({ data }) => data)

/** The first currency that the requests and answers name. */
export function currencyOf(payloads: readonly Payload[], isCode: (text: string) => boolean): string | null {
  return firstOf(valuesOf(payloads), (value) =>
    firstOf(objectsIn(value), (object) => {
      const code = textAt(object, ...CURRENCY_NAMES)
      return code !== null && isCode(code) ? code : null
    }),
  )
}

/** The dates that the page was asked for, as its requests repeat them. */
export function datesOf(
  payloads: readonly Payload[],
): { readonly checkIn: string; readonly checkOut: string } | null {
  return firstOf(
    payloads.map(({ variables }) => variables),
    (value) => firstOf(objectsIn(value), datesIn),
  )
}

function datesIn(object: JsonObject): { readonly checkIn: string; readonly checkOut: string } | null {
  const checkIn =
    textAt(object, 'checkIn', 'checkin', 'check_in', 'startDate') ?? rawParameter(object, 'checkin')
  const checkOut =
    textAt(object, 'checkOut', 'checkout', 'check_out', 'endDate') ?? rawParameter(object, 'checkout')
  if (checkIn === null || checkOut === null || !DATE.test(checkIn) || !DATE.test(checkOut)) return null
  return { checkIn, checkOut }
}

/** `rawParams: [{ filterName: 'checkin', filterValues: ['2027-05-01'] }]`. */
function rawParameter(object: JsonObject, name: string): string | null {
  const list = fieldAt(object, 'rawParams')
  if (!Array.isArray(list)) return null
  return firstOf(objectsIn(list), (each) => {
    const values = fieldAt(each, 'filterValues')
    const [first] = Array.isArray(values) ? values : []
    return textAt(each, 'filterName') === name && typeof first === 'string' ? first : null
  })
}

/** Nights between two dates; null for an order that no stay has. */
export function nightsBetween(checkIn: string | null, checkOut: string | null): number | null {
  if (checkIn === null || checkOut === null) return null
  const nights = (Date.parse(checkOut) - Date.parse(checkIn)) / 86_400_000
  return Number.isInteger(nights) && nights >= 1 ? nights : null
}

function* valuesOf(payloads: readonly Payload[]): Generator<JsonValue> {
  for (const { variables } of payloads) yield variables
  for (const { data } of payloads) yield data
}
