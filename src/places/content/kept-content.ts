// A content as the database keeps it: of its provenance each origin stands once, before the fields that came from there.
import { parseKnownJson } from '#kit/unknown-values.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import { sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { StoredContent } from './show-content.ts'

type Provenance = StoredContent['provenance']

/**
 * In the order of the fields: an origin, the names of its fields, the next origin, and so on. An origin that came before is
 * its number, the first one is 0: `[{tag}, "name", "phone", {derived}, "links", 0, "aliases"]`.
 */
type KeptProvenance = readonly (Origin | string | number)[]
type Origin = Provenance[string]

/** What a place is, without where that came from. */
export type ContentFields = Omit<StoredContent, 'provenance'>

/** What the columns `content` hold. Places that were stored before 0023 have their provenance by field until they are written again. */
export interface KeptContent extends ContentFields {
  readonly provenance: KeptProvenance | Provenance
}

/**
 * Begins the provenance in the JSON of a content. Inside a string its quotes would be escaped, and no other field holds a
 * list under this key.
 */
const PROVENANCE = ',"provenance":['

/**
 * The text of a column `content` without its provenance, for `parseFields`: the server sends a third less. A content that
 * has its provenance by field comes whole.
 */
export const contentFields = sql`split_part(content::text, ${PROVENANCE}::text, 1)`

/** By their kept form, some 300 ends of contents that were read last; weighed in characters. */
const WHOLE_TAILS = createWeightedLru<string>(1_000_000)

/** The content as it is written. One spread of an object literal keeps its fixed shape, which is serialised fast. */
export function keptContent(content: StoredContent): KeptContent {
  return { ...content, provenance: keptProvenance(content.provenance) }
}

/** The JSON text of a content, which PostgreSQL can store. */
export function writeContent(content: StoredContent): string {
  return storableJson(keptContent(content))
}

/** A content as it was read from its column. */
export function readContent(kept: KeptContent): StoredContent {
  return { ...kept, provenance: readProvenance(kept.provenance) }
}

/** From the text of its column. */
export function parseContent(json: string): StoredContent {
  return readContent(parseKnownJson<KeptContent>(json))
}

/** From the text of its column or its `contentFields`: those end in the list before the provenance, a whole one in a brace. */
export function parseFields(json: string): ContentFields {
  return parseKnownJson<ContentFields>(json.endsWith('}') ? json : `${json}}`)
}

/**
 * The JSON text of a StoredContent, from that of its column. Only the part that begins with the provenance is parsed, and
 * of many places with the same fields from one extract it is the same.
 */
export function wholeContentJson(json: string): string {
  const start = json.indexOf(PROVENANCE)
  if (start === -1) return json
  const kept = json.slice(start)
  const known = WHOLE_TAILS.get(kept)
  const whole = known ?? wholeTail(kept)
  // A slice of a text holds all of it.
  if (known === undefined) WHOLE_TAILS.set(kept, whole, json.length + whole.length)
  return json.slice(0, start) + whole
}

function wholeTail(kept: string): string {
  const { provenance, ...others } = parseKnownJson<Pick<KeptContent, 'provenance'>>(`{${kept.slice(1)}`)
  return `,${JSON.stringify({ provenance: readProvenance(provenance), ...others }).slice(1)}`
}

function keptProvenance(provenance: Provenance): KeptProvenance {
  const kept: (Origin | string | number)[] = []
  const origins: Origin[] = []
  let current: Origin | null = null
  for (const field of Object.keys(provenance)) {
    const origin = provenance[field]
    if (origin === undefined) continue
    if (current === null || !isSame(current, origin)) {
      const index = origins.findIndex((known) => isSame(known, origin))
      if (index === -1) origins.push(origin)
      kept.push(index === -1 ? origin : index)
      current = origin
    }
    kept.push(field)
  }
  return kept
}

/** Origins that say more than who, how and when are those of one field. */
function isSame(a: Origin, b: Origin): boolean {
  return (
    a.provider === b.provider &&
    a.tier === b.tier &&
    a.fetchedAt === b.fetchedAt &&
    a.raw === undefined &&
    b.raw === undefined &&
    a.also === undefined &&
    b.also === undefined
  )
}

function readProvenance(kept: KeptContent['provenance']): Provenance {
  if (!isKept(kept)) return kept
  const fields: [string, Origin][] = []
  const origins: Origin[] = []
  let current: Origin | undefined
  for (const entry of kept) {
    if (typeof entry === 'string') {
      if (current !== undefined) fields.push([entry, current])
    } else if (typeof entry === 'number') current = origins[entry]
    else {
      origins.push(entry)
      current = entry
    }
  }
  return Object.fromEntries(fields)
}

function isKept(provenance: KeptContent['provenance']): provenance is KeptProvenance {
  return Array.isArray(provenance)
}
