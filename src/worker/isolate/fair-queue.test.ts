import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { createFairQueue, type DocumentOwner, type DocumentSize, type FairQueueLimits } from './fair-queue.ts'

const never = new AbortController().signal

/** Documents that hold their turns until `end` is called with their names. */
function queueOf(limits: Partial<FairQueueLimits> = {}) {
  const queue = createFairQueue({ children: 1, inputBytes: 100, ...limits })
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = async (
    name: string,
    owner: DocumentOwner,
    size: DocumentSize,
    signal: AbortSignal,
  ): Promise<void> => {
    using _ = await queue.turn(owner, size, signal)
    started.push(name)
    const { promise, resolve } = Promise.withResolvers<void>()
    ends.set(name, resolve)
    await promise
  }
  return {
    started,
    add: (name: string, owner: DocumentOwner, size: DocumentSize = { bytes: 1 }, signal = never) =>
      void work(name, owner, size, signal).catch(() => undefined),
    async end(name: string) {
      ends.get(name)?.()
      await setImmediate()
    },
    /** Ends each document as soon as it has begun. */
    async endAll() {
      for (let at = 0; at < started.length; at += 1) {
        ends.get(started[at] ?? '')?.()
        await setImmediate()
      }
    },
  }
}

test('a host with many jobs holds up the jobs of other hosts by one document each time', async () => {
  const { add, started, endAll } = queueOf()
  for (let n = 0; n < 4; n += 1) add(`flood ${n}`, { jobId: `job_${n}`, host: 'flood.test' })
  add('one', { jobId: 'job_a', host: 'good.test' })
  add('two', { jobId: 'job_b', host: 'good.test' })
  add('no host', { jobId: 'job_c', host: null })
  await setImmediate()
  await endAll()
  assert.deepEqual(started, ['flood 0', 'flood 1', 'one', 'no host', 'flood 2', 'two', 'flood 3'])
})

test('among the jobs of one host, a job with many documents holds up the others by one of them', async () => {
  const { add, started, endAll } = queueOf()
  for (let n = 0; n < 3; n += 1) add(`many ${n}`, { jobId: 'job_many', host: 'a.test' })
  add('alone', { jobId: 'job_one', host: 'a.test' })
  await setImmediate()
  await endAll()
  assert.deepEqual(started, ['many 0', 'many 1', 'alone', 'many 2'])
})

test('while large documents have all the turns, one small one at a time has a turn beside them', async () => {
  const { add, started, end } = queueOf({ children: 2 })
  const owner = (jobId: string): DocumentOwner => ({ jobId, host: `${jobId}.test` })
  const small = { bytes: 1, isSmall: true }
  const large = { bytes: 40 }
  for (const name of ['large 0', 'large 1', 'large 2']) add(name, owner(name), large)
  for (const name of ['small 0', 'small 1']) add(name, owner(name), small)
  await setImmediate()
  assert.deepEqual(started, ['large 0', 'large 1', 'small 0'])
  await end('small 0')
  assert.deepEqual(started.slice(3), ['small 1'])
  // It took no turn of the large ones.
  await end('large 0')
  assert.deepEqual(started.slice(4), ['large 2'])
})

test('where a small document has a turn of its own, no other one passes those before it', async () => {
  const { add, started, end } = queueOf({ children: 2 })
  add('small 0', { jobId: 'job_0' }, { bytes: 1, isSmall: true })
  for (const name of ['large 0', 'large 1']) add(name, { jobId: name }, { bytes: 40 })
  add('small 1', { jobId: 'job_1' }, { bytes: 1, isSmall: true })
  await setImmediate()
  assert.deepEqual(started, ['small 0', 'large 0'])
  await end('small 0')
  assert.deepEqual(started.slice(2), ['large 1', 'small 1'])
})

test('a document that leaves the line frees it for those behind, and its host is forgotten with it', async () => {
  const { add, started, end } = queueOf({ children: 2 })
  const stop = new AbortController()
  add('running', { jobId: 'job_0', host: 'a.test' }, { bytes: 60 })
  add('too large', { jobId: 'job_1', host: 'b.test' }, { bytes: 60 }, stop.signal)
  add('behind', { jobId: 'job_2', host: 'b.test' }, { bytes: 30 })
  await setImmediate()
  assert.deepEqual(started, ['running'])
  stop.abort(new Error('stopped'))
  await setImmediate()
  assert.deepEqual(started, ['running', 'behind'])
  await end('running')
  add('next', { jobId: 'job_3', host: 'b.test' }, { bytes: 60 })
  await setImmediate()
  assert.deepEqual(started.slice(2), ['next'])
})
