import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { MapsSearchInput } from '#contract/places/maps.ts'
import { checkQuery, flatQuery } from './flat-query.ts'

const input = Type.Object(
  {
    text: Type.String(),
    count: Type.Optional(Type.Integer()),
    words: Type.Optional(Type.Array(Type.String())),
    boxes: Type.Optional(Type.Array(Type.Object({ a: Type.Number() }))),
    place: Type.Optional(Type.Union([Type.Object({ lat: Type.Number() }), Type.String()])),
    maybe: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
    deep: Type.Optional(Type.Object({ flag: Type.Boolean() })),
  },
  { additionalProperties: false },
)

test('the flat fields are the query, a union is there by its flat form, and nothing is required yet', () => {
  const query = flatQuery(input, { text: 'hello' })
  assert.deepEqual(Object.keys(query.properties), ['text', 'count', 'words', 'place', 'maybe'])
  assert.equal(query.properties['place']?.['type' as never], 'string')
  assert.equal(query.required, undefined)
  assert.deepEqual(query.properties['text']?.['examples' as never], ['hello'])
})

test('the whole is judged by the schema of the operation', () => {
  checkQuery(input, { text: 'a', words: ['b'] })
  assert.throws(
    () => checkQuery(input, { words: ['b'] }),
    (error) => error instanceof SurveyorError && error.errors?.[0]?.pointer === '?text',
  )
})

test('a map search by hand takes a place name', () => {
  const { properties } = flatQuery(MapsSearchInput, {})
  assert.ok(
    'query' in properties && 'location' in properties && 'limit' in properties && 'categories' in properties,
  )
})
