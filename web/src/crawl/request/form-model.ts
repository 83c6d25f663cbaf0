// The fields of a form, made from the JSON Schema of a request.
import { fieldsOf, isObject, listOf, textOf, textsOf, type Fields } from '#shared/format/unknown-values.ts'

/** What every field has. */
interface FieldHead {
  readonly name: string
  readonly description: string | null
  readonly isRequired: boolean
  /** The value that counts where the field is absent, as JSON; null where the schema names none. */
  readonly default: string | null
  readonly example: string | null
}

/** One of the shapes that an entry of a list may have. */
export interface Variant {
  readonly label: string
  readonly description: string | null
  /** What each entry of this shape holds, such as `{type: 'click'}`. */
  readonly constants: Fields
  readonly fields: readonly Field[]
}

/**
 * How a value is asked for. `lines` is a list of texts (with `takesNumbers` of numbers too), `pairs` an object of texts,
 * `items` a list of objects. `json` is whatever has no form of its own; with `takesText` it may also be a bare text.
 */
export type Field = FieldHead &
  (
    | { readonly kind: 'text'; readonly isLong: boolean; readonly isSecret: boolean }
    | { readonly kind: 'number' | 'flag' | 'pairs' }
    | { readonly kind: 'choice' | 'choices'; readonly options: readonly string[] }
    | { readonly kind: 'lines'; readonly takesNumbers: boolean }
    | { readonly kind: 'group'; readonly fields: readonly Field[] }
    | { readonly kind: 'items'; readonly variants: readonly Variant[] }
    | { readonly kind: 'json'; readonly takesText: boolean }
  )

/** A text that may be longer than this gets an area instead of a line. */
const MAX_LINE_CHARS = 8_192
/** Objects in objects deeper than this are written as JSON. */
const MAX_DEPTH = 3
const SECRET = /password|secret/iu

/** The fields of an object schema in its order; none where it has no properties. */
export function formFields(schema: unknown, depth = 0): Field[] {
  const { properties, required } = fieldsOf(schema)
  const needed = new Set(textsOf(required))
  return Object.entries(fieldsOf(properties)).map(([name, property]) =>
    fieldOf(name, property, needed.has(name), depth),
  )
}

function fieldOf(name: string, given: unknown, isRequired: boolean, depth: number): Field {
  const schema = withoutNull(given)
  const head: FieldHead = {
    name,
    description: textOf(schema['description']),
    isRequired,
    default: schema['default'] === undefined ? null : JSON.stringify(schema['default']),
    example: exampleOf(schema),
  }
  const words = textsOf(schema['enum'])
  if (words.length > 0) return { ...head, kind: 'choice', options: words }
  switch (schema['type']) {
    case 'string':
      return {
        ...head,
        kind: 'text',
        isLong: Number(schema['maxLength'] ?? 0) > MAX_LINE_CHARS,
        isSecret: SECRET.test(name),
      }
    case 'integer':
    case 'number':
      return { ...head, kind: 'number' }
    case 'boolean':
      return { ...head, kind: 'flag' }
    case 'array':
      return { ...head, ...listField(schema['items'], depth) }
    case 'object':
      return { ...head, ...objectField(schema, depth) }
    default:
      return { ...head, kind: 'json', takesText: alternatives(schema).some(isText) }
  }
}

type Shape = Field extends infer F ? (F extends Field ? Omit<F, keyof FieldHead> : never) : never

function listField(items: unknown, depth: number): Shape {
  const entry = fieldsOf(items)
  const words = textsOf(entry['enum'])
  if (words.length > 0) return { kind: 'choices', options: words }
  const shapes = alternatives(entry)
  if (shapes.every((shape) => isText(shape) || isNumber(shape)))
    return { kind: 'lines', takesNumbers: shapes.some(isNumber) }
  if (depth < MAX_DEPTH && shapes.every((shape) => isObject(shape['properties'])))
    return { kind: 'items', variants: shapes.map((shape) => variantOf(shape, depth)) }
  return { kind: 'json', takesText: false }
}

function objectField(schema: Fields, depth: number): Shape {
  const entries = Object.values(fieldsOf(schema['patternProperties']))
  if (isObject(schema['additionalProperties'])) entries.push(schema['additionalProperties'])
  if (isObject(schema['properties']) && depth < MAX_DEPTH && !entries.some((entry) => !isText(entry)))
    return { kind: 'group', fields: formFields(schema, depth + 1) }
  if (entries.length > 0 && entries.every(isText)) return { kind: 'pairs' }
  return { kind: 'json', takesText: false }
}

function variantOf(shape: Fields, depth: number): Variant {
  const properties = Object.entries(fieldsOf(shape['properties']))
  const constants = Object.fromEntries(
    properties.flatMap(([name, property]) => {
      const { const: constant } = fieldsOf(property)
      return constant === undefined ? [] : [[name, constant]]
    }),
  )
  return {
    label: Object.values(constants).map(String).join(' ') || 'entry',
    description: textOf(shape['description']),
    constants,
    fields: formFields(shape, depth + 1).filter(({ name }) => !Object.hasOwn(constants, name)),
  }
}

/** The schema itself, or the alternatives that it consists of. */
function alternatives(schema: Fields): readonly Fields[] {
  const choices = listOf(schema['anyOf'] ?? schema['oneOf'])
  return choices.length > 0 && schema['properties'] === undefined ? choices.map(fieldsOf) : [schema]
}

/** A field that may be null is asked for as the one that it otherwise is: absent means the same in a request. */
function withoutNull(schema: unknown): Fields {
  const fields = fieldsOf(schema)
  const others = alternatives(fields).filter(({ type }) => type !== 'null')
  const [only] = others
  if (others.length !== 1 || only === undefined || only === fields) return fields
  return { ...only, ...Object.fromEntries(Object.entries(fields).filter(([key]) => key !== 'anyOf')) }
}

function exampleOf(schema: Fields): string | null {
  const [first] = listOf(schema['examples'])
  if (first === undefined) return null
  return textOf(first) ?? JSON.stringify(first)
}

const isText = (schema: unknown): boolean => fieldsOf(schema)['type'] === 'string'
const isNumber = (schema: unknown): boolean =>
  ['integer', 'number'].includes(String(fieldsOf(schema)['type']))
