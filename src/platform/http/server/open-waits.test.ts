import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { FastifyReply } from 'fastify'
import { createOpenWaits } from './open-waits.ts'

/** The part of an answer that a wait uses. */
function answer() {
  const raw = Object.assign(new EventEmitter(), { destroyed: false })
  return { reply: { raw } as unknown as FastifyReply, raw }
}

test('a wait ends when its client goes away', () => {
  const waits = createOpenWaits()
  const { reply, raw } = answer()
  using wait = waits.open(reply)
  assert.equal(wait.signal.aborted, false)
  raw.emit('close')
  assert.equal(wait.signal.aborted, true)
  assert.equal(wait.clientGone(), true)
})

test('a client that had gone before is noticed at once', () => {
  const { reply, raw } = answer()
  raw.destroyed = true
  using wait = createOpenWaits().open(reply)
  assert.equal(wait.signal.aborted, true)
  assert.equal(wait.clientGone(), true)
})

test('a stop ends all waits, also later ones, and no client is taken for gone', () => {
  const waits = createOpenWaits()
  using first = waits.open(answer().reply)
  waits.stop()
  using second = waits.open(answer().reply)
  assert.deepEqual([first.signal.aborted, first.clientGone()], [true, false])
  assert.deepEqual([second.signal.aborted, second.clientGone()], [true, false])
})

test('a wait that is over listens no more', () => {
  const waits = createOpenWaits()
  const { reply, raw } = answer()
  {
    using wait = waits.open(reply)
    assert.equal(wait.clientGone(), false)
  }
  assert.equal(raw.listenerCount('close'), 0)
})
