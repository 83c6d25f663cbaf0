// Values for a JSON schema: such that fit, with its bounds, and such that are near it or hostile.
import fc from 'fast-check'
import { Check } from 'typebox/value'
import type { Schema } from '#test/support/http/openapi.ts'

const MAX_DEPTH = 5
/** Long polls would only cost time. */
const SHORT_WAITS = new Set(['waitMs'])
/** Refused for more reasons than a schema can say, so that little else would be tried beside it. */
const RARE = new Set(['webhook'])
/** An optional key that is left out. */
const ABSENT = Symbol('absent')

export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  'a\r\nb: c',
  '\u0007',
  '\ufeff',
  '𝔘𝔫𝔦',
  '=cmd|1',
  '../../etc/passwd',
  '%00',
  '%2e%2e%2f',
  "' or 1=1 --",
  '${7*7}',
  '<script>',
  '{{x}}',
  '\\',
  '"',
  'null',
  'true',
  'NaN',
  '1e999',
  '-0',
  '0x10',
  '9007199254740993',
  '99999999999999999999999',
  '-1',
  '1.5',
  '__proto__',
  'constructor',
  'toString',
  '9999-12-31T23:59:59Z',
  '2016-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00+23:59',
  'job_',
  '🏳️‍🌈'.repeat(50),
  'x'.repeat(5_000),
]
const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  5e-324,
  2 ** 53,
  -(2 ** 63),
  [],
  [[]],
  {},
  { a: { b: [] } },
  [null],
  ['x'],
  { __proto__x: 1 },
  { lat: 1e9, lng: -1e9, radiusM: 0 },
]

export const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const hostileValue = fc.oneof(fc.constantFrom(...HOSTILE_VALUES), hostileText, fc.jsonValue({ maxDepth: 2 }))

/** Only values that the schema allows. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  return valueOf(schema, 0).filter((value) => Check(schema, value))
}

/** Mostly one step away from the schema, sometimes any value. */
export function hostile(schema: Schema): fc.Arbitrary<unknown> {
  const near = fc.tuple(valueOf(schema, 0), fc.nat(), hostileValue, fc.nat({ max: 5 })).map(spoil)
  return fc.oneof({ weight: 8, arbitrary: near }, { weight: 1, arbitrary: hostileValue })
}

function spoil([value, pick, other, how]: [unknown, number, unknown, number]): unknown {
  if (typeof value !== 'object' || value === null) return other
  if (Array.isArray(value))
    return how === 0 ? [...value, other] : value.map((item, i) => (i === pick % value.length ? other : item))
  const keys = Object.keys(value)
  const key = keys[pick % Math.max(1, keys.length)]
  if (key === undefined || how === 0) return { ...value, onlyMainn: other }
  const inside = (value as Record<string, unknown>)[key]
  if (how === 1) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  if (how <= 3 && typeof inside === 'object' && inside !== null) {
    return { ...value, [key]: spoil([inside, Math.floor(pick / 7), other, how - 1]) }
  }
  return { ...value, [key]: other }
}

function valueOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { type, enum: words, const: only, examples, anyOf, oneOf, properties } = schema
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(words)) return fc.constantFrom(...(words as unknown[]))
  const forms = (anyOf ?? oneOf) as readonly Schema[] | undefined
  if (forms !== undefined && properties === undefined)
    return fc.oneof(...forms.map((form) => valueOf(form, depth)))
  const made = ofType(type, schema, depth)
  return Array.isArray(examples) && examples.length > 0
    ? fc.oneof(
        { weight: 3, arbitrary: made },
        { weight: 1, arbitrary: fc.constantFrom(...(examples as unknown[])) },
      )
    : made
}

function ofType(type: unknown, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return numberOf(schema, true)
    case 'number':
      return numberOf(schema, false)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const min = Number(schema['minItems'] ?? 0)
      const max = Math.min(Number(schema['maxItems'] ?? Infinity), min + 2)
      return fc.array(valueOf((schema['items'] ?? {}) as Schema, depth + 1), {
        minLength: min,
        maxLength: max,
      })
    }
    case 'object':
      return objectOf(schema, depth)
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

function objectOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const required = (schema['required'] ?? []) as string[]
  const others = Object.values((schema['patternProperties'] ?? {}) as Record<string, Schema>)[0]
  if (properties.length === 0 && others !== undefined) {
    return fc.dictionary(fc.constantFrom('a', 'b', 'campaign'), valueOf(others, depth + 1), { maxKeys: 2 })
  }
  const known = properties.filter(([name]) => depth < MAX_DEPTH || required.includes(name))
  const parts = known.map(([name, part]): [string, fc.Arbitrary<unknown>] => {
    const value = SHORT_WAITS.has(name) ? fc.constantFrom(0, 1) : valueOf(part, depth + 1)
    if (required.includes(name)) return [name, value]
    const absent = fc.constant<unknown>(ABSENT)
    return [
      name,
      fc.oneof({ weight: RARE.has(name) ? 14 : 2, arbitrary: absent }, { weight: 1, arbitrary: value }),
    ]
  })
  return fc
    .record(Object.fromEntries(parts), { noNullPrototype: true })
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== ABSENT)))
}

function textOf({ format, pattern, minLength = 0, maxLength = Infinity }: Schema): fc.Arbitrary<string> {
  const min = Number(minLength)
  const max = Math.min(Number(maxLength), min + 40)
  const right = (text: string) => text.length >= min && text.length <= Number(maxLength)
  // Names that lead nowhere: a service under test may call what it is given.
  if (format === 'uri')
    return fc.constantFrom('https://a.invalid/', 'http://b.invalid:8080/x?y=1#z', 'https://ü.invalid/ä')
  if (format === 'date-time')
    return fc.constantFrom('2026-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z', '2999-12-31T23:59:59+14:00')
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u')).filter(right)
  return fc.oneof(
    fc.string({ minLength: min, maxLength: max, unit: 'grapheme' }),
    fc.constantFrom('x'.repeat(Math.max(1, min)), 'ß'.repeat(Math.min(Number(maxLength), 2_000))),
  )
}

function numberOf(schema: Schema, whole: boolean): fc.Arbitrary<number> {
  const min = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1e6)
  const max = Math.max(min, Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? 1e6))
  const between = whole
    ? fc.integer({ min: Math.ceil(min), max: Math.floor(max) })
    : fc.double({ min: min, max: max, noNaN: true })
  return fc.oneof(between, fc.constantFrom(min, max))
}
