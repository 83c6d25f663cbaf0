import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, decideGrant, type PermitRequest, type ResourceState } from './decide-grant.ts'

const NOW = Date.UTC(2030, 0, 1)
const REQUEST: PermitRequest = { resource: 'r', concurrency: 4, spacingMs: 0, perDay: null, count: 10 }
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
const decide = (request: Partial<PermitRequest>, state: Partial<ResourceState>) =>
  decideGrant({ ...REQUEST, ...request }, { ...FRESH, ...state })

for (const [name, request, state, grant, retryAfterMs] of [
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
    const decided = decide(request, state)
    assert.deepEqual([decided.grant, decided.retryAfterMs], [grant, retryAfterMs])
  })
}

test('only a permit without distance and count is good for several requests', () => {
  assert.ok(decide({}, {}).reuseMs > 0)
  for (const [request, state] of [
    [{ spacingMs: 1 }, {}],
    [{ perDay: 9 }, {}],
    [{}, { rate: 0.9 }],
  ] as const) {
    assert.equal(decide(request, state).reuseMs, 0)
  }
})
