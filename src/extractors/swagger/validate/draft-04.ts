// The part of JSON Schema draft 04 that the schema of Swagger 2.0 points at, in the words of draft 07, which Ajv reads.
import { whenSchema } from './when-schema.ts'

const SIMPLE_TYPES = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] }
const COUNT = { type: 'integer', minimum: 0 }

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
