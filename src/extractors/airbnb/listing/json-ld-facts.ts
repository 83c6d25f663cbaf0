// What the JSON-LD of a listing page says, for fields that the state of the page lacks.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isJsonObject, type JsonObject } from '#parsing/json/json-value.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'

const TYPES = new Set(
  'VacationRental LodgingBusiness Accommodation Apartment House Hotel BedAndBreakfast Product'.split(' '),
)

/** Null for a page without one. */
export function jsonLdOf(document: HtmlDocument): JsonObject | null {
  for (const { types, value } of readJsonLd(document).nodes)
    if (types.some((type) => TYPES.has(type)) && isJsonObject(value)) return value
  return null
}
