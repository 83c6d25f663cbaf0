// Lends an open database to one test after the other: opening connections, and warming up what PostgreSQL keeps for each of
// them, took more time than most tests.
import { setTimeout as sleep } from 'node:timers/promises'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Database } from '#platform/db/database.ts'
import type { Queryable } from '#platform/db/queryable.ts'

export interface LentDatabase {
  readonly db: Database
  /**
   * From now on `db` answers `storage_unavailable`, as a closed one does. What still runs on it is waited for; false when it
   * takes long.
   */
  giveBack(): Promise<boolean>
}

/** A statement that nobody waits for takes milliseconds; one that waits for a lock of its test never ends. */
const MAX_WAIT_MS = 2_000

/** `db.listen` and everything else of the borrower ends with `giveBack`; the connections stay open. */
export function lendDatabase(db: Database): LentDatabase {
  let isOver = false
  let running = 0
  /** Called when nothing runs any more. */
  let onIdle = (): void => undefined
  const listening: (() => Promise<void>)[] = []
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isOver) throw new SurveyorError('storage_unavailable', 'The database is closed: the test is over.')
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      if (running === 0) onIdle()
    }
  }
  const giveBack = async (): Promise<boolean> => {
    isOver = true
    const idle = new Promise<boolean>((resolve) => {
      onIdle = () => resolve(true)
      if (running === 0) onIdle()
    })
    await Promise.all(listening.splice(0).map(async (stop) => stop()))
    return Promise.race([idle, sleep(MAX_WAIT_MS, false, { ref: false })])
  }
  return {
    giveBack,
    db: {
      schema: db.schema,
      query: async <Row extends object>(statement: Parameters<Queryable['query']>[0]) =>
        during(async () => db.query<Row>(statement)),
      execute: async (statement) => during(async () => db.execute(statement)),
      transaction: async (work) => during(async () => db.transaction(work)),
      async listen(channel, onNotify) {
        const stop = await during(async () => db.listen(channel, onNotify))
        listening.push(stop)
        return stop
      },
      notify: async (channel, payload) => during(async () => db.notify(channel, payload)),
      async [Symbol.asyncDispose]() {
        await giveBack()
      },
    },
  }
}
