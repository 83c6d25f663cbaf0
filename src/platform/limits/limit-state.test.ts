import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '#kit/time/clock.ts'
import {
  afterFeedback,
  afterStart,
  decideSlots,
  UNUSED,
  type LimitState,
  type LimitUsage,
} from './limit-state.ts'
import type { LimitPolicy } from './limiter.ts'

const NOW = Date.UTC(2030, 0, 1)
const REQUEST = { concurrency: 4, intervalMs: 0, perDay: null, count: 10 }
const ago = (ms: number) => NOW - ms
const decide = (
  request: Partial<LimitPolicy & { count: number }>,
  state: Partial<LimitState & LimitUsage>,
) => {
  const { count, ...policy } = { ...REQUEST, ...request }
  const usage = { held: 0, dayBeganAt: null, ...state }
  return decideSlots({ policy, count }, { ...UNUSED, ...state }, usage, NOW)
}

for (const [name, request, state, grant, retryAfterMs] of [
  ['a fresh resource gives as many as there are slots', {}, {}, 4, null],
  ['no more than asked for', { count: 3 }, {}, 3, null],
  ['what is held counts', {}, { held: 3 }, 1, null],
  ['a full one names no time', {}, { held: 4 }, 0, null],
  ['with a distance one at a time', { intervalMs: 1_000 }, {}, 1, null],
  ['too close to the last one', { intervalMs: 1_000 }, { lastStartAt: ago(300) }, 0, 700],
  ['a start a moment ahead', { intervalMs: 1_000 }, { lastStartAt: ago(-300) }, 0, 1_300],
  ['a start before the clock was set back', { intervalMs: 1_000 }, { lastStartAt: ago(-3_600_000) }, 1, null],
  ['the same without a distance', {}, { lastStartAt: ago(-3_600_000) }, 4, null],
  ['a closed one', {}, { closedUntil: ago(-5_000) }, 0, 5_000],
  ['half the pace is half the slots', { intervalMs: 0 }, { rate: 0.5, held: 2 }, 0, null],
  ['and a distance where there was none', {}, { rate: 0.5, lastStartAt: ago(150) }, 0, 50],
  ['a day that is full', { perDay: 9 }, { dayBeganAt: ago(DAY_MS - 60_000) }, 0, 60_000],
  ['a day that is over', { perDay: 9 }, { dayBeganAt: ago(DAY_MS) }, 1, null],
] as const) {
  test(name, () => {
    const decided = decide(request, state)
    assert.deepEqual([decided.grant, decided.retryAfterMs], [grant, retryAfterMs])
  })
}

test('only a slot without distance and count is good for several requests', () => {
  assert.ok(decide({}, {}).reuseMs > 0)
  for (const [request, state] of [
    [{ intervalMs: 1 }, {}],
    [{ perDay: 9 }, {}],
    [{}, { rate: 0.9 }],
  ] as const) {
    assert.equal(decide(request, state).reuseMs, 0)
  }
})

test('throttling halves the rate down to a floor, good answers restore it in steps, silence changes nothing', () => {
  const after = (state: LimitState, ...throttled: (boolean | null)[]) =>
    throttled.reduce((now, one) => afterFeedback(now, { throttled: one }, NOW), state)
  assert.equal(after(UNUSED, true).rate, 0.5)
  assert.equal(after(UNUSED, ...Array.from({ length: 20 }, () => true)).rate, 1 / 64)
  assert.equal(after(UNUSED, true, false, false, false, false, false).rate, 1)
  assert.equal(after(UNUSED, null, false), UNUSED)
})

test('a pause is never cut short by a shorter one', () => {
  const closed = afterFeedback(UNUSED, { closedForMs: 60_000 }, NOW)
  assert.equal(afterFeedback(closed, { closedForMs: 1_000 }, NOW), closed)
  assert.equal(closed.closedUntil, NOW + 60_000)
})

test('the interval after a start follows the slower of its rate and the newest', () => {
  const slow = afterStart({ ...UNUSED, rate: 0.5 }, ago(300))
  for (const rate of [0.5, 0.6]) {
    assert.equal(decide({ intervalMs: 1_000 }, { ...slow, rate }).retryAfterMs, 1_700)
  }
  assert.equal(decide({ intervalMs: 1_000 }, { ...slow, rate: 0.25 }).retryAfterMs, 3_700)
})
