// Puts the values of several pages together: one entry for each value, with all of its sources.
import { confidenceOf, type EvidenceKind } from '#extractors/contact/page/evidence.ts'
import type { ContactField } from './findings.ts'
import type { PageFindings } from './read-page.ts'

/** Where a value was found. */
export interface Source {
  readonly url: string | null
  readonly evidence: EvidenceKind
  readonly context: string
}

interface Entry {
  readonly field: ContactField
  value: Readonly<Record<string, unknown>>
  readonly kinds: Set<EvidenceKind>
  readonly sources: Source[]
  bonus: number
}

/** The values of the pages so far. */
export interface MergedFindings {
  /** How many values of the page each asked field has, and how many of them are new. */
  add(
    url: string | null,
    page: Pick<PageFindings, 'findings' | 'isCut'>,
  ): { readonly found: Record<string, number>; readonly new: number }
  /** Whether each asked field has a value of at least `SURE`. */
  isSatisfied(): boolean
  /** Whether there were more values than are kept. */
  isCut(): boolean
  /** By asked field, the surest first. */
  all(): Record<string, object[]>
}

const SURE = 0.8
const MAX_SOURCES = 20
/** A page of a stranger may list any number of values. */
const MAX_VALUES = 2_000

/** Whether a value must not be shown, such as one that somebody opted out of. */
export type Suppressed = (field: ContactField, value: Readonly<Record<string, unknown>>) => boolean

/** Findings of other fields than `fields`, and those that are `suppressed`, are left out and not counted. */
export function mergeFindings(
  fields: readonly ContactField[],
  suppressed: Suppressed = () => false,
): MergedFindings {
  let isCut = false
  const entries = new Map<string, Entry>()
  const confidence = ({ kinds, bonus }: Entry): number => confidenceOf(kinds, bonus)
  return {
    add(url, { findings, isCut: isPageCut }) {
      isCut ||= isPageCut
      const found = Object.fromEntries(fields.map((field) => [field, 0]))
      let added = 0
      for (const { field, key, value, evidence, bonus } of findings) {
        if (!fields.includes(field) || suppressed(field, value)) continue
        found[field] = (found[field] ?? 0) + 1
        const name = `${field} ${key}`
        let entry = entries.get(name)
        if (entry === undefined) {
          if (entries.size >= MAX_VALUES) {
            isCut = true
            continue
          }
          entry = { field, value, kinds: new Set(), sources: [], bonus }
          entries.set(name, entry)
          added += 1
        }
        entry.value = completed(entry.value, value)
        entry.bonus = Math.max(entry.bonus, bonus)
        for (const { kind, context } of evidence) {
          entry.kinds.add(kind)
          if (entry.sources.length < MAX_SOURCES) entry.sources.push({ url, evidence: kind, context })
        }
      }
      return { found, new: added }
    },
    isSatisfied: () =>
      fields.every((field) =>
        [...entries.values()].some((entry) => entry.field === field && confidence(entry) >= SURE),
      ),
    isCut: () => isCut,
    all: () =>
      Object.fromEntries(
        fields.map((field) => [
          field,
          [...entries.values()]
            .filter((entry) => entry.field === field)
            .map((entry) => ({ ...entry.value, confidence: confidence(entry), sources: entry.sources }))
            .toSorted((a, b) => b.confidence - a.confidence),
        ]),
      ),
  }
}

/** A page that says more fills in what the ones before it did not say. */
function completed(
  known: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(known).map(([name, value]) => [
      name,
      value === null || value === false ? (more[name] ?? value) : value,
    ]),
  )
}
