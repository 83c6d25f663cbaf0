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
