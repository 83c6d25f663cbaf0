import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  jsonFrom,
  linesFrom,
  numberFrom,
  pairsFrom,
  pairsText,
  pointerOf,
  valueAt,
  withValue,
} from './body.ts'

test('a value is set, read and taken out by its path', () => {
  const body = withValue({ url: 'x' }, ['proxy', 'mode'], 'pool')
  assert.deepEqual(body, { url: 'x', proxy: { mode: 'pool' } })
  assert.equal(valueAt(body, ['proxy', 'mode']), 'pool')
  assert.equal(valueAt(body, ['proxy', 'none', 'at', 0]), undefined)
  assert.deepEqual(withValue(body, ['proxy', 'mode'], undefined), { url: 'x' })
})

test('entries of a list keep their places', () => {
  const body = withValue({ actions: [{ type: 'a' }, { type: 'b' }] }, ['actions', 1, 'selector'], '#x')
  assert.deepEqual(body, { actions: [{ type: 'a' }, { type: 'b', selector: '#x' }] })
  const cleared = withValue(
    { actions: [{ selector: 'a' }, { type: 'b' }] },
    ['actions', 0, 'selector'],
    undefined,
  )
  assert.deepEqual(cleared, { actions: [{}, { type: 'b' }] })
})

test('a name that every object inherits is a name like any other', () => {
  assert.equal(valueAt({}, ['constructor']), undefined)
  const body = withValue({}, ['__proto__', 'x'], 1)
  assert.deepEqual(Object.keys(body), ['__proto__'])
  assert.equal(Object.hasOwn(Object.prototype, 'x'), false)
})

test('pointers are escaped', () => {
  assert.equal(pointerOf(['a/b', 0, 'c~d']), '/a~1b/0/c~0d')
})

test('what is typed becomes a value, or stays as it is for the service to refuse', () => {
  assert.equal(numberFrom(' 12 '), 12)
  assert.equal(numberFrom('12x'), '12x')
  assert.equal(numberFrom(' '), undefined)
  assert.deepEqual(linesFrom('4xx\n\n 404 ', true), ['4xx', 404])
  assert.deepEqual(linesFrom('404', false), ['404'])
  assert.equal(linesFrom('\n', true), undefined)
  assert.deepEqual(pairsFrom('X-A: b: c\nempty'), { 'X-A': 'b: c', empty: '' })
  assert.equal(pairsText({ 'X-A': 'b: c', n: 3 }), 'X-A: b: c\nn: 3')
  assert.deepEqual(jsonFrom('{"a":1}', false), { value: { a: 1 }, problem: null })
  assert.deepEqual(jsonFrom('Vaduz', true), { value: 'Vaduz', problem: null })
  const broken = jsonFrom('{"a":', true)
  assert.equal(broken.value, '{"a":')
  assert.match(String(broken.problem), /JSON/)
})
