// Collects what one run finds out, within bounds: it must never cost the result that it travels with.
import { MAX_REPORTS, type ReportKind, type RunReports } from '#contract/run-reports.ts'
import type { Logger } from '#platform/telemetry/logger.ts'

/** The reports of one run. */
export interface ReportCollector {
  /** Never throws. What is no JSON value, or beyond the bounds, is left out. */
  add(kind: ReportKind, entry: unknown): void
  /** Null without entries. */
  readonly collected: RunReports | null
}

/** Of all kinds together. */
const MAX_BYTES = 262_144

/** Entries are copied when they are added. */
export function createReportCollector(log: Logger): ReportCollector {
  const entries = new Map<ReportKind, unknown[]>()
  let bytes = 0
  return {
    add(kind, entry) {
      try {
        const text = JSON.stringify(entry)
        const known = entries.get(kind) ?? []
        if (known.length >= MAX_REPORTS[kind] || bytes + text.length > MAX_BYTES) return
        bytes += text.length
        entries.set(kind, [...known, JSON.parse(text)])
      } catch (error) {
        log.error({ err: error, kind }, 'a report of a run is not JSON')
      }
    },
    get collected() {
      return entries.size === 0 ? null : Object.fromEntries(entries)
    },
  }
}

/** The reports of these kinds; null: none. */
export function reportsOfKinds(
  reports: RunReports | undefined,
  kinds: readonly ReportKind[],
): RunReports | null {
  const taken = kinds.flatMap((kind) => {
    const entries = reports?.[kind] ?? []
    return entries.length === 0 ? [] : [[kind, entries] as const]
  })
  return taken.length === 0 ? null : Object.fromEntries(taken)
}
