// The measured queues, each set up for throughput as its own documentation shows it; a Contestant of bench/jobs each.
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import pg from 'pg'
import { PgBoss } from 'pg-boss'

const QUEUE = 'bench-job'
const IDLE = 'bench-idle'
const CONNECTIONS = 10

/** Like `Promise.withResolvers` in sequence: each start of the idle task resolves the waiting promise. */
function createStarts() {
  let started = () => {}
  return {
    next: () => {
      const { promise, resolve } = Promise.withResolvers()
      started = resolve
      return promise
    },
    note: async () => started(performance.now()),
  }
}

/**
 * Errors of idle connections end the benchmark until the answered function is called. After that they are expected: a pool
 * that has ended may still be closing connections when its server stops.
 */
function expectNoErrors(pool) {
  let isEnding = false
  pool.on('error', (error) => {
    if (!isEnding) throw error
  })
  return () => {
    isEnding = true
  }
}

function openPool(url) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  const expectErrors = expectNoErrors(pool)
  // Of a connection in use: its statement fails with the same error. Without this graphile-worker warns.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    pool,
    async close() {
      expectErrors()
      await pool.end()
    },
  }
}

export async function startPgBoss(url) {
  const boss = new PgBoss({ connectionString: url, max: CONNECTIONS, useListenNotify: true })
  const expectErrors = expectNoErrors(boss)
  await boss.start()
  await boss.createQueue(QUEUE)
  await boss.createQueue(IDLE, { notify: true })
  const starts = createStarts()
  await boss.work(IDLE, starts.note)
  const input = (n) => ({ url: `https://example.org/${n}` })
  return {
    name: 'pg-boss, in process, fetched and completed in batches',
    enqueue: async (n) => void (await boss.send(QUEUE, input(n))),
    enqueueMany: async (numbers) =>
      void (await boss.insert(
        QUEUE,
        numbers.map((n) => ({ data: input(n) })),
      )),
    async process(jobs, concurrency) {
      let left = jobs
      const batch = Math.ceil(concurrency / 2)
      const loop = async () => {
        while (left > 0) {
          const batchSize = Math.min(batch, left)
          left -= batchSize
          const fetched = await boss.fetch(QUEUE, { batchSize })
          if (fetched.length < batchSize) throw new Error('There was no job to run.')
          await boss.complete(
            QUEUE,
            fetched.map(({ id }) => id),
          )
        }
      }
      await Promise.all(Array.from({ length: Math.min(2, concurrency) }, loop))
      return jobs
    },
    async idleToStart() {
      const starting = starts.next()
      const enqueuedAt = performance.now()
      await boss.send(IDLE, input(0))
      return (await starting) - enqueuedAt
    },
    async [Symbol.asyncDispose]() {
      expectErrors()
      await boss.stop({ graceful: false })
    },
  }
}

export async function startGraphileWorker(url) {
  const logger = new Logger(() => () => {})
  const { pool, close } = openPool(url)
  const utils = await makeWorkerUtils({ pgPool: pool, logger })
  await utils.migrate()
  const starts = createStarts()
  const idlePool = openPool(url)
  const idle = await run({
    pgPool: idlePool.pool,
    logger,
    noHandleSignals: true,
    taskList: { [IDLE]: starts.note },
  })
  const spec = (n) => ({ identifier: QUEUE, payload: { url: `https://example.org/${n}` } })
  return {
    name: 'graphile-worker, in process, with its local queue',
    enqueue: async (n) => void (await utils.addJob(QUEUE, spec(n).payload)),
    enqueueMany: async (numbers) => void (await utils.addJobs(numbers.map(spec))),
    async process(jobs, concurrency) {
      const { promise, resolve } = Promise.withResolvers()
      let done = 0
      const count = async () => {
        done += 1
        if (done >= jobs) resolve()
      }
      const own = openPool(url)
      const runner = await run({
        pgPool: own.pool,
        logger,
        concurrency,
        noHandleSignals: true,
        taskList: { [QUEUE]: count },
        preset: { worker: { localQueue: { size: concurrency + 1 } } },
      })
      await promise
      await runner.stop()
      await own.close()
      return done
    },
    async idleToStart() {
      const starting = starts.next()
      const enqueuedAt = performance.now()
      await utils.addJob(IDLE, {})
      return (await starting) - enqueuedAt
    },
    async [Symbol.asyncDispose]() {
      await idle.stop()
      await idlePool.close()
      await utils.release()
      await close()
    },
  }
}
