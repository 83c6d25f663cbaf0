import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, judgeTerms, type PermitWish, type ResourceState } from './judge-terms.ts'

const NOW = Date.UTC(2030, 0, 1)
const WISH: PermitWish = { resource: 'r', concurrency: 4, spacingMs: 0, perDay: null, count: 10 }
const FRESH: ResourceState = {
  now: new Date(NOW),
  lastGrantAt: null,
  closedUntil: null,
  rate: 1,
  held: 0,
  nextExpiryAt: null,
  dayBeganAt: null,
}
const ago = (ms: number) => new Date(NOW - ms)
const judge = (wish: Partial<PermitWish>, state: Partial<ResourceState>) =>
  judgeTerms({ ...WISH, ...wish }, { ...FRESH, ...state })

for (const [name, wish, state, grant, retryAfterMs] of [
  ['a fresh resource gives as many as there are slots', {}, {}, 4, null],
  ['no more than asked for', { count: 3 }, {}, 3, null],
  ['what is held counts', {}, { held: 3 }, 1, null],
  ['a full one names no time', {}, { held: 4 }, 0, null],
  ['with a distance one at a time', { spacingMs: 1_000 }, {}, 1, null],
  ['too close to the last one', { spacingMs: 1_000 }, { lastGrantAt: ago(300) }, 0, 700],
  ['a closed one', {}, { closedUntil: ago(-5_000) }, 0, 5_000],
  ['half the pace is half the slots', { spacingMs: 0 }, { rate: 0.5, held: 2 }, 0, null],
  ['and a distance where there was none', {}, { rate: 0.5, lastGrantAt: ago(150) }, 0, 50],
  ['a day that is full', { perDay: 9 }, { dayBeganAt: ago(DAY_MS - 60_000) }, 0, 60_000],
  ['a day that is over', { perDay: 9 }, { dayBeganAt: ago(DAY_MS) }, 1, null],
] as const) {
  test(name, () => {
    const judged = judge(wish, state)
    assert.deepEqual([judged.grant, judged.retryAfterMs], [grant, retryAfterMs])
  })
}

test('only a permit without distance and count is good for several requests', () => {
  assert.ok(judge({}, {}).reuseMs > 0)
  for (const [wish, state] of [
    [{ spacingMs: 1 }, {}],
    [{ perDay: 9 }, {}],
    [{}, { rate: 0.9 }],
  ] as const) {
    assert.equal(judge(wish, state).reuseMs, 0)
  }
})
