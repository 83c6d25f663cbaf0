import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classifySearch, type CellCounts } from './classify-search.ts'

const cellCounts = (known: Partial<CellCounts>): CellCounts => ({
  state: 'done',
  cutCode: null,
  saturated: false,
  partial: false,
  repeated: false,
  missed: false,
  unseenRows: 0,
  count: 1,
  partialReason: null,
  errorDetail: null,
  ...known,
})
const FAILED = cellCounts({ state: 'failed', errorDetail: 'A wall.', count: 2 })

test('a search that ran out of time says what it waited for', () => {
  const cut = [cellCounts({ state: 'cut', cutCode: 'budget_seconds' })]
  const details = (waitedFor: string | null) =>
    classifySearch(cut, { waitedFor, cutArea: null }).reasons.map(({ detail }) => detail)
  assert.deepEqual(details(null), ['The search has run for as long as its budget allows.'])
  assert.deepEqual(details('a.test has no free slot.'), [
    'The search has run for as long as its budget allows. At its end it waited: a.test has no free slot.',
  ])
})

test('a search is what its cells came to', () => {
  const cases: [CellCounts[], string, [string, number][]][] = [
    [[cellCounts({ count: 9 })], 'succeeded', []],
    [
      [cellCounts({}), cellCounts({ state: 'cut', cutCode: 'limit_reached', count: 3 })],
      'succeeded',
      [['limit_reached', 3]],
    ],
    [
      [cellCounts({ repeated: true, count: 4 }), cellCounts({})],
      'partially_succeeded',
      [['rows_repeated', 4]],
    ],
    [[cellCounts({ missed: true, count: 2 })], 'partially_succeeded', [['rows_missing', 2]]],
    // Where rows moved on the pages of a split cell, they may have moved unseen on those of its parts.
    [
      [cellCounts({ state: 'split', repeated: true }), cellCounts({})],
      'partially_succeeded',
      [['rows_repeated', 1]],
    ],
    [
      [cellCounts({ state: 'split', repeated: true }), FAILED],
      'failed',
      [
        ['cell_failed', 2],
        ['rows_repeated', 1],
      ],
    ],
    // What a failed cell showed says nothing: it is searched again.
    [
      [cellCounts({ state: 'failed', repeated: true }), cellCounts({})],
      'partially_succeeded',
      [['cell_failed', 1]],
    ],
    [[cellCounts({ cutCode: 'no_data' })], 'partially_succeeded', [['no_data', 1]]],
    [[cellCounts({ cutCode: 'no_data' }), cellCounts({})], 'succeeded', []],
    [
      [cellCounts({}), cellCounts({ state: 'cut', cutCode: 'budget_seconds' })],
      'partially_succeeded',
      [['budget_seconds', 1]],
    ],
    [[cellCounts({}), FAILED], 'partially_succeeded', [['cell_failed', 2]]],
    [[FAILED], 'failed', [['cell_failed', 2]]],
    [
      [FAILED, cellCounts({ state: 'cut', cutCode: 'limit_reached' })],
      'partially_succeeded',
      [
        ['limit_reached', 1],
        ['cell_failed', 2],
      ],
    ],
    [[cellCounts({ saturated: true, count: 4 })], 'partially_succeeded', [['cell_saturated', 4]]],
    [
      [cellCounts({ partial: true, partialReason: 'timed out' }), cellCounts({})],
      'partially_succeeded',
      [['provider_partial', 1]],
    ],
    [
      [cellCounts({ state: 'cut', cutCode: 'cancelled' }), FAILED],
      'cancelled',
      [
        ['cancelled', 1],
        ['cell_failed', 2],
      ],
    ],
  ]
  for (const [counted, status, reasons] of cases) {
    const verdict = classifySearch(counted)
    assert.equal(verdict.status, status, JSON.stringify(counted))
    assert.deepEqual(
      verdict.reasons.map(({ code, count }) => [code, count]),
      reasons,
    )
  }
})

test('a reason says what went wrong', () => {
  const { reasons } = classifySearch([
    FAILED,
    cellCounts({ partial: true, partialReason: 'timed out' }),
    cellCounts({ repeated: true, unseenRows: 3 }),
    cellCounts({ state: 'split', repeated: true, unseenRows: 7 }),
  ])
  assert.match(reasons[0]?.detail ?? '', /A wall/)
  assert.equal(reasons[1]?.detail, 'timed out')
  assert.match(reasons[2]?.detail ?? '', /about 3 of them/)
})

test('a provider that holds a part of the area alone makes the search incomplete, however its cells end', () => {
  const { status, reasons } = classifySearch([cellCounts({ count: 3 })], {
    waitedFor: null,
    cutArea: 'The border cuts it.',
  })
  assert.equal(status, 'partially_succeeded')
  assert.deepEqual(reasons, [{ code: 'provider_partial', detail: 'The border cuts it.', count: 3 }])
})
