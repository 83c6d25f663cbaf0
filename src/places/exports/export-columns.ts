// The columns of an export: one flat, named value each.
import { ownValue } from '#kit/unknown-values.ts'
import type { Attribution, SeenIn } from '#contract/places/place.ts'
import type { OpenInterval } from '#contract/places/place.ts'
import type { Review } from '#contract/places/review.ts'
import { invalidInput, type SurveyorError } from '#contract/surveyor-error.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { parseFields, type ContentFields } from '#places/content/kept-content.ts'
import { showAddress, showName } from '#places/content/show-content.ts'
import { closestWord } from '#kit/text/closest-word.ts'
import { timeOfDay, WEEKDAYS } from '#kit/time/time-of-day.ts'

/** What columns need of a place beside its content. */
export interface PlaceFacts {
  readonly id: string
  readonly firstSeenAt: string
  readonly lastSeenAt: string
  readonly changes: number
  readonly missingSince: string | null
  /** How many searches of the session found it, of those that could have; null outside a session. */
  readonly seenIn: SeenIn | null
  /** The name of the area that was searched; null: it was given as a shape, or there is no session. */
  readonly searchedArea: string | null
  /** The attributions that its data requires: a merged place may have several. */
  readonly attribution: readonly Attribution[]
  /** With `unwind=reviews`: the review of this row, null for a place without one. */
  readonly review?: Review | null
}

/** A place of an export. */
export interface ExportedPlace extends PlaceFacts {
  /** The JSON text of a KeptContent, or of its fields alone where only columns are shown. */
  readonly content: string
}

/** What a column takes its value from. */
export interface ColumnSource {
  readonly exported: PlaceFacts
  /** Name and address are as they are shown. */
  readonly content: ContentFields
  /** The language of labels, BCP 47; null: English. */
  readonly language: string | null
}

/** How formats with types write a column; `time` is RFC 3339 text where a format has no times. */
export type ColumnKind = 'text' | 'number' | 'integer' | 'time'

/** What a cell holds; null is an empty one. */
export type ColumnValue = string | number | null

/** A column by its name in the header. */
export interface ExportColumn {
  readonly name: string
  readonly kind: ColumnKind
  readonly value: (source: ColumnSource) => ColumnValue
}

const of =
  (value: (content: ContentFields) => ColumnValue): ExportColumn['value'] =>
  ({ content }) =>
    value(content)

/** A list becomes one text, because a spreadsheet has one cell for it. */
const joined = (values: readonly (string | null)[]) =>
  values.length === 0 ? null : values.filter((value) => value !== null).join('; ')

const COLUMNS: Readonly<Record<string, ExportColumn['value']>> = {
  id: ({ exported }) => exported.id,
  name: of((p) => p.name),
  category: ({ content: { categories }, language }) =>
    categories[0] === undefined ? null : categoryLabel(categories[0], language),
  categories: of((p) => joined(p.categories)),
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
  attributes: of((p) => (Object.keys(p.attributes).length === 0 ? null : JSON.stringify(p.attributes))),
  firstSeenAt: ({ exported }) => exported.firstSeenAt,
  lastSeenAt: ({ exported }) => exported.lastSeenAt,
  changes: ({ exported }) => exported.changes,
  missingSince: ({ exported }) => exported.missingSince,
  seenIn: ({ exported }) => exported.seenIn?.n ?? null,
  seenOf: ({ exported }) => exported.seenIn?.of ?? null,
  searchedArea: ({ exported }) => exported.searchedArea,
  attribution: ({ exported: { attribution } }) =>
    joined(attribution.map(({ text, license }) => `${text} (${license})`)),
}

/** The columns of a review, for files with one row a review. */
const REVIEW_COLUMNS: Readonly<Record<string, ExportColumn['value']>> = {
  'review.id': ofReview((r) => r.id),
  'review.provider': ofReview((r) => r.provider),
  'review.source': ofReview((r) => (r.source === null ? null : `${r.source.name} (${r.source.license})`)),
  'review.rating': ofReview((r) => r.rating),
  'review.text': ofReview((r) => r.text),
  'review.language': ofReview((r) => r.language),
  'review.author': ofReview((r) => r.author),
  'review.publishedAt': ofReview((r) => r.publishedAt),
  'review.ownerReply': ofReview((r) => r.ownerReply),
}

function ofReview(value: (review: Review) => ColumnValue): ExportColumn['value'] {
  return ({ exported: { review } }) => (review === undefined || review === null ? null : value(review))
}

/** The hours of one day each, for those who name them: `openingHours` has all of them as one text. */
const DAY_COLUMNS: Readonly<Record<string, ExportColumn['value']>> = Object.fromEntries(
  WEEKDAYS.map((day, index) => [
    `openingHours.${day}`,
    of(({ openingHours }) => hoursOfDay(openingHours?.weekly?.[index])),
  ]),
)

