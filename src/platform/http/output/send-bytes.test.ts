import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wantedRange } from './send-bytes.ts'

const ETAG = '"abc"'
const of = (range: string | undefined, bytes = 1_000, ifRange?: string) =>
  wantedRange(
    {
      ...(range === undefined ? {} : { range }),
      ...(ifRange === undefined ? {} : { 'if-range': ifRange }),
    },
    bytes,
    ETAG,
  )

test('a range is what RFC 9110 makes of it', () => {
  const cases: readonly [string | undefined, ReturnType<typeof of>][] = [
    [undefined, 'whole'],
    ['bytes=0-499', { first: 0, last: 499 }],
    ['bytes=500-', { first: 500, last: 999 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=999-999', { first: 999, last: 999 }],
    ['bytes=999-5000', { first: 999, last: 999 }],
    ['bytes=-1', { first: 999, last: 999 }],
    ['bytes=-5000', { first: 0, last: 999 }],
    ['Bytes = 0 - 9', { first: 0, last: 9 }],
    ['bytes=1000-', 'none'],
    ['bytes=1000-2000', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=9-3', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['bytes=a-b', 'whole'],
    ['bytes=0-99999999999999999999', 'whole'],
    ['lines=0-4', 'whole'],
    ['', 'whole'],
  ]
  for (const [range, expected] of cases) assert.deepEqual(of(range), expected, String(range))
  assert.deepEqual(of('bytes=0-', 0), 'none')
  assert.deepEqual(of('bytes=-5', 0), 'none')
})

test('If-Range lets a range count only for the content it was begun with', () => {
  assert.deepEqual(of('bytes=0-4', 10, ETAG), { first: 0, last: 4 })
  for (const other of ['"abd"', 'W/"abc"', 'Sat, 21 Nov 2026 09:00:00 GMT']) {
    assert.deepEqual(of('bytes=0-4', 10, other), 'whole', other)
  }
})
