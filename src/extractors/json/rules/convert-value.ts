// Makes the value of a rule out of what stood at its place: cut out by its regular expression, then of its type.
import type { JsonValue } from '#parsing/json/json-value.ts'
import { dateOf } from '#extractors/json/scalars/read-date.ts'
import { coerceScalar } from '#extractors/json/mapping/coerce-value.ts'
import type { PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import type { Rule } from './compile-rules.ts'
import type { RuleType } from './rule-input.ts'

/** What a text on the page means there. */
export interface ConvertContext {
  readonly base: string | null
  /** BCP 47 of the page's texts; null where it is not known. */
  readonly locale: string | null
}

const ANY: Omit<PlainSchema, 'types' | 'format'> = {
  title: null,
  words: null,
  properties: new Map(),
  required: new Set(),
  items: null,
}
const WANTED: Readonly<Record<Exclude<RuleType, 'date'>, PlainSchema>> = {
  string: { ...ANY, types: ['string'], format: null },
  number: { ...ANY, types: ['number'], format: null },
  integer: { ...ANY, types: ['integer'], format: null },
  boolean: { ...ANY, types: ['boolean'], format: null },
  url: { ...ANY, types: ['string'], format: 'uri' },
}

/** Null where there is nothing, the expression does not match, or it is not of the type. */
export function convertValue(
  given: JsonValue,
  { regex, type }: Pick<Rule, 'regex' | 'type'>,
  { base, locale }: ConvertContext,
): JsonValue {
  if (given === null) return null
  if (typeof given === 'object') return regex === null && type === 'string' ? given : null
  let value: string | number | boolean = given
  if (regex !== null) {
    const match = regex.exec(String(given))
    const found =
      match === null
        ? null
        : match.length > 1
          ? (match.slice(1).find((group) => group !== null) ?? null)
          : match[0]
    if (found === null || found === undefined) return null
    value = found
  }
  if (typeof value === 'string' && value.trim() === '') return null
  if (type === 'date') return dateOf(String(value), locale)
  // A value that is a number already is not converted to text first.
  if (type === 'string' && typeof value !== 'string' && regex === null) return value
  return coerceScalar(value, WANTED[type], { coerce: true, base, locale, written: true })?.value ?? null
}
