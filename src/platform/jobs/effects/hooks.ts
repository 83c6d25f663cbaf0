// What other modules do in the transaction that ends a job.
import { isTerminal } from '#contract/job.ts'
import { REPORT_KINDS, type ReportKind, type RunReports } from '#contract/run-reports.ts'
import { formatId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { inSavepoint } from '#platform/db/queryable.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { recordOf, type MovedRow } from '#platform/jobs/model/job-row.ts'

/**
 * Runs inside the transaction that ends a job of this type, for every terminal state (see `job.state`). It may run
 * again when that transaction is repeated. When a worker reports an end, a throw undoes that end and the worker is
 * told. When the engine ends the job (cancel, time-out, lost worker, last child), a throw is logged and only the hook's
 * own writes are undone.
 */
export interface CompletionHook {
  readonly type: string | RegExp
  apply(tx: Queryable, job: JobRecord): Promise<void>
}

/** Stores something together with results, in the transaction that ends their jobs: nobody sees the end without it. */
export interface ResultStep {
  /** False when nothing can be there to store: statements that complete only such jobs need no transaction. */
  readonly mayStore: (jobId: string) => boolean
  /**
   * Once for all jobs that a statement completed; null when there is nothing to store. The function that the write
   * answers runs after the commit. When the write fails, only it is undone, and the jobs end all the same.
   */
  readonly prepare: (jobs: readonly JobRecord[]) => ((tx: Queryable) => Promise<() => void>) | null
}

/** The reports of one kind that came with the end of one run. */
export interface ReportedRun {
  /** As it stands after that end; the state may be `scheduled`, for a later attempt. */
  readonly job: JobRecord
  readonly entries: readonly unknown[]
}

/** Stores what workers learned, in the transaction that ends their runs: a report that is repeated counts once. */
export interface ReportStep {
  readonly kind: ReportKind
  /**
   * Once for all runs that a statement ended. The function that it answers runs after the commit. After an error only
   * its own rows are undone, and the runs end all the same. Rows are to be locked in one order.
   */
  readonly store: (tx: Queryable, runs: readonly ReportedRun[]) => Promise<() => void>
}

/** What is known of the runs of a transition, by stored uuid. */
export interface ReportedEnds {
  /** The result that a worker submitted. */
  readonly resultOf?: (id: string) => unknown
  /** The jobs that may end as succeeded. */
  readonly completed?: readonly string[]
  readonly reports?: ReadonlyMap<string, RunReports>
}

/** Runs transitions together with what others do in their transactions. */
export interface HookRunner {
  /** Whether something is done with the records of these jobs, by their stored uuids, when they succeed. */
  needsRecords(completed: readonly string[]): boolean
  /** Runs a transition that may end jobs, together with the hooks and steps. */
  reported(transition: (db: Queryable) => Promise<MovedRow[]>, ends: ReportedEnds): Promise<MovedRow[]>
  /** The same inside a transaction of the caller, who calls the answer after the commit. */
  reportedIn(tx: Queryable, rows: readonly MovedRow[], resultOf: (id: string) => unknown): Promise<() => void>
  /** The same for an end that no worker reported: a hook cannot stop it. */
  decided(transition: (db: Queryable) => Promise<MovedRow[]>): Promise<MovedRow[]>
}

/** Without hooks and results to store, a transition stays a single statement without a transaction. */
export function createHookRunner(deps: {
  readonly db: Database
  readonly log: Logger
  readonly hooks: readonly CompletionHook[]
  readonly withResults: ResultStep | undefined
  readonly withReports?: readonly ReportStep[] | undefined
}): HookRunner {
  const { db, log, hooks, withResults, withReports = [] } = deps
  const reportSteps = REPORT_KINDS.flatMap((kind) => withReports.filter((step) => step.kind === kind))

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
    await inSavepoint(tx, () => hook.apply(tx, job)).catch((error: unknown) =>
      log.error({ err: error, jobId: job.id, type: job.type }, 'a completion hook failed'),
    )
  }

  /** After an error of the step, the transaction goes on without its rows. */
  async function storing(
    tx: Queryable,
    what: string,
    write: (tx: Queryable) => Promise<() => void>,
  ): Promise<() => void> {
    try {
      return await inSavepoint(tx, () => write(tx))
    } catch (error) {
      log.error({ err: error }, `nothing was stored together with the ${what} of jobs`)
      return () => undefined
    }
  }

  async function store(
    tx: Queryable,
    rows: readonly MovedRow[],
    resultOf: (id: string) => unknown,
  ): Promise<() => void> {
    const completed = rows.filter(({ state }) => state === 'succeeded')
    const write = withResults?.prepare(completed.map((row) => recordOf(row, resultOf(row.id)))) ?? null
    return write === null ? () => undefined : storing(tx, 'results', write)
  }

  /** Only of runs that this transition ended: what comes a second time, or too late, counts for nothing. */
  async function storeReports(
    tx: Queryable,
    rows: readonly MovedRow[],
    reports: ReadonlyMap<string, RunReports>,
  ): Promise<(() => void)[]> {
    const afterCommit: (() => void)[] = []
    for (const { kind, store: storeRuns } of reportSteps) {
      const runs = rows.flatMap((row) => {
        const entries = reports.get(row.id)?.[kind] ?? []
        return entries.length === 0 ? [] : [{ job: recordOf(row), entries }]
      })
      if (runs.length > 0)
        afterCommit.push(await storing(tx, `${kind} reports`, async () => storeRuns(tx, runs)))
    }
    return afterCommit
  }

  async function inTransaction(
    tx: Queryable,
    rows: readonly MovedRow[],
    resultOf: (id: string) => unknown,
  ): Promise<() => void> {
    await applyAll(rows, resultOf, async (hook, job) => hook.apply(tx, job))
    return store(tx, rows, resultOf)
  }

  const needsRecords = (completed: readonly string[]): boolean =>
    hooks.length > 0 || completed.some((id) => withResults?.mayStore(formatId('job', id)) === true)

  return {
    needsRecords,
    async reported(transition, { resultOf = () => null, completed = [], reports = new Map() }) {
      if (reports.size === 0 && !needsRecords(completed)) return transition(db)
      const { rows, afterCommit } = await db.transaction(async (tx) => {
        const rows = await transition(tx)
        const stored = await inTransaction(tx, rows, resultOf)
        return { rows, afterCommit: [stored, ...(await storeReports(tx, rows, reports))] }
      })
      for (const run of afterCommit) run()
      return rows
    },
    reportedIn: inTransaction,
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
