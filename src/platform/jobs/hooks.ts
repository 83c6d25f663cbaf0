// What other parts do in the transaction that ends a job.
import { isTerminal } from '#contract/job.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { JobRecord } from './job-record.ts'
import { recordOf, type MovedRow } from './job-row.ts'

/**
 * Runs inside the transaction that ends a job of this type, for every terminal state (look at `job.state`); it may run
 * again when that transaction is repeated. A throw while a worker reports an end undoes that end, and the worker hears
 * of it; where the engine ends the job (cancel, time-out, lost worker, last child) the throw is logged and only the
 * hook's own writes are undone.
 */
export interface CompletionHook {
  readonly type: string | RegExp
  apply(tx: Queryable, job: JobRecord): Promise<void>
}

export interface HookRunner {
  /** Runs a transition that may end jobs, and the hooks with it. `resultOf` is what a worker handed in for a job. */
  reported(
    transition: (db: Queryable) => Promise<MovedRow[]>,
    resultOf: (id: string) => unknown,
  ): Promise<MovedRow[]>
  /** The same inside a transaction of the caller. */
  reportedIn(tx: Queryable, rows: readonly MovedRow[], resultOf: (id: string) => unknown): Promise<void>
  /** The same for an end that no worker reported: no hook can stop it. */
  decided(transition: (db: Queryable) => Promise<MovedRow[]>): Promise<MovedRow[]>
}

export function createHookRunner(deps: {
  readonly db: Database
  readonly log: Logger
  readonly hooks: readonly CompletionHook[]
}): HookRunner {
  const { db, log, hooks } = deps

  const hooksOf = (type: string) =>
    hooks.filter((hook) => (typeof hook.type === 'string' ? hook.type === type : hook.type.test(type)))

  async function applyAll(
    rows: readonly MovedRow[],
    resultOf: (id: string) => unknown,
    apply: (hook: CompletionHook, job: JobRecord) => Promise<void>,
  ): Promise<void> {
    for (const row of rows) {
      if (!isTerminal(row.state)) continue
      for (const hook of hooksOf(row.type)) await apply(hook, recordOf(row, resultOf(row.id)))
    }
  }

  async function applyGuarded(tx: Queryable, hook: CompletionHook, job: JobRecord): Promise<void> {
    await tx.execute(sql`savepoint hook`)
    try {
      await hook.apply(tx, job)
      await tx.execute(sql`release savepoint hook`)
    } catch (error) {
      await tx.execute(sql`rollback to savepoint hook`)
      log.error({ err: error, jobId: job.id, type: job.type }, 'a completion hook failed')
    }
  }

  return {
    async reported(transition, resultOf) {
      if (hooks.length === 0) return transition(db)
      return db.transaction(async (tx) => {
        const rows = await transition(tx)
        await applyAll(rows, resultOf, async (hook, job) => hook.apply(tx, job))
        return rows
      })
    },
    async reportedIn(tx, rows, resultOf) {
      await applyAll(rows, resultOf, async (hook, job) => hook.apply(tx, job))
    },
    async decided(transition) {
      if (hooks.length === 0) return transition(db)
      return db.transaction(async (tx) => {
        const rows = await transition(tx)
        await applyAll(
          rows,
          () => null,
          async (hook, job) => applyGuarded(tx, hook, job),
        )
        return rows
      })
    },
  }
}
