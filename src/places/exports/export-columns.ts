// The columns of an export: one flat, named value each.
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { Attribution } from '#contract/places/place.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { showContent, type ShownContent, type StoredContent } from '#places/content/show-content.ts'
import { closestWord } from '#kit/text/closest-word.ts'

/** A place of a session, for export. */
export interface ExportedPlace {
  readonly id: string
  /** The stored JSON of the place without id and dates. */
  readonly content: string
  readonly lng: number
  readonly lat: number
  readonly firstSeenAt: string
  readonly lastSeenAt: string
  readonly changes: number
  /** How many searches of the session saw it. */
  readonly seenIn: number
  /** The attribution that its data requires. */
  readonly attribution: Attribution | null
}

/** What a column takes its value from. */
export interface ColumnSource {
  readonly exported: ExportedPlace
  readonly content: ExportedContent
}

/** The shown content of a place, as far as columns need it. */
type ExportedContent = Omit<ShownContent, 'provenance'>

/** A column by its name in the header; null is an empty cell. */
export interface ExportColumn {
  readonly name: string
  readonly value: (source: ColumnSource) => unknown
}

const of =
  (value: (content: ExportedContent) => unknown): ExportColumn['value'] =>
  ({ content }) =>
    value(content)

/** A list becomes one text, because a spreadsheet has one cell for it. */
const joined = (values: readonly (string | null)[]) =>
  values.length === 0 ? null : values.filter((value) => value !== null).join('; ')

const COLUMNS: Readonly<Record<string, ExportColumn['value']>> = {
  id: ({ exported }) => exported.id,
  name: of((p) => p.name),
  category: of((p) => p.categories[0]?.label ?? null),
  categories: of((p) => joined(p.categories.map((c) => c.id))),
  address: of((p) => p.address.formatted),
  street: of((p) => p.address.street),
  houseNumber: of((p) => p.address.houseNumber),
  postcode: of((p) => p.address.postcode),
  city: of((p) => p.address.city),
  region: of((p) => p.address.region),
  country: of((p) => p.address.country),
  countryCode: of((p) => p.address.countryCode),
  lat: of((p) => p.location.lat),
  lng: of((p) => p.location.lng),
  phone: of((p) => p.phone),
  phones: of((p) => joined(p.phones.map((phone) => phone.e164 ?? phone.raw))),
  website: of((p) => p.website),
  emails: of((p) => joined(p.emails)),
  socials: of((p) => joined(p.socials.map((s) => s.url))),
  rating: of((p) => p.rating),
  ratingCount: of((p) => p.ratingCount),
  priceLevel: of((p) => p.priceLevel),
  status: of((p) => p.status),
  openingHours: of((p) => p.openingHours?.raw ?? null),
  timezone: of((p) => p.openingHours?.timezone ?? null),
  description: of((p) => p.description),
  owner: of((p) => p.owner),
  brand: of((p) => p.brand?.name ?? null),
  wikidata: of((p) => p.aliases.find((a) => a.scheme === 'wikidata')?.value ?? null),
  plusCode: of((p) => p.plusCode),
  sourceId: of((p) => joined(p.aliases.slice(0, 1).map((a) => `${a.scheme}:${a.value}`))),
  sourceUrl: of((p) => p.links['osm'] ?? p.links['google'] ?? null),
  attributes: of((p) => (Object.keys(p.attributes).length === 0 ? null : p.attributes)),
  firstSeenAt: ({ exported }) => exported.firstSeenAt,
  lastSeenAt: ({ exported }) => exported.lastSeenAt,
  changes: ({ exported }) => exported.changes,
  seenIn: ({ exported }) => exported.seenIn,
  attribution: ({ exported: { attribution } }) =>
    attribution === null ? null : `${attribution.text} (${attribution.license})`,
}

/** Maps of a place where each key can be a column of its own: `attributes.cuisine`, `names.fr`. */
const MAPS = ['attributes', 'names', 'links'] as const

/** The columns that `list` names, comma-separated; without it, all of the table. Throws `validation_failed`. */
export function exportColumns(list: string | undefined): ExportColumn[] {
  if (list === undefined) return Object.entries(COLUMNS).map(([name, value]) => ({ name, value }))
  const names = list.split(',').map((name) => name.trim())
  return names.map((name) => {
    const value = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : mapColumn(name)
    if (value !== undefined) return { name, value }
    const suggestion = closestWord(name, Object.keys(COLUMNS))
    const detail = `No column is called ${JSON.stringify(name.slice(0, 100))}${suggestion === null ? '' : `; did you mean ${suggestion}?`}`
    throw new SurveyorError('validation_failed', 'The columns are not valid.', {
      errors: [{ pointer: '?columns', code: 'unknown_column', detail }],
    })
  })
}

function mapColumn(name: string): ExportColumn['value'] | undefined {
  const map = MAPS.find((prefix) => name.startsWith(`${prefix}.`))
  if (map === undefined) return undefined
  const key = name.slice(map.length + 1)
  return ({ content }) => (Object.hasOwn(content[map], key) ? content[map][key] : null)
}

/** The values of the columns for a place, in their order. */
export function columnValues(
  exported: ExportedPlace,
  columns: readonly ExportColumn[],
  language: string | null,
): unknown[] {
  const source = { exported, content: showContent(parseContent(exported.content), language) }
  return columns.map(({ value }) => value(source))
}

/** The last field of a content, half of its bytes, and never in a column. Inside a string the quotes would be escaped. */
const PROVENANCE = ',"provenance":{'

function parseContent(json: string): StoredContent {
  const end = json.indexOf(PROVENANCE)
  if (end < 0) return parseKnownJson<StoredContent>(json)
  try {
    return parseKnownJson<StoredContent>(`${json.slice(0, end)}}`)
  } catch {
    // The match was nested deeper, so more than one brace was open.
    return parseKnownJson<StoredContent>(json)
  }
}
