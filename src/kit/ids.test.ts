import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstUuidV7At, formatId, newId, parseId, uuidV7 } from './ids.ts'

test('a uuid is version 7, variant 10, and carries its time', () => {
  const before = Date.now()
  const id = uuidV7()
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  assert.ok(ms >= before && ms <= Date.now() + 1, id)
})

test('ids made later sort later, also within a millisecond, and none repeats', () => {
  const ids = Array.from({ length: 20_000 }, uuidV7)
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('the first id of a moment stands between those made before and after it', () => {
  assert.equal(firstUuidV7At(0x0192_0000_0000), '01920000-0000-7000-8000-000000000000')
  const id = uuidV7()
  const ms = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  assert.ok(firstUuidV7At(ms) <= id && id < firstUuidV7At(ms + 1))
})

test('a wire id parses only under its own prefix', () => {
  const id = newId('job')
  const uuid = parseId('job', id)
  assert.ok(uuid !== null)
  assert.equal(formatId('job', uuid), id)
  assert.equal(parseId('plc', id), null)
  assert.equal(parseId('job', 'job_../../etc/passwd'), null)
  assert.equal(parseId('job', `${id}0`), null)
  assert.equal(parseId('job', ''), null)
})
