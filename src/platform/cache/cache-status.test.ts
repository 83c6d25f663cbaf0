import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cacheStatus } from './cache-status.ts'

test('the field says what happened, in the words of RFC 9211', () => {
  const none = { ageMs: null, maxAgeMs: 60_000 } as const
  for (const [report, expected] of [
    [{ status: 'hit', ageMs: 12_345, maxAgeMs: 60_000 }, 'surveyor; hit; ttl=47'],
    [{ ...none, status: 'miss', stored: true }, 'surveyor; fwd=miss; stored'],
    [{ ...none, status: 'miss', fresh: true }, 'surveyor; fwd=request'],
    [{ ...none, status: 'miss', stored: true, collapsed: true }, 'surveyor; fwd=miss; stored; collapsed'],
    [{ ...none, status: 'miss', detail: 'no-store' }, 'surveyor; fwd=miss; detail=no-store'],
    [{ status: 'revalidated', ageMs: 0, maxAgeMs: 60_000 }, 'surveyor; fwd=stale; fwd-status=304; ttl=60'],
    [{ status: 'stale', ageMs: 90_500, maxAgeMs: 60_000 }, 'surveyor; fwd=stale; ttl=-31'],
    [
      { status: 'bypass', ageMs: null, maxAgeMs: null, detail: 'credentials' },
      'surveyor; fwd=bypass; detail=credentials',
    ],
    // An unexpected status from a worker of another version must not break the field.
    [{ ...none, status: 'miss', detail: 'a "b"; c' }, 'surveyor; fwd=miss'],
  ] as const) {
    assert.equal(cacheStatus(report), expected)
  }
})
