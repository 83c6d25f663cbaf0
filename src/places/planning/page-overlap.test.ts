import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addBreaks, NO_BREAKS, overlapFor, pageBreak, unseenRows } from './page-overlap.ts'

const PAGE = 20

test('rows that come again on the next page stand for as many that are on none', () => {
  const before = new Set(['a', 'b', 'c', 'd'])
  assert.deepEqual(pageBreak(['a', 'b'], new Set(), 0), NO_BREAKS, 'the first page follows none')
  assert.deepEqual(pageBreak(['e', 'f'], before, 0), { ...NO_BREAKS, breaks: 1 })
  const moved = pageBreak(['d', 'e', 'f'], before, 0)
  assert.deepEqual([moved, unseenRows(moved)], [{ ...NO_BREAKS, breaks: 1, moved: 1 }, 1])
  const shared = pageBreak(['c', 'd', 'e'], before, 2)
  assert.deepEqual([shared, unseenRows(shared)], [{ ...NO_BREAKS, shared: 1 }, 0])
  assert.equal(unseenRows(pageBreak(['b', 'c', 'd', 'e'], before, 2)), 1)
  assert.equal(
    unseenRows(pageBreak(['d', 'e', 'f'], before, 2)),
    0,
    'a shared row that is missing is no other row',
  )
  assert.deepEqual(pageBreak(['c', 'd'], before, 0), NO_BREAKS, 'a page with nothing new is an end')
})

test('pages share rows only where rows move, more the more of them do', () => {
  const after = (moved: number, breaks = 5) => ({ ...NO_BREAKS, breaks, moved })
  assert.equal(overlapFor(NO_BREAKS, PAGE), 0)
  assert.equal(overlapFor(after(0, 100), PAGE), 0)
  assert.equal(overlapFor(after(4, 4), PAGE), 0, 'four breaks tell too little')
  assert.equal(overlapFor(after(1), PAGE), 1)
  assert.equal(overlapFor(after(7), PAGE), 4)
  assert.equal(overlapFor(after(40), PAGE), 10, 'never more than half a page')
})

test('rows that still come again enlarge what pages share, and their absence lessens it', () => {
  const known = { ...NO_BREAKS, breaks: 5, moved: 7 }
  const later = (shared: number, unexpected: number) =>
    overlapFor(addBreaks(known, { ...NO_BREAKS, shared, unexpected }), PAGE)
  assert.ok(later(10, 6) > later(0, 0))
  assert.ok(later(50, 0) < later(0, 0))
  assert.equal(later(10_000, 0), 1, 'where rows were seen to move, pages always share one')
})
