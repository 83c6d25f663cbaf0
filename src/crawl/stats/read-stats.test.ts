import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JobEnds } from '#platform/jobs/stats/job-ends.ts'
import { errorCounts, jobFigures } from './read-stats.ts'

const end = (state: JobEnds['state'], count: number, rest: Partial<JobEnds> = {}): JobEnds => ({
  from: new Date(0),
  type: 'maps.search',
  state,
  code: null,
  durationMs: 100,
  count,
  ...rest,
})

test('nothing ended: counts are 0, and what they would say is not known', () => {
  const { ended, rates, durationMs } = jobFigures([])
  assert.equal(ended, 0)
  assert.deepEqual(rates, { success: null, blocked: null, empty: null, failed: null, expired: null })
  assert.deepEqual(durationMs, { p50: null, p95: null })
})

test('a wall is not a failure, and a cancelled job has no part in the rates', () => {
  const ends = [
    end('succeeded', 5),
    end('failed', 1, { code: 'target_blocked' }),
    end('dead', 1, { code: 'login_required' }),
    end('failed', 1, { code: 'empty_content' }),
    end('dead', 1, { code: 'target_timeout' }),
    end('expired', 1, { code: 'queue_timeout', durationMs: null }),
    end('cancelled', 10, { durationMs: null }),
  ]
  const { ended, outcomes, rates } = jobFigures(ends)
  assert.equal(ended, 20)
  assert.deepEqual(outcomes, { succeeded: 5, blocked: 2, empty: 1, failed: 1, expired: 1, cancelled: 10 })
  assert.deepEqual(rates, { success: 0.5, blocked: 0.2, empty: 0.1, failed: 0.1, expired: 0.1 })
})

test('quantiles are by nearest rank over all that ran', () => {
  const ends = [
    end('succeeded', 3, { durationMs: 400 }),
    end('succeeded', 94, { durationMs: 123.4 }),
    end('succeeded', 3, { durationMs: 5_678 }),
    end('cancelled', 900, { durationMs: null }),
  ]
  assert.deepEqual(jobFigures(ends).durationMs, { p50: 120, p95: 400 })
})

test('codes of errors, most frequent first', () => {
  const ends = [
    end('failed', 2, { code: 'b' }),
    end('failed', 2, { code: 'a' }),
    end('dead', 3, { code: 'c' }),
  ]
  assert.deepEqual(errorCounts(ends, 2), [
    { code: 'c', count: 3 },
    { code: 'a', count: 2 },
  ])
})
