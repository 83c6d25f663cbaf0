import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'
import { inputProblems } from './input-problems.ts'
import { PageInput } from '#extract/page/page-request.ts'

const schema = Type.Object(
  {
    url: Type.String(),
    mode: Type.Optional(Words(['auto', 'render'])),
    viewport: Type.Optional(
      Type.Object({ widthPx: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
)

test('a value that fits has no problems', () => {
  assert.deepEqual(inputProblems(schema, { url: 'x', mode: 'auto', viewport: { widthPx: 1 } }), [])
})

test('each problem says where, what, and what was probably meant', () => {
  assert.deepEqual(inputProblems(schema, { urll: 'x', mode: 'fast', viewport: { 'a/b': 1, widthPx: '1' } }), [
    { pointer: '', code: 'required', detail: 'must have required properties url' },
    { pointer: '/urll', code: 'unknown_key', detail: "is not a known key; did you mean 'url'?" },
    { pointer: '/mode', code: 'enum', detail: 'must be one of auto, render' },
    { pointer: '/viewport/a~1b', code: 'unknown_key', detail: 'is not a known key' },
    { pointer: '/viewport/widthPx', code: 'type', detail: 'must be integer' },
  ])
})

test('many problems are cut', () => {
  const value = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`key${n}`, n]))
  assert.ok(inputProblems(Type.Record(Type.String(), Type.String()), value).length <= 20)
})

test('a page has exactly one source', () => {
  const page = PageInput({})
  assert.deepEqual(inputProblems(page, { url: 'https://example.org/' }), [])
  assert.deepEqual(inputProblems(page, { html: '<p>a</p>', baseUrl: 'https://example.org/' }), [])
  assert.deepEqual(inputProblems(page, { artifactId: 'art_1', baseUrl: 'https://example.org/' }), [])
  for (const value of [
    {},
    { html: '<p>a</p>', artifactId: 'art_1' },
    { url: 'https://example.org/', html: '<p>a</p>' },
    { url: 'https://example.org/', baseUrl: 'https://example.org/' },
    { url: 'ftp://example.org/' },
    { url: 'not a url' },
    null,
  ]) {
    assert.notDeepEqual(inputProblems(page, value), [], JSON.stringify(value))
  }
})
