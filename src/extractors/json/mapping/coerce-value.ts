// Turns what a page says into what a schema asks for: numbers, dates, truth, addresses and words of a list.
import { decodeEntities } from '#parsing/html/decode-entities.ts'
import type { JsonScalar, JsonValue } from '#parsing/json/json-value.ts'
import { dateOf } from '#parsing/dates/read-date.ts'
import { readNumber } from '#extractors/json/scalars/read-number.ts'
import type { PlainSchema, PlainType } from '#extractors/json/schema/plain-schema.ts'
import { foldName } from './field-names.ts'

/** How the page writes things, and whether its words may be converted at all. */
export interface CoerceContext {
  /** Takes values as they are where false. */
  readonly coerce: boolean
  /** The base of relative addresses; null: not known. */
  readonly base: string | null
  /** BCP 47 of the page, for dates; null where it is not known. */
  readonly locale: string | null
  /** Whether people wrote the value: a program writes numbers the same way in every language. */
  readonly written: boolean
}

/** A value of the requested type. */
export interface Coerced {
  readonly value: JsonScalar
  /** True when the value was converted. */
  readonly changed: boolean
}

/** schema.org's words for yes and no, without their address; other words are not converted. */
const YES = new Set(['true', 'yes', '1', 'on', 'instock', 'instoreonly', 'onlineonly', 'limitedavailability'])
const NO = new Set(['false', 'no', '0', 'off', 'outofstock', 'soldout', 'discontinued'])
const SCHEMA_ORG = /^https?:\/\/(?:www\.)?schema\.org\//i

/** Null when the value neither is nor can be converted to the requested type. */
export function coerceScalar(given: JsonScalar, schema: PlainSchema, context: CoerceContext): Coerced | null {
  if (given === null) return null
  const types: readonly PlainType[] = schema.types.length === 0 ? [typeOf(given)] : schema.types
  if (schema.words !== null) return wordOf(given, schema.words, context.coerce)
  for (const type of types) {
    const value = ofType(given, type, schema, context)
    if (value !== null) return { value, changed: value !== given }
  }
  return null
}

function typeOf(given: Exclude<JsonScalar, null>): PlainType {
  if (typeof given === 'string') return 'string'
  return typeof given === 'number' ? 'number' : 'boolean'
}

function ofType(
  given: Exclude<JsonScalar, null>,
  type: PlainType,
  schema: PlainSchema,
  context: CoerceContext,
): JsonScalar {
  if (!context.coerce) return isOfType(given, type) ? given : null
  switch (type) {
    case 'string':
      return textOf(given, schema.format, context)
    case 'number':
      return numberOf(given, context.written ? context.locale : null)
    case 'integer': {
      const number = numberOf(given, context.written ? context.locale : null)
      return number !== null && Number.isInteger(number) ? number : null
    }
    case 'boolean':
      return truthOf(given)
    default:
      return null
  }
}

function isOfType(given: Exclude<JsonScalar, null>, type: PlainType): boolean {
  return type === 'integer' ? Number.isInteger(given) : typeof given === type
}

function textOf(
  given: Exclude<JsonScalar, null>,
  format: string | null,
  context: CoerceContext,
): string | null {
  const text = (typeof given === 'string' ? decodeEntities(given) : String(given)).trim()
  if (text === '') return null
  switch (format) {
    case 'date':
      return dateOf(text, context.locale)?.slice(0, 10) ?? text
    case 'date-time':
      return dateOf(text, context.locale) ?? text
    case 'uri':
    case 'iri':
    case 'url':
      return addressOf(text, context.base)
    case 'email':
    case 'idn-email':
      return text.replace(/^mailto:/i, '').replace(/\?.*/s, '')
    default:
      return text
  }
}

/** Schemes that run code or name no location: never an address that a caller wants. */
const NO_PLACE = /^(?:javascript|vbscript|data|blob|file|about):/i

/** An absolute address; null for a text with blanks, or a relative one without a page address. */
function addressOf(text: string, base: string | null): string | null {
  if (/\s/.test(text) || NO_PLACE.test(text)) return null
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return URL.canParse(text) ? text : null
  return base === null ? null : (URL.parse(text, base)?.href ?? null)
}

function numberOf(given: Exclude<JsonScalar, null>, locale: string | null): number | null {
  if (typeof given === 'number') return given
  return typeof given === 'string' ? readNumber(given, locale) : null
}

function truthOf(given: Exclude<JsonScalar, null>): boolean | null {
  if (typeof given === 'boolean') return given
  const word = foldName(String(given).replace(SCHEMA_ORG, ''))
  return YES.has(word) ? true : NO.has(word) ? false : null
}

/** The word of the list that is meant: `http://schema.org/InStock` and `in stock` are `InStock`. */
function wordOf(
  given: Exclude<JsonScalar, null>,
  words: readonly JsonValue[],
  coerce: boolean,
): Coerced | null {
  if (words.includes(given)) return { value: given, changed: false }
  if (!coerce) return null
  const folded = foldName(String(given).replace(SCHEMA_ORG, ''))
  const meant = words.filter((word) => typeof word !== 'object' && foldName(String(word)) === folded)
  const [only] = meant
  return meant.length === 1 && typeof only !== 'object' && only !== undefined
    ? { value: only, changed: true }
    : null
}
