// Decides what a page is about, as far as a schema asks: the record that fits best, and those that may help it out.
import type { Found } from '#extractors/json/sources/found.ts'
import type { PlainSchema } from '#extractors/json/schema/plain-schema.ts'
import { collectLists, collectRecords, type RecordList } from './collect-records.ts'
import { foldName, relatedNames } from '#extractors/json/mapping/names/field-names.ts'
import { hasField, lookUp, OTHERS } from './field-lookup.ts'
import { nameOfRecord, PAGE_LEVEL, TRUST, type PageRecord } from './record.ts'

/** A record with the trust in its values for the requested thing. */
export interface Scope {
  readonly record: PageRecord
  readonly trust: number
}

/** Looked at closely; the others do not share enough names with the schema. */
const MAX_CANDIDATES = 60
const MAX_SCOPES = 12

/** The records that answer for a schema, the main one first. Rules of the caller come before everything. */
export function chooseRecords(found: Found, wanted: PlainSchema, rules: PageRecord | null): Scope[] {
  const names = [...wanted.properties.keys()]
  const records = collectRecords(found, names)
  const ranked = records
    .map((record) => ({ record, rough: roughScore(record, names) }))
    .filter(({ rough }) => rough > 0)
    .toSorted((a, b) => b.rough - a.rough)
    .slice(0, MAX_CANDIDATES)
    .map(({ record }) => ({ record, score: score(record, wanted) }))
    .toSorted((a, b) => b.score - a.score)
  const scopes: Scope[] = rules === null ? [] : [{ record: rules, trust: 1 }]
  const main = ranked[0]?.record
  if (main === undefined) return scopes
  scopes.push({ record: main, trust: main.trust })
  for (const { record } of ranked.slice(1)) {
    const share = shareOf(record, main, records)
    if (share > 0 && scopes.length < MAX_SCOPES) scopes.push({ record, trust: record.trust * share })
  }
  return scopes
}

/**
 * How likely another record describes the same thing as the main one. It is 1 for the same name or the only other of
 * its type, less for the page as a whole and for other things at the top of the page, 0 for a record inside another
 * thing.
 */
function shareOf(record: PageRecord, main: PageRecord, all: readonly PageRecord[]): number {
  if (record.source === main.source && PAGE_LEVEL.has(main.source)) return 1
  if (PAGE_LEVEL.has(record.source)) return 0.85
  if (PAGE_LEVEL.has(main.source)) return record.depth === 0 ? 0.7 : 0
  const [name, mainName] = [nameOfRecord(record), nameOfRecord(main)]
  const sameType = record.types.some((type) => main.types.includes(type))
  if (name !== null && name === mainName) return sameType ? 1 : 0.8
  if (sameType && record.source !== main.source && (name === null || mainName === null)) {
    const others = all.filter(
      (other) => other.source === record.source && other.types.some((type) => main.types.includes(type)),
    )
    if (others.length === 1) return 0.9
  }
  if (record.source === 'pairs') return 0.8
  // Another thing of the same kind has its own values; one of another kind may still be the only one that knows.
  if (sameType || record.depth > 0 || record.source === 'state' || record.source === 'document') return 0
  return 0.55
}

function roughScore(record: PageRecord, names: readonly string[]): number {
  const hits = names.filter((name) => hasField(record, name)).length
  return (hits + 0.2) * record.trust * nesting(record) * (hits === 0 && record.depth > 0 ? 0 : 1)
}

/** How many of the fields a record knows and how directly, required ones and the kind of thing counting more. */
function score(record: PageRecord, wanted: PlainSchema): number {
  let sum = 0
  for (const [name] of wanted.properties) {
    const [match] = lookUp(record, name)
    if (match === undefined || match.value === '') continue
    sum += match.quality * (wanted.required.has(name) ? 1.5 : 1)
  }
  return sum * record.trust * nesting(record) * kindFactor(record, wanted) * (isMain(record) ? 1.15 : 1)
}

/**
 * Deeply nested data is seldom the subject of a page, and data of another thing hardly ever; in a state everything is
 * nested deeply.
 */
function nesting({ source, pointer, depth }: PageRecord): number {
  if (source === 'state' || source === 'document') return 0.97 ** depth
  const isOthers = pointer.split('/').some((step) => OTHERS.has(foldName(step)))
  return 0.85 ** depth * (isOthers ? 0.25 : 1)
}

/** The schema's title may name the kind of thing. Breadcrumbs, sites and search boxes are on every page and its subject on none. */
function kindFactor({ types, source }: PageRecord, { title }: PlainSchema): number {
  const kind = title === null ? '' : foldName(title)
  if (kind !== '' && types.some((type) => type === kind || type.endsWith(kind))) return 1.6
  if (types.some((type) => FURNITURE.has(type))) return 0.6
  return PAGE_LEVEL.has(source) ? 0.85 : 1
}

const FURNITURE = new Set(
  'website webpage breadcrumblist sitenavigationelement wpheader wpfooter wpsidebar searchaction listitem imageobject entrypoint organization person'.split(
    ' ',
  ),
)

const isMain = ({ pointer }: PageRecord): boolean => /\/mainEntity(?:\/|$)/.test(pointer)

/**
 * The list of a page that fits a schema for its items best; null when none does. Lists in `used` belong to other
 * fields.
 */
export function chooseList(
  found: Found,
  wanted: PlainSchema,
  name: string | null,
  used: ReadonlySet<string>,
): RecordList | null {
  const names = [...wanted.properties.keys()]
  let best: { list: RecordList; score: number } | null = null
  for (const list of collectLists(found, names)) {
    if (used.has(placeOf(list))) continue
    const sample = Array.from({ length: Math.min(10, list.count) }, (_, index) => list.record(index))
    const fit = sample.reduce((sum, record) => sum + rowScore(record, names), 0) / sample.length
    if (fit < Math.max(1, 0.34 * names.length)) continue
    const isNamed = name !== null && sample[0]?.pointer.split('/').some((step) => means(step, name))
    const score =
      fit * TRUST[list.source] * (1 + 0.2 * Math.log2(1 + list.count)) * (isNamed === true ? 1.3 : 1)
    if (best === null || score > best.score) best = { list, score }
  }
  return best?.list ?? null
}

/** The key that distinguishes one list from another. */
export function placeOf({ count, record }: RecordList): string {
  return count === 0 ? '' : record(0).pointer
}

function rowScore(record: PageRecord, names: readonly string[]): number {
  return names.reduce((sum, name) => {
    const [match] = lookUp(record, name)
    return sum + (match === undefined ? 0 : match.quality)
  }, 0)
}

function means(step: string, name: string): boolean {
  const [a, b] = [foldName(step), foldName(name)]
  return a !== '' && (a === b || relatedNames(b).some((path) => path.length === 1 && path[0] === a))
}
