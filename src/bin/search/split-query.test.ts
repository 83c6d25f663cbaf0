import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitQuery } from './split-query.ts'

for (const [text, query, location] of [
  ['cafes in Monaco', 'cafes', 'Monaco'],
  [' Drive in cinemas  IN  New York ', 'Drive in cinemas', 'New York'],
  ['* in Vaduz', '*', 'Vaduz'],
  ['cafes', 'cafes', null],
  ['inns', 'inns', null],
  ['in Monaco', 'in Monaco', null],
  ['cafes in ', 'cafes in', null],
  ['Gasthaus Berlin', 'Gasthaus Berlin', null],
] as const) {
  test(text, () => assert.deepEqual(splitQuery(text), { query, location }))
}
