// The compliance suite of RFC 9535 on the shared data, and the bounds that paths of callers have.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sharedPath, skipWithout } from '#test/support/shared-data.ts'
import { compileJsonPath, JsonPathError } from './json-path.ts'
import type { JsonValue } from '#parsing/json/json-value.ts'
import { WorkLimitError } from './user-pattern.ts'

const SUITE = 'data/structured-data/jsonpath-cts/cts.json'

interface Case {
  readonly name: string
  readonly selector: string
  readonly invalid_selector?: boolean
  readonly document: JsonValue
  readonly result?: JsonValue[]
  /** For an object without an order, each of these is right. */
  readonly results?: JsonValue[][]
  readonly result_paths?: string[]
  readonly results_paths?: string[][]
}

test('every case of the compliance suite that the shared data holds', { skip: skipWithout(SUITE) }, () => {
  const { tests } = JSON.parse(readFileSync(sharedPath(SUITE), 'utf8')) as { tests: Case[] }
  assert.ok(tests.length > 300, `${tests.length} cases`)
  const failed = tests.filter((each) => !passes(each)).map(({ name, selector }) => `${name}: ${selector}`)
  assert.deepEqual(failed, [])
})

function passes({ selector, invalid_selector: invalid, document, ...expected }: Case): boolean {
  if (invalid === true) {
    try {
      compileJsonPath(selector)
      return false
    } catch (error) {
      return error instanceof JsonPathError
    }
  }
  const { nodes } = compileJsonPath(selector).find(document)
  const values = expected.results ?? [expected.result ?? []]
  const paths = expected.results_paths ?? [expected.result_paths]
  const found = JSON.stringify(nodes.map(({ value }) => value))
  const at = values.findIndex((wanted) => JSON.stringify(wanted) === found)
  const wantedPaths = paths[at]
  return (
    at >= 0 &&
    (wantedPaths === undefined ||
      JSON.stringify(nodes.map(({ path }) => path)) === JSON.stringify(wantedPaths))
  )
}

test('a control character in a path is refused, blanks between words are not', () => {
  assert.throws(() => compileJsonPath("$['a\u0000']"), /control character at position 4/)
  assert.equal(compileJsonPath("$ [\n'a' ]").find({ a: 1 }).nodes.length, 1)
})

test('a place is told as a path and as a pointer', () => {
  const { nodes } = compileJsonPath('$..c').find({ 'a/b': [{ c: 1 }], "it's": { c: 2 } })
  assert.deepEqual(nodes, [
    { value: 1, path: "$['a/b'][0]['c']", pointer: '/a~1b/0/c' },
    { value: 2, path: "$['it\\'s']['c']", pointer: "/it's/c" },
  ])
})

test('what visits too much ends, and long answers are cut', () => {
  const many = Array.from({ length: 3_000 }, (_, i) => ({ i, list: [i] }))
  assert.throws(() => compileJsonPath('$[?$..i]').find(many), WorkLimitError)
  assert.deepEqual(compileJsonPath('$[*]').find(many, 10).cut, true)
  assert.throws(() => compileJsonPath(`$${'[0]'.repeat(400)}`), JsonPathError)
  assert.throws(() => compileJsonPath(`$[?${'('.repeat(900)}@${')'.repeat(50)}]`), JsonPathError)
})

test('regular expressions are those of RFC 9485 and take linear time', () => {
  const find = (pattern: string, text: string): number =>
    compileJsonPath(`$[?match(@, ${JSON.stringify(pattern)})]`).find([text]).nodes.length
  assert.equal(find('(x+x+)+y', 'x'.repeat(50_000)), 0)
  assert.equal(find('a.c', 'abc'), 1)
  assert.equal(find('\\p{Lu}[^a-c]', 'Xd'), 1)
  assert.equal(find('(?=a)a', 'a'), 0)
  assert.equal(find('\\d', '1'), 0)
})
