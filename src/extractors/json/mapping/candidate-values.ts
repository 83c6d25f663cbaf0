// The meanings of a match when one word or a list of words is requested: its text, its name, its address, its items.
import { pointerKey, pointerStep } from '#kit/json-pointer.ts'
import { isJsonObject, listOf, type JsonValue } from '#parsing/json/json-value.ts'
import type { PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import { foldName } from '#extractors/json/mapping/names/field-names.ts'
import { conceptsOf, labelKey } from '#extractors/json/mapping/names/label-words.ts'
import { singular, wordsKey } from '#extractors/json/mapping/names/plain-words.ts'
import type { Match } from './field-lookup.ts'

/** The possible scalars: the value, the items of a list, or the identifying fields of an object. */
export function* scalarsOf(
  match: Match,
  wanted: PlainSchema,
  name: string,
): Generator<{ value: JsonValue; pointer: string }> {
  const { value, pointer } = match
  if (typeof value !== 'object' || value === null) {
    yield { value, pointer }
    return
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.slice(0, 20).entries())
      yield* scalarsOf({ ...match, value: item, pointer: pointer + pointerStep(index) }, wanted, name)
    return
  }
  const own = (key: string): JsonValue => (Object.hasOwn(value, key) ? (value[key] ?? null) : null)
  for (const key of keysFor(wanted, name)) {
    const inner = own(key)
    if (inner !== null && typeof inner !== 'object')
      yield { value: inner, pointer: pointer + pointerStep(key) }
  }
  for (const key of HOLDERS) {
    const inner = own(key)
    if (isJsonObject(inner))
      yield* scalarsOf({ ...match, value: inner, pointer: pointer + pointerStep(key) }, wanted, name)
  }
}

/** The part that is meant of a thing in parts: the price of now, the thing in a list item. */
const HOLDERS = ['item', 'current', 'now', 'sale', 'final', 'main', 'default']

/** The key that identifies an object, when one word is requested. */
function keysFor({ types, format }: PlainSchema, name: string): readonly string[] {
  if (format === 'uri' || format === 'url' || format === 'iri')
    return ['url', 'contentUrl', 'href', 'src', '@id', 'embedUrl', 'thumbnailUrl', 'value', '@value']
  if (types.includes('number') || types.includes('integer')) {
    // How many there are is no value of what they are: of a rating with a count, the count is no rating.
    const isCount = wordsKey(name).split(' ').includes('count')
    const own = [
      'value',
      '@value',
      'ratingValue',
      'average',
      'avg',
      'price',
      'amount',
      'minValue',
      'contentSize',
    ]
    return isCount ? ['count', 'total', ...own] : own
  }
  return TEXTS
}

const TEXTS = [
  '@value',
  'name',
  'value',
  'text',
  'title',
  'headline',
  'label',
  'displayName',
  'fullName',
  'username',
  'html',
  'url',
  'contentUrl',
  '@id',
]

/** The key at the end of a JSON Pointer, indexes of lists left out: the field of a schema, or the key in a page. */
export function lastStep(pointer: string): string {
  return pointerKey(pointer.split('/').findLast((part) => part !== '' && !/^\d+$/.test(part)) ?? '')
}

/** Fields whose texts are lists of words. */
const WORDS = new Set(
  `keywords keyword tags topics labels category categories genre genres cuisine cuisines subject`
    .split(/\s+/)
    .map(foldName),
)
/** Fields that are lists of people or of short names, which have no commas inside. */
const NAMES = new Set(
  `actor actors cast starring stars director directors language languages platform platforms operatingsystem features
  amenities skills colors sizes materials countries`.split(/\s+/),
)

/** An item of a list with its place. */
export interface ListItem {
  readonly value: JsonValue
  readonly pointer: string
}

/** The items of a match when a list is requested: keywords and the like are written as one text. */
export function itemsOfList({ value, pointer }: Match, wanted: PlainSchema, name: string): ListItem[] {
  if (Array.isArray(value) && (value.length !== 1 || typeof value[0] !== 'string'))
    return value.flatMap((item, index) =>
      ungrouped({ value: item, pointer: pointer + pointerStep(index) }, wanted),
    )
  // An `ItemList` is its items.
  const inner = isJsonObject(value) ? (value['itemListElement'] ?? null) : null
  const offers = isJsonObject(value) ? (value['offers'] ?? null) : null
  // An `AggregateOffer` sums up its offers.
  if (Array.isArray(offers) && wanted.items !== null && lastStep(pointer) === 'offers')
    return offers.map((item, index) => ({ value: item, pointer: `${pointer}/offers/${index}` }))
  if (Array.isArray(inner) && wanted.items !== null)
    return inner.map((item, index) =>
      unwrapped({ value: item, pointer: `${pointer}/itemListElement/${index}` }),
    )
  const [only] = listOf(value)
  const at = Array.isArray(value) ? `${pointer}/0` : pointer
  if (typeof only !== 'string' || wanted.items === null)
    return only === undefined ? [] : [{ value: only, pointer: at }]
  return splitWords(only, name).map((word) => ({ value: word, pointer: at }))
}

/** The thing in a `ListItem`; an item that says more than its thing stays. */
function unwrapped(item: ListItem): ListItem {
  const inner = isJsonObject(item.value) ? item.value['item'] : null
  return isJsonObject(inner) ? { value: inner, pointer: `${item.pointer}/item` } : item
}

/** The items of a group where texts are requested: the steps in a section of a recipe. */
function ungrouped(item: ListItem, { items }: PlainSchema): ListItem[] {
  const inner = isJsonObject(item.value) ? item.value['itemListElement'] : null
  if (!Array.isArray(inner) || items === null || items['properties'] !== undefined) return [item]
  return inner.map((value, index) => ({ value, pointer: `${item.pointer}/itemListElement/${index}` }))
}

function splitWords(text: string, name: string): string[] {
  const key = labelKey(name)
  const concepts = [foldName(name), singular(foldName(name)), ...conceptsOf(key)]
  const isWords = concepts.some((concept) => WORDS.has(concept))
  const isList =
    isWords || concepts.some((concept) => NAMES.has(concept) || /^authors?$|^creators?$/.test(concept))
  const mark =
    isList && text.includes(';')
      ? ';'
      : isWords || concepts.some((concept) => NAMES.has(concept))
        ? ','
        : null
  if (mark === null || !text.includes(mark)) return [text]
  return text
    .split(mark)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
