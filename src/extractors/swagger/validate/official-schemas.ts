// The official JSON Schemas of OpenAPI, as the pinned @scalar/openapi-parser ships them, and what they point at.
import type { OpenApiLine } from '#extractors/swagger/convert/to-openapi-31.ts'
import { asObject, member, objectOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { whenSchema } from './discriminate.ts'

/**
 * Its own `validate` compiles a schema at each call (measured by `npm run bench -- openapi`), clones the document twice
 * and stops at the first layer of mistakes. So only the schemas are used, from beside its entry.
 */
export async function officialSchema(line: OpenApiLine): Promise<JsonObject> {
  const entry = import.meta.resolve('@scalar/openapi-parser')
  const file = new URL(`./schemas/v${line}/schema.js`, entry)
  const module: unknown = await import(file.href)
  const schema = asObject(member(module, 'default'))
  if (schema === null) throw new Error(`${file.href} holds no schema.`)
  return line === '2.0' || line === '3.0' ? fromDraft04(schema) : schema
}

/** The schemas of 2.0 and 3.0 are written in draft 04, which Ajv does not read; they differ in two keywords only. */
function fromDraft04(schema: JsonObject): JsonObject {
  const { id, $schema: _, ...rest } = schema
  return { $id: id, ...boundedParts(rest) }
}

function withNumericBounds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map(withNumericBounds) : boundedParts({ ...value })
}

function boundedParts({ minimum, exclusiveMinimum, ...rest }: JsonObject): JsonObject {
  const bound =
    typeof exclusiveMinimum !== 'boolean'
      ? { minimum, exclusiveMinimum }
      : exclusiveMinimum
        ? { exclusiveMinimum: minimum }
        : { minimum }
  return objectOf(
    Object.entries({ ...rest, ...bound })
      .filter(([, held]) => held !== undefined)
      .map(([key, held]) => [key, withNumericBounds(held)]),
  )
}

const SIMPLE_TYPES = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] }
const COUNT = { type: 'integer', minimum: 0 }

/**
 * The part of JSON Schema draft 04 that the schema of Swagger 2.0 points at, in the words of draft 07, which Ajv reads.
 */
export const DRAFT_04 = {
  $id: 'http://json-schema.org/draft-04/schema',
  definitions: {
    positiveInteger: COUNT,
    positiveIntegerDefault0: COUNT,
    stringArray: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
  },
  properties: {
    title: { type: 'string' },
    description: { type: 'string' },
    default: {},
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    maximum: { type: 'number' },
    exclusiveMaximum: { type: 'boolean' },
    minimum: { type: 'number' },
    exclusiveMinimum: { type: 'boolean' },
    pattern: { type: 'string', format: 'regex' },
    uniqueItems: { type: 'boolean' },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: whenSchema(
      { type: 'array' },
      { type: 'array', items: SIMPLE_TYPES, minItems: 1, uniqueItems: true },
      SIMPLE_TYPES,
    ),
  },
}
