// Each way in which a 3.1 schema differs from a 3.0 one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi30 } from './openapi-30.ts'

function convert(schema: unknown): unknown {
  const document = openApi30({ openapi: '3.1.0', components: { schemas: { A: schema } } })
  return (document as { components: { schemas: { A: unknown } } }).components.schemas.A
}

test('a schema says the same in 3.0', () => {
  const NULL = { type: 'string', nullable: true, enum: [null] }
  const string = { type: 'string' }
  const cases: readonly (readonly [from: unknown, to: unknown])[] = [
    [{ anyOf: [string, { type: 'null' }] }, { type: 'string', nullable: true }],
    [
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }], description: 'D' },
      { type: 'string', enum: ['a', null], nullable: true, description: 'D' },
    ],
    [{ anyOf: [{ $ref: '#/x' }, { type: 'null' }] }, { anyOf: [{ $ref: '#/x' }, NULL] }],
    [
      { anyOf: [string, { type: 'number' }, { type: 'null' }] },
      { anyOf: [string, { type: 'number' }, NULL] },
    ],
    [{ type: 'null' }, NULL],
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: ['string', 'number'] }, { anyOf: [string, { type: 'number' }] }],
    [
      { const: 5, type: 'number' },
      { type: 'number', enum: [5] },
    ],
    [
      { type: 'number', exclusiveMinimum: 0 },
      { type: 'number', minimum: 0, exclusiveMinimum: true },
    ],
    [
      { type: 'number', minimum: 5, exclusiveMinimum: 0 },
      { type: 'number', minimum: 5 },
    ],
    [
      { type: 'number', maximum: 9, exclusiveMaximum: 9 },
      { type: 'number', maximum: 9, exclusiveMaximum: true },
    ],
    [
      { type: 'string', examples: ['a', 'b'] },
      { type: 'string', example: 'a' },
    ],
    [
      { type: 'object', patternProperties: { '^.*$': string } },
      { type: 'object', additionalProperties: string },
    ],
    [
      { type: 'object', additionalProperties: false },
      { type: 'object', additionalProperties: false },
    ],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      { type: 'array', items: [string, { type: 'number' }], additionalItems: false, minItems: 2 },
      { type: 'array', items: { anyOf: [string, { type: 'number' }] }, minItems: 2 },
    ],
    [
      { $ref: '#/x', description: 'D' },
      { allOf: [{ $ref: '#/x' }], description: 'D' },
    ],
    [
      { type: 'object', properties: { examples: string } },
      { type: 'object', properties: { examples: string } },
    ],
    [true, {}],
    [false, { not: {} }],
    [
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }], not: { required: ['c'] } },
      { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }], not: { required: ['c'] } },
    ],
  ]
  for (const [from, to] of cases) assert.deepEqual(convert(from), to, JSON.stringify(from))
})

test('what is no schema stays as it is', () => {
  const paths = {
    '/a': { get: { responses: { 200: { description: 'OK', content: { x: { example: { const: 1 } } } } } } },
  }
  assert.deepEqual(openApi30({ openapi: '3.1.0', paths }), { openapi: '3.0.3', paths })
})
