import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { createRunReports, entryOf, reportTaker } from './run-reports.ts'

const taker = reportTaker('cdn', entryOf(Type.Object({ url: Type.String() })), async () => () => undefined)

test('each entry is checked alone, and a kind without an owner is refused as a whole', () => {
  const { kinds, problems } = createRunReports([taker])
  assert.deepEqual(kinds, ['cdn'])
  assert.deepEqual(problems(undefined, '/reports'), [])
  const refused = problems({ cdn: [{ url: 'a' }, { url: 1 }, null], signals: [{}], proxies: [] }, '/reports')
  assert.deepEqual(
    refused.map(({ pointer, code }) => [pointer, code]),
    [
      ['/reports/cdn/1', 'no_form_fits'],
      ['/reports/cdn/2', 'no_form_fits'],
      ['/reports/signals', 'not_taken'],
    ],
  )
})
