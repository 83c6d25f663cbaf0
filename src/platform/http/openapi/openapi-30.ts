// Converts the OpenAPI 3.1 document to 3.0.3, for tools that support no later version.
import { fieldsOf } from '#kit/unknown-values.ts'

type Json = Readonly<Record<string, unknown>>

/** The JSON Schema keywords that 3.0 has too; others are converted below or omitted. */
const KEPT = new Set(
  (
    'title description default enum format pattern required type example deprecated minimum maximum ' +
    'multipleOf minLength maxLength minItems maxItems uniqueItems minProperties maxProperties ' +
    'readOnly writeOnly'
  ).split(' '),
)

/** Only null: 3.0 has no type for it. */
const NULL: Json = { type: 'string', nullable: true, enum: [null] }

/** `document` is ours: all parts that are not schemas are the same in both versions. */
export function openApi30(document: Json): object {
  // 3.0 has no place for webhooks.
  const { openapi: _, webhooks: __, info, ...rest } = document
  const described = info === undefined ? {} : { info: info30(info) }
  return { openapi: '3.0.3', ...described, ...convertFields(rest) }
}

/** 3.0 has no SPDX identifier. */
function info30(info: unknown): Json {
  const { license, ...others } = fieldsOf(info)
  return isJson(license) ? { ...others, license: { name: license['name'] } } : others
}

function convert(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(convert)
  return isJson(part) ? convertFields(part) : part
}

function convertFields(part: Json): Json {
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => {
      if (key === 'schema') return [key, schema30(value)]
      if (key === 'schemas' && isJson(value)) return [key, mapValues(value, schema30)]
      // Examples are data and stay unchanged.
      return [key, key === 'example' || key === 'examples' ? value : convert(value)]
    }),
  )
}

function schema30(schema: unknown): Json {
  if (schema === false) return { not: {} }
  if (!isJson(schema)) return {}
  const { $ref, ...siblings } = schema
  if ($ref !== undefined) {
    const own = schema30(siblings)
    return Object.keys(own).length === 0 ? { $ref } : { allOf: [{ $ref }], ...own }
  }
  const kept = Object.fromEntries(Object.entries(schema).filter(([key]) => KEPT.has(key)))
  return typed({
    ...kept,
    ...('const' in schema ? { enum: [schema['const']] } : {}),
    ...(Array.isArray(schema['examples']) && schema['examples'].length > 0
      ? { example: schema['examples'][0] }
      : {}),
    ...bound(schema, 'minimum', 'exclusiveMinimum', Math.max),
    ...bound(schema, 'maximum', 'exclusiveMaximum', Math.min),
    ...members(schema),
    ...('not' in schema ? { not: schema30(schema['not']) } : {}),
    ...(Array.isArray(schema['allOf']) ? { allOf: schema['allOf'].map(schema30) } : {}),
    ...union(schema, 'anyOf'),
    ...union(schema, 'oneOf'),
  })
}

/** `type: 'null'` and lists of types. */
function typed(schema: Json): Json {
  const { type, ...rest } = schema
  if (type === 'null') return NULL
  if (!Array.isArray(type)) {
    const { enum: words } = schema
    return Array.isArray(words) && words.includes(null) ? { ...schema, nullable: true } : schema
  }
  const types = type.filter((name) => name !== 'null')
  const nullable = types.length < type.length ? { nullable: true } : {}
  if (types.length === 1) return { ...rest, type: types[0], ...nullable }
  return { ...rest, anyOf: types.map((name) => ({ type: name, ...nullable })) }
}

/** A number in 3.1, a flag beside the bound in 3.0. */
function bound(
  schema: Json,
  inclusive: string,
  exclusive: string,
  stricter: (a: number, b: number) => number,
): Json {
  const limit = schema[exclusive]
  if (typeof limit !== 'number') return {}
  const other = schema[inclusive]
  if (typeof other === 'number' && other !== limit && stricter(other, limit) === other) return {}
  return { [inclusive]: limit, [exclusive]: true }
}

function members(schema: Json): Json {
  const { properties, patternProperties, additionalProperties, items, prefixItems } = schema
  const patterns = isJson(patternProperties) ? Object.values(patternProperties).map(schema30) : []
  const others = isJson(additionalProperties) ? [...patterns, schema30(additionalProperties)] : patterns
  const places = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : null
  return {
    ...(isJson(properties) ? { properties: mapValues(properties, schema30) } : {}),
    ...(others.length > 0
      ? { additionalProperties: oneOrAny(others) }
      : typeof additionalProperties === 'boolean'
        ? { additionalProperties }
        : {}),
    // 3.0 has no tuples, and no array without items.
    ...(places !== null
      ? { items: oneOrAny(places.map(schema30)) }
      : schema['type'] === 'array'
        ? { items: schema30(items ?? {}) }
        : {}),
  }
}

function union(schema: Json, keyword: 'anyOf' | 'oneOf'): Json {
  const forms = schema[keyword]
  if (!Array.isArray(forms)) return {}
  const others = forms.filter((form) => !(isJson(form) && form['type'] === 'null')).map(schema30)
  if (others.length === forms.length) return { [keyword]: others }
  const [only] = others
  // `nullable` counts only beside a type.
  if (others.length !== 1 || only === undefined || typeof only['type'] !== 'string') {
    return { [keyword]: [...others, NULL] }
  }
  const { enum: words } = only
  return { ...only, nullable: true, ...(Array.isArray(words) ? { enum: [...words, null] } : {}) }
}

function oneOrAny(schemas: readonly Json[]): Json {
  const [first] = schemas
  return schemas.length === 1 && first !== undefined ? first : { anyOf: schemas }
}

function mapValues(object: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
