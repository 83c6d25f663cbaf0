// The requirements of a schema in one form: references followed, `allOf` joined, `const` and null merged in.
import {
  asList,
  asNumber,
  asObject,
  asText,
  entriesOf,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { followRef, nameOfRef } from '#extractors/swagger/spec/follow-ref.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'

/** What a schema asks of a value, without how it says so. */
export interface FlatSchema {
  /** Null: any. `null` is one of them. */
  readonly types: ReadonlySet<string> | null
  /** Null: any value of the types. */
  readonly values: readonly unknown[] | null
  readonly format: string | null
  readonly properties: ReadonlyMap<string, unknown>
  readonly required: ReadonlySet<string>
  readonly items: unknown
  /** False where no other property is allowed, a schema where it is limited, else true. */
  readonly otherProperties: unknown
  /** `maxLength`, `minimum` and the like, as far as they are numbers. */
  readonly bounds: ReadonlyMap<string, number>
  readonly pattern: string | null
  /** `oneOf` or `anyOf` without null, by a name or by their text. */
  readonly alternatives: ReadonlyMap<string, unknown>
}

/** Keywords of which a smaller value asks for more. */
export const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
/** Keywords of which a greater value asks for more. */
export const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const MAX_PARTS = 50

/** Reads OpenAPI 3.1. A schema that is not known (a reference to elsewhere, `true`) asks nothing. */
export function flatten(document: JsonObject, schema: unknown): FlatSchema {
  const parts = partsOf(document, schema)
  const alternatives = alternativesOf(document, parts)
  const typed = parts.flatMap((part) => (part['type'] === undefined ? [] : [new Set(typesOf(part['type']))]))
  const types = typed.length === 0 ? null : typed.reduce((left, right) => left.intersection(right))
  const listed = parts.flatMap((part) =>
    Array.isArray(part['enum']) ? [part['enum'] as unknown[]] : 'const' in part ? [[part['const']]] : [],
  )
  const first = (key: string): unknown => parts.find((part) => part[key] !== undefined)?.[key]
  return {
    types: types === null ? null : alternatives.nullable ? types.union(new Set(['null'])) : types,
    values: listed[0] ?? null,
    format: asText(first('format')),
    properties: new Map(parts.flatMap((part) => entriesOf(part['properties']))),
    required: new Set(
      parts.flatMap((part) => asList(part['required'])).filter((name) => typeof name === 'string'),
    ),
    items: first('items'),
    otherProperties: first('additionalProperties') ?? true,
    bounds: new Map(
      [...UPPER_BOUNDS, ...LOWER_BOUNDS].flatMap((key) => {
        const value = asNumber(first(key))
        return value === null ? [] : [[key, value] as const]
      }),
    ),
    pattern: asText(first('pattern')),
    alternatives: alternatives.byName,
  }
}

const typesOf = (type: unknown): string[] =>
  (Array.isArray(type) ? type : [type]).filter((each): each is string => typeof each === 'string')

/** The schema and all that `allOf` joins with it, references followed. */
function partsOf(document: JsonObject, schema: unknown): JsonObject[] {
  const parts: JsonObject[] = []
  const open: unknown[] = [schema]
  for (let next = open.shift(); next !== undefined && parts.length < MAX_PARTS; next = open.shift()) {
    const object = asObject(next)
    if (object === null) continue
    const target = refOf(object) === null ? object : followRef(document, object)
    if (target !== object && target !== null) {
      const { $ref: _, ...siblings } = object
      if (Object.keys(siblings).length > 0) parts.push(siblings)
    }
    if (target === null || parts.includes(target)) continue
    const only = onlyAlternative(target)
    if (only !== null) open.push(only)
    parts.push(target)
    for (const part of asList(target['allOf'])) open.push(part)
  }
  return parts
}

/** `anyOf: [X, {type: null}]` is how 3.1 says that X may be null. */
function onlyAlternative(schema: JsonObject): unknown {
  const real = choicesOf(schema).filter((choice) => !isNull(choice))
  return real.length === 1 ? real[0] : null
}

const choicesOf = (schema: JsonObject): readonly unknown[] => [
  ...asList(schema['oneOf']),
  ...asList(schema['anyOf']),
]
const isNull = (schema: unknown): boolean => asObject(schema)?.['type'] === 'null'

function alternativesOf(
  document: JsonObject,
  parts: readonly JsonObject[],
): { readonly byName: Map<string, unknown>; readonly nullable: boolean } {
  const byName = new Map<string, unknown>()
  let nullable = false
  for (const part of parts) {
    const choices = choicesOf(part)
    const real = choices.filter((choice) => !isNull(choice))
    if (real.length < choices.length) nullable = true
    if (real.length < 2) continue
    for (const choice of real) {
      const ref = refOf(choice)
      const object = ref === null ? asObject(choice) : followRef(document, choice)
      const name = ref === null ? (asText(object?.['title']) ?? JSON.stringify(choice)) : nameOfRef(ref)
      byName.set(name, choice)
    }
  }
  return { byName, nullable }
}
