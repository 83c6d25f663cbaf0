// One sighting of a contact on a page, and how sure several of them make us.

/** How a value was found. */
export const EVIDENCE_KINDS = [
  'jsonld',
  'microdata',
  'mailto',
  'tel',
  'link',
  'cfemail',
  'label',
  'obfuscated',
  'text',
  'form',
  'meta',
  'postal',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** Where on the page, and in which words. */
export interface Evidence {
  readonly kind: EvidenceKind
  /** What stood there, at most 120 characters. */
  readonly context: string
}

/** A value with all that speaks for it. */
export interface Supported<Value> {
  readonly value: Value
  readonly evidence: readonly Evidence[]
}

/** A value that was seen once. */
export const seenAs = <Value>(value: Value, kind: EvidenceKind, context: string): Supported<Value> => ({
  value,
  evidence: [{ kind, context }],
})

/** Sure each kind is by itself: what the page says to programs, what it lets people click, what only stands there. */
const WEIGHTS: Readonly<Record<EvidenceKind, number>> = {
  jsonld: 0.9,
  microdata: 0.85,
  mailto: 0.85,
  tel: 0.85,
  link: 0.85,
  cfemail: 0.8,
  label: 0.6,
  obfuscated: 0.5,
  text: 0.3,
  form: 0.85,
  meta: 0.6,
  postal: 0.6,
}
const MAX_CONTEXT = 120

/** Noisy-or over the kinds: each counts once, because a footer repeats itself on every page. */
export function confidenceOf(kinds: ReadonlySet<EvidenceKind>, bonus = 0): number {
  const wrong = [...kinds].reduce((product, kind) => product * (1 - WEIGHTS[kind]), 1)
  return Math.round(100 * Math.max(0.01, Math.min(0.99, 1 - wrong + bonus))) / 100
}

/** One line, cut. */
export const contextOf = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, MAX_CONTEXT)

/** Collects sightings by value, in the order in which the values were first seen. */
export function createSightings<Value>(keyOf: (value: Value) => string): {
  add(value: Value, evidence: Evidence): void
  all(): Supported<Value>[]
} {
  const byKey = new Map<string, { readonly value: Value; readonly evidence: Evidence[] }>()
  return {
    add(value, evidence) {
      const key = keyOf(value)
      const known = byKey.get(key)
      if (known === undefined) byKey.set(key, { value, evidence: [evidence] })
      else if (known.evidence.length < 20) known.evidence.push(evidence)
    },
    all: () => [...byKey.values()],
  }
}
