import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeSearch, type CellTally } from './judge-search.ts'

const tally = (known: Partial<CellTally>): CellTally => ({
  state: 'done',
  cutCode: null,
  saturated: false,
  partial: false,
  count: 1,
  partialReason: null,
  errorDetail: null,
  ...known,
})
const FAILED = tally({ state: 'failed', errorDetail: 'A wall.', count: 2 })

test('a search is what its cells came to', () => {
  const cases: [CellTally[], string, [string, number][]][] = [
    [[tally({ count: 9 })], 'succeeded', []],
    [
      [tally({}), tally({ state: 'cut', cutCode: 'limit_reached', count: 3 })],
      'succeeded',
      [['limit_reached', 3]],
    ],
    [[tally({ cutCode: 'no_data' })], 'partially_succeeded', [['no_data', 1]]],
    [[tally({ cutCode: 'no_data' }), tally({})], 'succeeded', []],
    [
      [tally({}), tally({ state: 'cut', cutCode: 'budget_seconds' })],
      'partially_succeeded',
      [['budget_seconds', 1]],
    ],
    [[tally({}), FAILED], 'partially_succeeded', [['cell_failed', 2]]],
    [[FAILED], 'failed', [['cell_failed', 2]]],
    [
      [FAILED, tally({ state: 'cut', cutCode: 'limit_reached' })],
      'partially_succeeded',
      [
        ['limit_reached', 1],
        ['cell_failed', 2],
      ],
    ],
    [[tally({ saturated: true, count: 4 })], 'partially_succeeded', [['cell_saturated', 4]]],
    [
      [tally({ partial: true, partialReason: 'timed out' }), tally({})],
      'partially_succeeded',
      [['provider_partial', 1]],
    ],
    [
      [tally({ state: 'cut', cutCode: 'cancelled' }), FAILED],
      'cancelled',
      [
        ['cancelled', 1],
        ['cell_failed', 2],
      ],
    ],
  ]
  for (const [tallies, status, reasons] of cases) {
    const verdict = judgeSearch(tallies)
    assert.equal(verdict.status, status, JSON.stringify(tallies))
    assert.deepEqual(
      verdict.reasons.map(({ code, count }) => [code, count]),
      reasons,
    )
  }
})

test('a reason says what went wrong', () => {
  const { reasons } = judgeSearch([FAILED, tally({ partial: true, partialReason: 'timed out' })])
  assert.match(reasons[0]?.detail ?? '', /A wall/)
  assert.equal(reasons[1]?.detail, 'timed out')
})
