// The meanings of a match when one word or a list of words is requested: its text, its name, its address, its items.
import { pointerStep } from '#kit/json-pointer.ts'
import { listOf, type JsonValue } from '#parsing/json/json-value.ts'
import type { PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import { foldName } from './field-names.ts'
import type { Match } from './field-lookup.ts'

/** The possible scalars: the value, the items of a list, or the identifying fields of an object. */
export function* scalarsOf(
  match: Match,
  wanted: PlainSchema,
): Generator<{ value: JsonValue; pointer: string }> {
  const { value, pointer } = match
  if (typeof value !== 'object' || value === null) {
    yield { value, pointer }
    return
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.slice(0, 20).entries())
      yield* scalarsOf({ ...match, value: item, pointer: pointer + pointerStep(index) }, wanted)
    return
  }
  for (const key of keysFor(wanted)) {
    const inner = Object.hasOwn(value, key) ? value[key] : undefined
    if (inner !== undefined && inner !== null && typeof inner !== 'object')
      yield { value: inner, pointer: pointer + pointerStep(key) }
  }
}

/** The key that identifies an object, when one word is requested. */
function keysFor({ types, format }: PlainSchema): readonly string[] {
  if (format === 'uri' || format === 'url' || format === 'iri')
    return ['url', 'contentUrl', 'href', 'src', '@id', 'embedUrl', 'thumbnailUrl', 'value', '@value']
  if (types.includes('number') || types.includes('integer'))
    return ['value', '@value', 'ratingValue', 'price', 'amount', 'minValue', 'count', 'contentSize']
  return ['@value', 'name', 'value', 'text', 'title', 'headline', 'label', 'html', 'url', 'contentUrl', '@id']
}

/** Splits a text when a list of words is requested: keywords and the like are written with commas. */
export function splitWords(value: JsonValue, wanted: PlainSchema, at: string): readonly JsonValue[] {
  const name = foldName(at.slice(at.lastIndexOf('/') + 1))
  const isWords = /^(?:keywords?|tags?|topics?|labels?|categor(?:y|ies)|genres?|cuisines?)$/.test(name)
  if (typeof value === 'string' && isWords && wanted.items !== null && value.includes(','))
    return value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
  return listOf(value)
}