/** `09:00-12:00; 18:00-02:00`, or `closed`; null where the week is not known. */
function hoursOfDay(intervals: readonly OpenInterval[] | undefined): string | null {
  if (intervals === undefined) return null
  const texts = intervals.map((each) => `${timeOfDay(each.opensMinute)}-${timeOfDay(each.closesMinute)}`)
  return joined(texts) ?? 'closed'
}

/** All that a list of columns can name, as a sentence of the documentation and of errors. */
export const COLUMN_NAMES = `${Object.keys(COLUMNS).join(', ')}; the days of \`openingHours\` such as openingHours.monday; keys of \`names\`, \`attributes\` and \`links\` such as names.fr; with unwind=reviews ${Object.keys(REVIEW_COLUMNS).join(', ')}`

/** Columns that a place has only as part of a session. */
const OF_SESSIONS: ReadonlySet<string> = new Set(['seenIn', 'seenOf', 'searchedArea'])

/** All others are text. */
const KINDS: Readonly<Record<string, ColumnKind>> = {
  lat: 'number',
  lng: 'number',
  rating: 'number',
  ratingCount: 'integer',
  priceLevel: 'integer',
  changes: 'integer',
  seenIn: 'integer',
  seenOf: 'integer',
  firstSeenAt: 'time',
  lastSeenAt: 'time',
  missingSince: 'time',
  'review.rating': 'number',
  'review.publishedAt': 'time',
}

/** Maps of a place where each key can be a column of its own: `attributes.cuisine`, `names.fr`. */
const MAPS = ['attributes', 'names', 'links'] as const

/** Which columns there are. */
export interface ColumnChoice {
  /** Comma-separated names; absent or `*`: all of the table. */
  readonly list: string | undefined
  /** Whether a row is a review of a place. */
  readonly withReviews: boolean
  /** Whether the places are those of one session. */
  readonly inSession: boolean
}

/** The chosen columns, in their order. Throws `validation_failed`. */
export function exportColumns({ list, withReviews, inSession }: ColumnChoice): ExportColumn[] {
  const own = Object.entries(COLUMNS).filter(([name]) => inSession || !OF_SESSIONS.has(name))
  const table = { ...Object.fromEntries(own), ...(withReviews ? REVIEW_COLUMNS : {}) }
  const names =
    list === undefined || list === '*' ? Object.keys(table) : list.split(',').map((name) => name.trim())
  const unknown = names.find((name) => columnNamed(name, table) === undefined)
  if (unknown !== undefined) throw unknownColumn(unknown, Object.keys(table))
  const repeated = names.find((name, index) => names.indexOf(name) < index)
  if (repeated !== undefined) throw invalidColumns('repeated_column', `${repeated} is named twice.`)
  return names.flatMap((name) => columnNamed(name, table) ?? [])
}

function columnNamed(name: string, table: typeof COLUMNS): ExportColumn | undefined {
  const value = ownValue(table, name) ?? ownValue(DAY_COLUMNS, name) ?? mapColumn(name)
  return value === undefined ? undefined : { name, kind: ownValue(KINDS, name) ?? 'text', value }
}

function unknownColumn(name: string, known: readonly string[]): SurveyorError {
  const hint = Object.hasOwn(REVIEW_COLUMNS, name)
    ? '; columns of reviews need unwind=reviews'
    : (suggested(closestWord(name, [...known, ...Object.keys(DAY_COLUMNS)])) ??
      `. There are ${COLUMN_NAMES}.`)
  return invalidColumns('unknown_column', `No column is called ${JSON.stringify(name.slice(0, 100))}${hint}`)
}

function invalidColumns(code: string, detail: string): SurveyorError {
  return invalidInput('The query', [{ pointer: '?columns', code, detail }])
}

const suggested = (meant: string | null): string | null =>
  meant === null ? null : `; did you mean ${meant}?`

function mapColumn(name: string): ExportColumn['value'] | undefined {
  const map = MAPS.find((prefix) => name.startsWith(`${prefix}.`))
  if (map === undefined) return undefined
  const key = name.slice(map.length + 1)
  return ({ content }) => {
    const value = ownValue<string | number | boolean>(content[map], key)
    return value === undefined ? null : String(value)
  }
}

/** The values of the columns for a place, in their order. `language` is that of names and labels. */
export function columnValues(
  place: ExportedPlace,
  columns: readonly ExportColumn[],
  language: string | null,
): ColumnValue[] {
  return valuesOf(place, parseFields(place.content), columns, language)
}

/** The columns of a place as one flat object. */
export function columnRecord(
  place: PlaceFacts,
  content: ContentFields,
  columns: readonly ExportColumn[],
  language: string | null,
): Record<string, ColumnValue> {
  const values = valuesOf(place, content, columns, language)
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index] ?? null]))
}

function valuesOf(
  exported: PlaceFacts,
  stored: ContentFields,
  columns: readonly ExportColumn[],
  language: string | null,
): ColumnValue[] {
  const name = showName(stored, language)
  const address = showAddress(stored.address, language)
  const isShown = name === stored.name && address === stored.address
  const source = { exported, content: isShown ? stored : { ...stored, name, address }, language }
  return columns.map(({ value }) => value(source))
}
