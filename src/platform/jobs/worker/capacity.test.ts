import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WorkPool } from '#contract/crawl/extractor.ts'
import { createCapacity } from './capacity.ts'

const SLOTS = { light: 10, http: 4, browser: 0, parser: 1 }
const capacity = () =>
  createCapacity(
    SLOTS,
    new Map<WorkPool, string[]>([
      ['light', ['a.x', 'a.y']],
      ['http', ['b.x']],
      ['browser', ['c.x']],
      ['parser', []],
    ]),
  )
const times = (kind: WorkPool, count: number) => Array.from({ length: count }, () => kind)

test('the first claim asks for all slots of each kind that this worker does', () => {
  const plan = capacity().plan()
  assert.deepEqual(plan?.max, [
    { types: ['a.x', 'a.y'], count: 10 },
    { types: ['b.x'], count: 4 },
  ])
})

test('one waiting call for each kind is enough while nothing suggests a backlog', () => {
  const slots = capacity()
  assert.notEqual(slots.plan(), null)
  assert.equal(slots.plan(), null)
})

test('a kind whose slots are all taken is not asked for, and again when one is free', () => {
  const slots = capacity()
  const first = slots.plan()
  slots.finish(first as NonNullable<typeof first>, times('http', 4))
  for (let n = 0; n < 4; n += 1) slots.take('http')
  assert.deepEqual(slots.plan()?.max, [{ types: ['a.x', 'a.y'], count: 10 }])
  assert.equal(slots.plan(), null)
  slots.free('http')
  assert.deepEqual(slots.plan()?.max, [{ types: ['b.x'], count: 1 }])
})

test('with a backlog two calls share the slots, so that one fetches while the other works', () => {
  const slots = capacity()
  const first = slots.plan()
  slots.finish(first as NonNullable<typeof first>, times('light', 10))
  const counts = [slots.plan(), slots.plan(), slots.plan()].map(
    (plan) => plan?.max.find(({ types }) => types.includes('a.x'))?.count ?? 0,
  )
  assert.deepEqual(counts, [5, 5, 0])
})

test('a call that failed gives its slots back', () => {
  const slots = capacity()
  const first = slots.plan()
  slots.finish(first as NonNullable<typeof first>, null)
  assert.deepEqual(slots.plan()?.max, first?.max)
})

test('only pools of several slots with a backlog are busy', () => {
  const slots = createCapacity(
    { many: 10, one: 1, idle: 4 },
    new Map([
      ['many', ['a.x']],
      ['one', ['b.x']],
      ['idle', ['c.x']],
    ]),
  )
  assert.equal(slots.plan('busy'), null, 'nothing is known before the first claim')
  const first = slots.plan()
  slots.finish(first as NonNullable<typeof first>, [...Array.from({ length: 10 }, () => 'many'), 'one'])
  const busy = slots.plan('busy')
  assert.deepEqual(busy?.max, [{ types: ['a.x'], count: 5 }])
  assert.deepEqual(
    slots.plan('others')?.max.map(({ types }) => types[0]),
    ['b.x', 'c.x'],
  )
})
