import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boundJson } from './bounded-json.ts'
import { jsonDepth, parseJson, parseJsonLoosely } from './parse-json.ts'

const loosely = (text: string): unknown => {
  const parsed = parseJsonLoosely(text)
  return parsed.ok ? parsed.values : parsed.reason
}

test('plain damage is repaired', () => {
  for (const [text, ...values] of [
    ['{"a":1}', { a: 1 }],
    ['\ufeff {"a":1};', { a: 1 }],
    ['<!-- {"a":1} -->', { a: 1 }],
    ['<!-- the plugin -->\n{"a":1}<!-- end -->', { a: 1 }],
    ['//<![CDATA[\n{"a":1}\n//]]>', { a: 1 }],
    ['// <![CDATA[ {"a":1} ]]>', { a: 1 }],
    ['/*<![CDATA[*/{"a":1}/*]]>*/', { a: 1 }],
    ['{"a":1, // one\n /* two */ "b":[2,],}', { a: 1, b: [2] }],
    ['{"a":"x\n\ty","b":"it\\\'s \\x41 c:\\videos"}', { a: 'x\n\ty', b: "it's A c:\\videos" }],
    ['{&quot;a&quot;:&quot;&amp;&quot;}', { a: '&' }],
    ['{"a":1}{"b":2} and so on', { a: 1 }, { b: 2 }],
    ['{"a":"// no comment, <!-- neither, ]"}', { a: '// no comment, <!-- neither, ]' }],
  ] as const) {
    assert.deepEqual(loosely(text), values, text)
  }
})

test('nothing is guessed', () => {
  for (const text of [
    '',
    'hello',
    '{"a":',
    '{a:1}',
    "{'a':1}",
    '{"a":undefined}',
    '{"a":1',
    '[1,2',
    'var x = {"a":1}',
    '{"a" 1}',
  ])
    assert.equal(loosely(text), 'syntax', text)
})

test('depth is known before anything is parsed', () => {
  assert.equal(jsonDepth('[{"a":["]["]}]'), 3)
  assert.deepEqual(parseJson('['.repeat(2_000_000)), { ok: false, reason: 'too_deep' })
  assert.equal(loosely(`{"a":${'['.repeat(1_000_000)}`), 'too_deep')
  assert.equal(loosely('//\n'.repeat(300_000)), 'syntax')
})

test('a bounded copy holds no poison and says where it was cut', () => {
  const poison: unknown = JSON.parse('{"__proto__":{"x":1},"a":[{"b":"12345"}],"c":1}')
  const all = boundJson(poison, { depth: 9, values: 99, chars: 99 })
  assert.deepEqual(all.value, { a: [{ b: '12345' }], c: 1 })
  assert.equal(all.cutAt, null)
  assert.deepEqual(boundJson(poison, { depth: 2, values: 99, chars: 99 }), {
    value: { a: [null], c: 1 },
    cutAt: '/a/0',
    forbiddenAt: '/__proto__',
    forbidden: 1,
    size: 18,
  })
  assert.deepEqual(boundJson(['12345', 'x'], { depth: 9, values: 99, chars: 3 }), {
    value: ['123'],
    cutAt: '/0',
    forbiddenAt: null,
    forbidden: 0,
    size: 11,
  })
  assert.deepEqual(boundJson([1, 2, 3, 4], { depth: 9, values: 3, chars: 9 }).value, [1, 2])
})

test('a number that would be rounded, or is too large, keeps its digits as text; every other stays a number', () => {
  const read = (text: string): unknown => {
    const parsed = parseJson(text)
    return parsed.ok ? parsed.values[0] : parsed.reason
  }
  for (const text of [
    '12345678901234567890',
    '9007199254740993',
    '-9007199254740993',
    '1800000000000000001',
    '100000000000000000000001',
    '1e400',
    '-1E+309',
  ]) {
    assert.equal(read(text), text)
    assert.deepEqual(read(`{"id": ${text}, "n": [1, ${text}]}`), { id: text, n: [1, text] })
  }
  for (const text of [
    '0',
    '-0',
    '1.0',
    '9007199254740991',
    '-9007199254740991',
    '9007199254740992',
    '18014398509481984',
    '10000000000000000000000',
    '1e21',
    '1e300',
    '1E-400',
    '0.1234567890123456789',
    '48.13743281234567890123',
    '123456789012345678.5',
    '1.7976931348623157e308',
    '1750000000000',
    '0.30000000000000004',
    '4007817327320',
    '3.141592653589793238462643383279',
    '1e100',
  ]) {
    assert.equal(read(text), JSON.parse(text), text)
    assert.deepEqual(read(`{"n": ${text}}`), { n: JSON.parse(text) as unknown }, text)
  }
  assert.deepEqual(
    read('{"__proto__": 12345678901234567890, "a": "1e400"}'),
    JSON.parse('{"__proto__": "12345678901234567890", "a": "1e400"}'),
  )
})
