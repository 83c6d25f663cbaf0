// The growth of a pool: who gets a connection at once, who waits for one, and who has another one opened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitGrowth } from './pool-growth.ts'

/** A pool that opens a connection for each one who may ask for it and finds none free. */
function countedPool() {
  const pool = { totalCount: 0 }
  const turn = limitGrowth(pool)
  let taken = 0
  return {
    pool,
    async take() {
      const giveBack = await turn()
      taken += 1
      pool.totalCount = Math.max(pool.totalCount, taken)
      return () => {
        taken -= 1
        giveBack()
      }
    },
  }
}

test('many short statements at once share two connections, first come first served', async () => {
  const { pool, take } = countedPool()
  const order: number[] = []
  await Promise.all(
    Array.from({ length: 50 }, async (_, at) => {
      const giveBack = await take()
      order.push(at)
      giveBack()
    }),
  )
  assert.equal(pool.totalCount, 2)
  assert.deepEqual(
    order,
    order.map((_, at) => at),
  )
})

test('for those who wait long others are opened, which are free later on', async () => {
  const { pool, take } = countedPool()
  const held = await Promise.all(Array.from({ length: 5 }, take))
  assert.equal(pool.totalCount, 5)
  for (const giveBack of held) giveBack()
  // In turn, so that none of them waits for another one.
  const again = [await take(), await take(), await take(), await take(), await take()]
  assert.equal(pool.totalCount, 5)
  for (const giveBack of again) giveBack()
})

test('a connection that was lost in use is not counted as free', async () => {
  const { pool, take } = countedPool()
  const held = await Promise.all(Array.from({ length: 3 }, take))
  pool.totalCount = 0
  const waiting = take()
  const isAdmitted = async () => Promise.race([waiting.then(() => true), Promise.resolve(false)])
  held[0]?.()
  await Promise.resolve()
  assert.equal(await isAdmitted(), false)
  held[1]?.()
  assert.equal(typeof (await waiting), 'function')
})
