import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurns } from './turns.ts'

test('never more than so many at the same time, in the order they came, whatever fails', async () => {
  const inTurn = createTurns(2)
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const ended = gates.map(async (gate, n) =>
    inTurn(async () => {
      begun.push(n)
      await gate.promise
      return n
    }),
  )
  const passed = async () => new Promise((resolve) => setImmediate(resolve))
  await passed()
  assert.deepEqual(begun, [0, 1])
  gates[1]?.reject(new Error('failed'))
  await assert.rejects(async () => ended[1])
  await passed()
  assert.deepEqual(begun, [0, 1, 2])
  for (const gate of gates) gate.resolve()
  assert.deepEqual(await Promise.all([ended[0], ended[2], ended[3], ended[4]]), [0, 2, 3, 4])
  assert.deepEqual(begun, [0, 1, 2, 3, 4])
})
