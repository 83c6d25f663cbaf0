// Accept and Prefer, as sent by browsers, libraries and people.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { negotiate, negotiateEncoding } from './negotiate.ts'
import { MAX_WAIT_MS, parsePrefer } from '#platform/http/input/prefer.ts'

test('the form that fits Accept best is chosen, of equals the first', () => {
  const offered = ['application/json', 'text/csv', 'text/html'] as const
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['text/csv', 'text/csv'],
    ['TEXT/CSV;charset=utf-8', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/*;q=0.5, application/json;q=0.4', 'text/csv'],
    ['text/csv;q=0.1, application/json', 'application/json'],
    ['text/csv;q=0, */*', 'application/json'],
    ['application/json;q=0, text/*', 'text/csv'],
    ['image/png', 'application/json'],
    ['text/csv;q=nonsense', 'application/json'],
    ['text/csv;q=2', 'application/json'],
  ]
  for (const [accept, expected] of cases) assert.equal(negotiate(accept, offered), expected, String(accept))
})

test('of the encodings that are taken the first offered one is chosen, else none', () => {
  const cases: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['zstd', 'identity'],
    ['identity', 'identity'],
  ]
  for (const [accept, expected] of cases)
    assert.equal(negotiateEncoding(accept, ['br', 'gzip']), expected, String(accept))
})

test('preferences are read as the RFC writes them', () => {
  const cases: readonly (readonly [string | string[] | undefined, boolean, number | null])[] = [
    [undefined, false, null],
    ['respond-async', true, null],
    ['Respond-Async, WAIT=10', true, 10_000],
    ['wait=0', false, 0],
    ['wait="15"; x=1, respond-async', true, 15_000],
    ['wait=5, wait=9', false, 5_000],
    ['wait=999999', false, MAX_WAIT_MS],
    ['wait=-1', false, null],
    ['wait=1.5', false, null],
    ['wait', false, null],
    ['wait=', false, null],
    ['return=minimal, handling=lenient', false, null],
    [['respond-async', 'wait=3'], true, 3_000],
  ]
  for (const [header, respondAsync, waitMs] of cases) {
    assert.deepEqual(parsePrefer(header), { respondAsync, waitMs }, String(header))
  }
})

test('no header is too strange to read', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const { waitMs } = parsePrefer(header)
      negotiate(header, ['application/json', 'text/csv'])
      return waitMs === null || (waitMs >= 0 && waitMs <= MAX_WAIT_MS)
    }),
  )
})
