import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTraceparent } from '#kit/http/trace-context.ts'
import { createTracer, passingTracer, type EndedSpan } from './tracer.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const SPAN = '00f067aa0ba902b7'
const PARENT = `00-${TRACE}-${SPAN}-01`

function recording(percent = 100) {
  const spans: EndedSpan[] = []
  const sink = { add: (span: EndedSpan) => void spans.push(span), counts: { exported: 0, dropped: 0 } }
  return { spans, tracer: createTracer({ sink, percent }) }
}

test('a span is a child of its parent, and what follows is a child of the span', () => {
  const { spans, tracer } = recording()
  const outer = tracer.start({ name: 'outer', kind: 'server', parent: PARENT, attributes: { a: 1, b: 2 } })
  const inner = tracer.start({ name: 'inner', kind: 'client', parent: outer.traceparent })
  inner.end({ error: 'target_timeout' })
  outer.end({ attributes: { b: 3 } })
  outer.end({ error: 'too late' })
  assert.deepEqual(
    spans.map(({ name, traceId, error }) => [name, traceId, error]),
    [
      ['inner', TRACE, 'target_timeout'],
      ['outer', TRACE, null],
    ],
  )
  const [child, parent] = spans as [EndedSpan, EndedSpan]
  assert.equal(parent.parentSpanId, SPAN)
  assert.equal(child.parentSpanId, parent.spanId)
  assert.deepEqual(parent.attributes, { a: 1, b: 3 })
  assert.ok(child.startedAtMs >= parent.startedAtMs && child.endedAtMs <= parent.endedAtMs)
  assert.ok(Math.abs(parent.endedAtMs - Date.now()) < 10_000)
})

test('without a parent a trace begins, for as many of a hundred as are wanted', () => {
  const all = recording()
  const first = all.tracer.start({ name: 'first', kind: 'server', parent: 'not a traceparent' })
  first.end()
  assert.equal(all.spans[0]?.parentSpanId, null)
  assert.equal(parseTraceparent(first.traceparent ?? '')?.sampled, true)

  const none = recording(0)
  const unseen = none.tracer.start({ name: 'unseen', kind: 'server', parent: null })
  // Passed on as not sampled, so that no later service begins a trace either.
  assert.equal(parseTraceparent(unseen.traceparent ?? '')?.sampled, false)
  const behind = all.tracer.start({ name: 'behind', kind: 'client', parent: unseen.traceparent })
  behind.end()
  unseen.end()
  assert.equal(behind.traceparent, unseen.traceparent)
  assert.deepEqual([none.spans.length, all.spans.length], [0, 1])

  none.tracer.start({ name: 'wanted by the caller', kind: 'server', parent: PARENT }).end()
  assert.equal(none.spans.length, 1)
})

test('where nothing is recorded, the trace of a caller is passed on as it came', () => {
  const passed = (parent: string | null) =>
    passingTracer.start({ name: 'x', kind: 'server', parent }).traceparent
  assert.equal(passed(PARENT), PARENT)
  assert.equal(passed(`00-${TRACE}-${SPAN}-00`), `00-${TRACE}-${SPAN}-00`)
  assert.equal(passed(null), null)
  assert.equal(passed('00-zz'), null)
})
