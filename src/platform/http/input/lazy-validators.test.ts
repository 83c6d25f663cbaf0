import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimestamp } from './lazy-validators.ts'

test('only times that Date and PostgreSQL both know', () => {
  for (const text of [
    '2026-11-21T09:00:00Z',
    '2024-02-29T23:59:59.123456+14:00',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-11-21t09:00:00z',
  ]) {
    assert.ok(isTimestamp(text), text)
  }
  for (const text of [
    '2016-12-31T23:59:60Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '2026-01-01T24:00:01Z',
    '2026-01-01',
    '2026-01-01T00:00:00',
    '+012026-01-01T00:00:00Z',
    'yesterday',
    '',
  ]) {
    assert.ok(!isTimestamp(text), text)
  }
})
