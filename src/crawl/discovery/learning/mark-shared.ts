// Marks contacts that many sites have in common in the results that have them: they are likely those of an agency.
import { fieldsOf, isRecord, numberOr } from '#kit/unknown-values.ts'
import type { CompleteStep } from '#platform/jobs/job-engine.ts'
import type { DiscoverySettings } from '#crawl/discovery/model/discovery-settings.ts'
import { emailKey, phoneKey } from '#crawl/discovery/signals/read-signals.ts'
import { findShared } from './shared-contacts.ts'

/** Taken from the confidence of a shared contact. */
const SHARED_PENALTY = 0.4

/** Entries with a confidence, as contact enrichment answers them, get `shared: true` and lose confidence. */
export function markShared(deps: {
  readonly hash: (text: string) => string
  readonly settings: Pick<DiscoverySettings, 'sharedDomains'>
}): CompleteStep {
  const { hash, settings } = deps
  const hashOf = (field: 'emails' | 'phones', entry: unknown): string | null => {
    const { value, e164, confidence } = fieldsOf(entry)
    if (typeof confidence !== 'number') return null
    const text = field === 'emails' ? value : e164
    return typeof text === 'string' ? hash(field === 'emails' ? emailKey(text) : phoneKey(text)) : null
  }
  return async (reports, on) => {
    const hashes = reports.flatMap(({ result }) =>
      FIELDS.flatMap((field) => entriesOf(result, field).flatMap((entry) => hashOf(field, entry) ?? [])),
    )
    const shared = await findShared(on, hashes, settings.sharedDomains)
    if (shared.size === 0) return reports
    const marked = (field: 'emails' | 'phones', entry: unknown): unknown => {
      const key = hashOf(field, entry)
      if (!isRecord(entry) || key === null || !shared.has(key)) return entry
      const confidence = Math.max(0, numberOr(entry['confidence'], 0) - SHARED_PENALTY)
      return { ...entry, shared: true, confidence: Math.round(confidence * 100) / 100 }
    }
    return reports.map((report) => {
      const lists = FIELDS.flatMap((field) => {
        const entries = entriesOf(report.result, field)
        return entries.length === 0 ? [] : [[field, entries.map((entry) => marked(field, entry))] as const]
      })
      if (lists.length === 0) return report
      const result = fieldsOf(report.result)
      return {
        ...report,
        result: { ...result, data: { ...fieldsOf(result['data']), ...Object.fromEntries(lists) } },
      }
    })
  }
}

const FIELDS = ['emails', 'phones'] as const

function entriesOf(result: unknown, field: (typeof FIELDS)[number]): readonly unknown[] {
  const entries = fieldsOf(fieldsOf(result)['data'])[field]
  return Array.isArray(entries) ? entries : []
}
