// The reports that come with the end of a run: each kind has one owner, which checks the entries and stores them.
import type { TSchema } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { REPORT_KINDS, type ReportKind, type RunReports } from '#contract/run-reports.ts'
import type { Queryable } from '#platform/db/database.ts'
import type { JobRecord, ReportStep } from '#platform/jobs/job-engine.ts'

/** The owner of a kind: `reportTaker` makes one. */
export interface ReportTaker {
  readonly step: ReportStep
  fits(entry: unknown): boolean
}

/** The kinds that have an owner. */
export interface RunReportTakers {
  readonly kinds: readonly ReportKind[]
  /** The entries that are not taken; `pointer` is the place of the reports in the request. */
  problems(reports: RunReports | undefined, pointer: string): FieldProblem[]
}

/** The entries of one run that fit. */
export interface TakenReports<T> {
  readonly job: JobRecord
  readonly entries: readonly T[]
}

/**
 * Stores the entries of `kind` in the transaction that ends their runs; see `ReportStep`. `parse` answers null for what is
 * no entry of this kind.
 */
export function reportTaker<T>(
  kind: ReportKind,
  parse: (entry: unknown) => T | null,
  store: (tx: Queryable, runs: readonly TakenReports<T>[]) => Promise<() => void>,
): ReportTaker {
  return {
    fits: (entry) => parse(entry) !== null,
    step: {
      kind,
      store: async (tx, runs) =>
        store(
          tx,
          runs.map(({ job, entries }) => ({ job, entries: entries.flatMap((entry) => parse(entry) ?? []) })),
        ),
    },
  }
}

/** `parse` of a `reportTaker` whose entries are what a schema says. */
export function entryOf<S extends TSchema>(schema: S) {
  const shape = lazyShape(schema)
  return (entry: unknown) => (shape.Check(entry) ? entry : null)
}

/** What the routes know of the takers. */
export function createRunReports(takers: readonly ReportTaker[]): RunReportTakers {
  const byKind = new Map(takers.map((taker) => [taker.step.kind, taker]))
  return {
    kinds: REPORT_KINDS.filter((kind) => byKind.has(kind)),
    problems(reports, pointer) {
      if (reports === undefined) return []
      return REPORT_KINDS.flatMap((kind) => {
        const entries = reports[kind] ?? []
        const taker = byKind.get(kind)
        if (taker === undefined) return entries.length === 0 ? [] : [notTaken(`${pointer}/${kind}`, kind)]
        return entries.flatMap((entry, at) => (taker.fits(entry) ? [] : [wrong(`${pointer}/${kind}/${at}`)]))
      })
    },
  }
}

const notTaken = (pointer: string, kind: ReportKind): FieldProblem => ({
  pointer,
  code: 'not_taken',
  detail: `This crawl takes no reports of the kind \`${kind}\`.`,
})

const wrong = (pointer: string): FieldProblem => ({
  pointer,
  code: 'no_form_fits',
  detail: 'Is not a valid entry.',
})
