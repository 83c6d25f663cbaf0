// Makes an example for a schema without one, so that every operation of the OpenAPI document shows one.
import { variantsOf, type JsonSchema } from '#platform/http/input/json-schema.ts'

/** No valid value can be made: the author of the schema must give one in `examples`. */
const UNKNOWN = Symbol('unknown')

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-21T09:00:00.000Z',
  date: '2026-11-21',
  uri: 'https://example.com/',
  email: 'info@example.com',
  uuid: '01980f5e-7c3a-7b2e-9a41-3f0d5c6b7a89',
}
const UUID = BY_FORMAT['uuid'] ?? ''
/** Tried in this order against a pattern. */
const TEXTS = [
  'text',
  'DE',
  'de',
  'https://example.com/',
  'example.com',
  '1',
  '12:00',
  '#336699',
  '1-3',
  'a/b',
]

/** A valid value; undefined when none can be made. The first of `examples` if there are any. */
export function exampleOf(schema: JsonSchema): unknown {
  const value = make(schema)
  return value === UNKNOWN ? undefined : value
}

function make(schema: JsonSchema): unknown {
  const { examples, default: usual, enum: words, const: only } = schema
  if (examples !== undefined && examples.length > 0) return examples[0]
  if (usual !== undefined) return usual
  if (only !== undefined) return only
  if (words !== undefined) return words[0]
  const variants = variantsOf(schema)
  const [first] = variants
  if (variants.length > 1 && first !== undefined) return firstKnown(variants)
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return Math.min(
        Math.max(1, schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 0.5),
        schema.maximum ?? 1e9,
      )
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return list(schema)
    case 'object':
      return object(schema)
    default:
      // Any value is valid; an empty object shows that.
      return {}
  }
}

function firstKnown(variants: readonly JsonSchema[]): unknown {
  for (const variant of variants) {
    const value = make(variant)
    if (value !== UNKNOWN) return value
  }
  return UNKNOWN
}

function text({ format, pattern, minLength = 0, maxLength = Infinity }: JsonSchema): unknown {
  const prefix = /^\^(\w+_)\[0-9a-f\]/.exec(pattern ?? '')?.[1]
  const candidates = [
    ...(format === undefined ? [] : [BY_FORMAT[format] ?? '']),
    ...(prefix === undefined ? [] : [prefix + UUID]),
    UUID,
    ...TEXTS,
    'x'.repeat(Math.min(minLength, 100)),
  ]
  const wanted = format === undefined && pattern === undefined ? TEXTS : candidates
  const rule = pattern === undefined ? null : new RegExp(pattern, 'u')
  const fits = (value: string) =>
    value.length >= minLength && value.length <= maxLength && (rule === null || rule.test(value))
  return [...wanted, ...candidates].find(fits) ?? UNKNOWN
}

function list({ items, minItems = 0, maxItems = Infinity }: JsonSchema): unknown {
  const item = items === undefined ? {} : make(items)
  if (item === UNKNOWN) return minItems === 0 ? [] : UNKNOWN
  const count = Math.min(Math.max(1, minItems), maxItems)
  return Array.from({ length: count }, () => item)
}

function object({ properties = {}, required = [], oneOf }: JsonSchema): unknown {
  // Of keys that exclude each other, those of the first form are kept.
  const excluded = new Set((oneOf ?? []).slice(1).flatMap((form) => form.required ?? []))
  const entries: [string, unknown][] = []
  for (const [name, property] of Object.entries(properties)) {
    if (excluded.has(name)) continue
    const value = make(property)
    if (value !== UNKNOWN) entries.push([name, value])
    else if (required.includes(name)) return UNKNOWN
  }
  return Object.fromEntries(entries)
}
