// The GET form of an extract path: the flat fields of its input as a query string, for manual use.
import { Type, type TObject, type TSchema } from 'typebox'
import { invalidInput } from '#contract/surveyor-error.ts'
import { inputErrors } from './input-errors.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'

const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean'])

/** The query string for an operation with this `input`; deeper fields can only be sent with POST. */
export function flatQuery(input: TSchema, example: unknown): TObject {
  const fields: Record<string, TSchema> = {}
  for (const [name, property] of Object.entries(propertiesOf(input))) {
    const flat = flatSchema(property)
    // Required fields are checked on the whole, as for POST.
    if (flat === null) continue
    const value: unknown = Object(example)[name]
    fields[name] = Type.Optional(value === undefined ? flat : { ...flat, examples: [value] })
  }
  return Type.Object(fields, { additionalProperties: false })
}

/** Whether a query string can hold all that `input` requires. */
export function fitsQuery(input: TSchema): boolean {
  const { required = [] } = asSchema(input)
  return required.every((name) => {
    const property = propertiesOf(input)[name]
    return property === undefined || flatSchema(property) !== null
  })
}

/** Throws `validation_failed` when a query that fits `flatQuery(input)` is not a valid `input` as a whole. */
export function checkQuery(input: TSchema, query: unknown): void {
  const errors = inputErrors(input, query, (path) => `?${path.join('/')}`)
  if (errors.length > 0) {
    throw invalidInput('The query string', errors)
  }
}

/** The properties of an object schema. */
export function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  return asSchema(schema).properties ?? {}
}

/** The part of a schema that fits into one parameter (lists with commas), or null. */
function flatSchema(schema: TSchema): TSchema | null {
  if (isScalar(schema)) return schema
  const { anyOf } = asSchema(schema)
  if (anyOf !== undefined) return anyOf.find(isScalar) ?? null
  return 'items' in schema && isScalar(schema.items) ? schema : null
}

function isScalar(schema: unknown): boolean {
  return SCALARS.has(Object(schema).type)
}
