import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatTraceparent, parseTraceparent } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'

test('a traceparent is read and written as the standard says', () => {
  const context = { traceId: TRACE, spanId: SPAN, sampled: true }
  assert.deepEqual(parseTraceparent(`00-${TRACE}-${SPAN}-01`), context)
  assert.equal(formatTraceparent(context), `00-${TRACE}-${SPAN}-01`)
  assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-00`)?.sampled, false)
  assert.equal(parseTraceparent(`00-${TRACE}-${SPAN}-03`)?.sampled, true, 'flags that come later')
  assert.deepEqual(parseTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-later`), context)
})

test('what is not valid is no trace', () => {
  for (const text of [
    undefined,
    '',
    'hello',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-1`,
    ` 00-${TRACE}-${SPAN}-01`,
  ]) {
    assert.equal(parseTraceparent(text), null, String(text))
  }
})
