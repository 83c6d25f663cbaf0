import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from './findings.ts'
import { mergeFindings } from './merge-findings.ts'

const email = (value: string): Finding => ({
  field: 'emails',
  key: value,
  value: { value },
  evidence: [{ kind: 'mailto', context: value }],
  bonus: 0,
})

test('suppressed values are neither shown nor counted, and satisfy no field', () => {
  const merged = mergeFindings(
    ['emails'],
    (field, value) => field === 'emails' && value['value'] === 'a@firma-b.de',
  )
  const page = { findings: [email('a@firma-b.de')], isCut: false }
  assert.deepEqual(merged.add(null, page), { found: { emails: 0 }, new: 0 })
  assert.equal(merged.isSatisfied(), false)
  const both = { findings: [email('a@firma-b.de'), email('b@firma-b.de')], isCut: false }
  assert.deepEqual(merged.add(null, both), { found: { emails: 1 }, new: 1 })
  assert.deepEqual(
    merged.all()['emails']?.map((each) => Object(each).value),
    ['b@firma-b.de'],
  )
})
