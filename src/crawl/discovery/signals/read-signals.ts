// Reads the signals of one call: each is taken or rejected alone, and becomes the row that is kept of it.
import { lazyShape } from '#contract/lazy-shape.ts'
import { Signal, type LinkedTemplates, type SignalsAnswer } from '#contract/crawl/discovery/signal.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { pointerStep } from '#kit/json-pointer.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { anchorTemplate, pathTemplate } from '#kit/url/path-template.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { explainInvalid } from '#platform/http/input/explain-invalid.ts'
import { asSchema } from '#platform/http/input/json-schema.ts'

/** A signal as it is kept: no query, and contacts as keyed hashes only. */
export interface SignalRow {
  readonly signalId: string
  readonly type: Signal['type']
  readonly url: string
  readonly host: string
  readonly domain: string
  readonly template: string | null
  readonly anchor: string | null
  /** `und` where it is not known. */
  readonly language: string
  readonly chosenBy: string | null
  /** What a first page links; null where it does not say. */
  readonly linked: LinkedTemplates | null
  /** Of which something was found. */
  readonly fields: readonly string[]
  readonly isNew: boolean
  readonly contacts: readonly string[]
  readonly jobId: string | null
  readonly observedAt: Date
}

/** What could be read, and what could not. */
export interface ReadSignals {
  readonly rows: SignalRow[]
  readonly rejected: SignalsAnswer['rejected']
}

const isSignal = lazyShape(Signal)
/** Clocks of workers differ. */
const MAX_AHEAD_MS = 300_000
const MAX_AGE_MS = 365 * 86_400_000

/** `hash` is keyed, so that a stolen table names nobody. `nowMs` is the present moment. */
export function readSignals(
  entries: readonly unknown[],
  hash: (text: string) => string,
  nowMs: number,
): ReadSignals {
  const read: ReadSignals = { rows: [], rejected: [] }
  for (const [index, entry] of entries.entries()) {
    const row = isSignal.Check(entry)
      ? rowOf(entry, hash, nowMs, `/signals/${index}`)
      : explained(entry, index)
    if ('signalId' in row) read.rows.push(row)
    else {
      const { signalId } = fieldsOf(entry)
      read.rejected.push({
        index,
        signalId: typeof signalId === 'string' ? signalId.slice(0, 100) : null,
        errors: row.errors,
      })
    }
  }
  return read
}

interface Rejection {
  readonly errors: FieldProblem[]
}

function rowOf(
  signal: Signal,
  hash: (text: string) => string,
  nowMs: number,
  place: string,
): SignalRow | Rejection {
  const wrong = (field: string, code: string, detail: string): Rejection => ({
    errors: [{ pointer: `${place}/${field}`, code, detail }],
  })
  const url = URL.parse(signal.url)
  const domain = registrableDomain(signal.url)
  if (url === null || domain === null) return wrong('url', 'format', 'Must be an http or https URL.')
  const observedAt = new Date(signal.observedAt)
  const ageMs = nowMs - observedAt.getTime()
  if (ageMs < -MAX_AHEAD_MS) return wrong('observedAt', 'in_the_future', 'Must not lie in the future.')
  if (ageMs > MAX_AGE_MS) return wrong('observedAt', 'too_old', 'Must not be older than a year.')
  const { emails = [], phones = [] } = signal.values ?? {}
  const positive = (counts: object = {}): string[] =>
    Object.entries(counts).flatMap(([field, count]) => (count > 0 ? [field] : []))
  return {
    signalId: signal.signalId,
    type: signal.type,
    url: url.origin + url.pathname,
    host: url.host,
    domain,
    template: pathTemplate(signal.url),
    anchor: anchorTemplate(signal.anchorText ?? ''),
    language: signal.language?.split('-', 1)[0]?.toLowerCase() ?? 'und',
    chosenBy: signal.chosenBy ?? null,
    linked: signal.chosenBy === 'given' ? (signal.linked ?? null) : null,
    fields: positive(signal.found),
    isNew: positive(signal.newlyFound).length > 0,
    contacts: [...new Set([...emails.map(emailKey), ...phones.map(phoneKey)])].map(hash),
    jobId: signal.jobId ?? null,
    observedAt,
  }
}

/** Equal for all spellings of an address. */
export const emailKey = (email: string): string => `email ${email.trim().toLowerCase()}`
/** Equal for all spellings of a number with its country code. */
export const phoneKey = (phone: string): string => `phone ${phone.replace(/[^\d+]/g, '')}`

function explained(entry: unknown, index: number): Rejection {
  const errors = explainInvalid(
    asSchema(Signal),
    entry,
    (path) => `/signals/${index}${path.map(pointerStep).join('')}`,
  )
  if (errors.length > 0) return { errors }
  const pointer = `/signals/${index}`
  return {
    errors: [{ pointer, code: 'format', detail: 'A text in it is not of the format that it must have.' }],
  }
}
