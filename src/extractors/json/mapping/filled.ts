// A value that fills a place of a schema, with the origins of everything in it.
import { setKey, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import type { PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import type { Match } from './field-lookup.ts'
import { snippetOf, type Origin } from './origin.ts'
import type { PageRecord } from './record.ts'

/** Origins by JSON Pointer into the value that is being made; confidence from 0 to 1. */
export interface Filled {
  readonly value: JsonValue
  readonly origins: readonly (readonly [string, Origin])[]
  readonly confidence: number
}

/** The value of one match, which stands at `at`. */
export function filledWith(
  value: JsonValue,
  match: Match,
  record: PageRecord,
  confidence: number,
  at: string,
): Filled {
  const origin: Origin = {
    source: record.source,
    path: match.pointer,
    snippet: snippetOf(match.value),
    confidence: Math.round(confidence * 100) / 100,
  }
  return { value, origins: [[at, origin]], confidence }
}

/** A value made of parts: it has their origins, and is as certain as they are on average. */
export function together(parts: readonly Filled[], value: JsonValue): Filled {
  const confidence = parts.reduce((sum, part) => sum + part.confidence, 0) / Math.max(1, parts.length)
  return { value, origins: parts.flatMap(({ origins }) => origins), confidence }
}

/** Every property of the schema in its order, null where nothing is known. */
export function withNulls(wanted: PlainSchema, known: ReadonlyMap<string, JsonValue>): JsonObject {
  const out: JsonObject = {}
  for (const name of wanted.properties.keys()) setKey(out, name, known.get(name) ?? null)
  return out
}
