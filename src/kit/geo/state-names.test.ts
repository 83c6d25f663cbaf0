import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateNamed } from './state-names.ts'

test('a state is known by its code and by its name in the languages of its country', () => {
  assert.deepEqual(stateNamed('CA', 'bc'), { name: 'British Columbia', code: 'BC' })
  assert.deepEqual(stateNamed('CA', 'Colombie-Britannique'), { name: 'British Columbia', code: 'BC' })
  assert.equal(stateNamed('US', 'Pennsylvania')?.code, 'PA')
  assert.equal(stateNamed('DE', 'Bavaria')?.name, 'Bayern')
  for (const [country, text] of [
    ['US', 'BC'],
    ['CA', ''],
    ['ZZ', 'PA'],
    ['constructor', 'name'],
  ] as const) {
    assert.equal(stateNamed(country, text), null)
  }
})
