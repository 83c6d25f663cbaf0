// Collecting, bounds, keys, bisection and what a lost connection means.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { createBatcher } from './batcher.ts'

/** A run that answers each entry doubled and records its batches. `gate` holds it back until released. */
function recorder(fails: (entries: readonly number[]) => unknown = () => null) {
  const batches: number[][] = []
  const gates: (() => void)[] = []
  let held = false
  return {
    batches,
    hold: () => {
      held = true
    },
    release: () => {
      held = false
      for (const open of gates.splice(0)) open()
    },
    async run(entries: readonly number[]) {
      batches.push([...entries])
      if (held) await new Promise<void>((resolve) => gates.push(resolve))
      const error = fails(entries)
      if (error !== null) throw error
      return entries.map((n) => n * 2)
    },
  }
}

test('calls of one turn travel together, those during a statement with the next one', async () => {
  const record = recorder()
  const commit = createBatcher({ run: record.run, maxEntries: 100 })
  record.hold()
  const first = [1, 2, 3].map(commit.submit)
  await new Promise(setImmediate)
  const second = [4, 5].map(commit.submit)
  await new Promise(setImmediate)
  assert.deepEqual(record.batches, [[1, 2, 3]])
  record.release()
  assert.deepEqual(await Promise.all([...first, ...second]), [2, 4, 6, 8, 10])
  assert.deepEqual(record.batches, [
    [1, 2, 3],
    [4, 5],
  ])
})

test('a batch keeps its bounds, and an entry too heavy for any batch goes alone', async () => {
  const record = recorder()
  const commit = createBatcher({
    run: record.run,
    maxEntries: 3,
    weigh: (n) => n,
    maxWeight: 10,
  })
  assert.deepEqual(
    await Promise.all([1, 2, 3, 4, 5, 6, 50, 1].map(commit.submit)),
    [2, 4, 6, 8, 10, 12, 100, 2],
  )
  assert.deepEqual(record.batches, [[1, 2, 3], [4, 5], [6], [50], [1]])
})

test('entries with the same key never share a statement', async () => {
  const record = recorder()
  const commit = createBatcher({ run: record.run, maxEntries: 100, keyOf: (n) => String(n % 10) })
  await Promise.all([1, 11, 2, 21].map(commit.submit))
  assert.deepEqual(record.batches, [[1, 2], [11], [21]])
})

test('any number of entries may wait for a statement', async () => {
  const commit = createBatcher<number, number>({ run: async (entries) => entries, maxEntries: 50_000 })
  const outcomes = await Promise.all(Array.from({ length: 200_000 }, (_, n) => commit.submit(n)))
  assert.equal(outcomes.at(-1), 199_999)
})

test('a bad entry fails alone, found by halving', async () => {
  const bad = new Error('bad entry')
  const record = recorder((entries) => (entries.includes(13) ? bad : null))
  const commit = createBatcher({ run: record.run, maxEntries: 100 })
  const numbers = Array.from({ length: 40 }, (_, i) => i)
  const outcomes = await Promise.allSettled(numbers.map(commit.submit))
  for (const [n, outcome] of outcomes.entries()) {
    if (n === 13) assert.deepEqual(outcome, { status: 'rejected', reason: bad })
    else assert.deepEqual(outcome, { status: 'fulfilled', value: n * 2 })
  }
  assert.ok(record.batches.length < 16, `${record.batches.length} statements to find one of forty`)
})

test('an outcome that is an error rejects its entry only', async () => {
  const commit = createBatcher<number, number>({
    run: async (entries) => entries.map((n) => (n === 2 ? new Error('two') : n)),
    maxEntries: 100,
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map(commit.submit))
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
})

test('a lost database fails the whole batch at once', async () => {
  const record = recorder(() => new SurveyorError('storage_unavailable', 'away'))
  const commit = createBatcher({ run: record.run, maxEntries: 100 })
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(commit.submit))
  assert.ok(outcomes.every((outcome) => outcome.status === 'rejected'))
  assert.equal(record.batches.length, 1)
})

test('a deadlock is tried again as it was', async () => {
  let deadlocks = 2
  const record = recorder(() => {
    deadlocks -= 1
    return deadlocks < 0 ? null : Object.assign(new Error('deadlock detected'), { code: '40P01' })
  })
  const commit = createBatcher({ run: record.run, maxEntries: 100 })
  assert.deepEqual(await Promise.all([1, 2].map(commit.submit)), [2, 4])
  assert.deepEqual(record.batches, [
    [1, 2],
    [1, 2],
    [1, 2],
  ])
})

test('settled waits for what is on its way', async () => {
  const record = recorder()
  const commit = createBatcher({ run: record.run, maxEntries: 1 })
  let done = 0
  for (const n of [1, 2, 3]) {
    void commit.submit(n).then(() => {
      done += 1
    })
  }
  await commit.settled()
  assert.equal(done, 3)
})
