// Turns what a page says into what a schema asks for: numbers, dates, truth, addresses and words of a list.
import { decodeEntities } from '#parsing/html/character-references.ts'
import type { JsonScalar, JsonValue } from '#parsing/json/json-value.ts'
import { dateOf } from '#parsing/dates/read-date.ts'
import { dayOfText, instantOf } from '#extractors/json/scalars/read-day.ts'
import { inUnit } from '#extractors/json/scalars/read-measure.ts'
import { readNumber } from '#extractors/json/scalars/read-number.ts'
import { truthOf } from '#extractors/json/scalars/read-truth.ts'
import { SCHEMA_ORG } from '#extractors/json/structured/rdfa/initial-context.ts'
import type { PlainSchema, PlainType } from '#extractors/json/schema/plain-schema.ts'
import { foldName, relatedNames, wordsOfName } from '#extractors/json/mapping/names/field-names.ts'
import { isYear, measuredName, unitInWords } from '#extractors/json/mapping/names/field-unit.ts'

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
  /** What the value is for, and the key that it stands under; null where the caller pointed at it. */
  readonly field: { readonly name: string; readonly key: string } | null
}

/** A value of the requested type. */
export interface Coerced {
  readonly value: JsonScalar
  /** True when the value was converted. */
  readonly changed: boolean
}

/** Null when the value neither is nor can be converted to the requested type. */
export function coerceScalar(given: JsonScalar, schema: PlainSchema, context: CoerceContext): Coerced | null {
  if (given === null) return null
  const types: readonly PlainType[] = schema.types.length === 0 ? [typeOf(given)] : schema.types
  if (schema.words !== null) return wordOf(given, schema.words, context)
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
  const name = context.field?.name ?? ''
  switch (type) {
    case 'string':
      return textOf(given, schema.format, context)
    case 'number':
      return numberOf(given, schema, context)
    case 'integer': {
      const number = numberOf(given, schema, context)
      if (number === null || Number.isInteger(number)) return number
      // Only as groups are these digits a whole number.
      return typeof given === 'string' && /^\s*\d{1,3}(?:\.\d{3})+\s*$/.test(given)
        ? Number(given.replaceAll('.', ''))
        : null
    }
    case 'boolean':
      return truthOf(typeof given === 'string' ? given.replace(SCHEMA_ORG, '') : given, name)
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
  const { base, locale, field } = context
  const raw = (typeof given === 'string' ? given : String(given)).trim()
  const text = typeof given === 'string' ? decodeEntities(raw).trim() : raw
  if (text === '') return null
  switch (format) {
    case 'date':
      return dayOfText(text, locale)
    case 'date-time':
      return instantOf(text) ?? dateOf(text, locale)
    case 'uri':
    case 'iri':
    case 'url':
      return field === null || isReference(text) ? addressOf(text, base) : null
    case 'email':
    case 'idn-email':
      return text.replace(/^mailto:/i, '').replace(/\?.*/s, '')
    default:
      if (field === null) return text
      // The page of an author in a social network is not the author.
      if (isNameOfSomeone(field.name) && /^https?:\/\/\S+$/i.test(text)) return null
      return isYear(field.name) ? (dateOf(text, locale)?.slice(0, 4) ?? text) : text
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

/** An address by its form: `GPL-3.0` beside a page is no file of it. */
function isReference(text: string): boolean {
  return (
    /^[a-z][a-z0-9+.-]*:|^[/?#.]|\//i.test(text) || /^[^\s.][^\s]*\.[a-z][a-z0-9]{1,4}(?:[?#]|$)/i.test(text)
  )
}

const SOMEONE = new Set(
  [
    'author',
    'publisher',
    'name',
    'director',
    'actor',
    'performer',
    'organizer',
    'brand',
    'seller',
    'instructor',
  ].flatMap((name) => [name, ...relatedNames(name).flatMap((path) => (path.length === 1 ? [path[0]] : []))]),
)

const isNameOfSomeone = (name: string): boolean => SOMEONE.has(foldName(name))

function numberOf(
  given: Exclude<JsonScalar, null>,
  { description, types }: PlainSchema,
  { field, written, locale }: CoerceContext,
): number | null {
  if (typeof given === 'boolean') return null
  const unit =
    field === null
      ? null
      : (measuredName(field.name)?.unit ?? (description === null ? null : unitInWords(description)))
  if (field !== null && unit !== null) {
    const value = inUnit(given, unit, field.key, written ? locale : null)
    return value !== null && types.includes('integer') ? Math.round(value) : value
  }
  if (typeof given === 'number') return given
  if (field !== null && isYear(field.name)) {
    const date = dateOf(given, locale)
    if (date !== null) return Number(date.slice(0, 4))
  }
  return readNumber(given, written ? locale : null)
}

/** The word of the list that is meant: `http://schema.org/InStock` and `in stock` are `InStock`. */
function wordOf(
  given: Exclude<JsonScalar, null>,
  words: readonly JsonValue[],
  { coerce }: CoerceContext,
): Coerced | null {
  if (words.includes(given)) return { value: given, changed: false }
  if (!coerce) return null
  const bare = String(given).replace(SCHEMA_ORG, '')
  const folded = foldName(bare)
  // Of `OnlineEventAttendanceMode` and `UsedCondition` one word is the meaning.
  const parts = /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/.test(bare) ? wordsOfName(bare) : []
  for (const fits of [(word: string) => word === folded, (word: string) => parts.includes(word)]) {
    const meant = words.filter((word) => typeof word !== 'object' && fits(foldName(String(word))))
    const [only] = meant
    if (meant.length === 1 && typeof only !== 'object' && only !== undefined)
      return { value: only, changed: true }
  }
  return null
}
