// A search lists less of a place than its details hold: what was known and is only not listed stays.
import type { MapPlace } from '#contract/places/place.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { placeRow } from '#places/content/place-row.ts'
import type { StoredContent } from '#places/content/show-content.ts'
import type { FoundPlace } from '#places/identity/find-places.ts'

/** The only provider whose search answers are shorter than its details. */
const PROVIDER = 'google'

/**
 * The places of a search page, those of such a provider with what their stored content has beside it. Others, and new
 * ones, stay as they are. To be called in the transaction that writes them.
 */
export async function completeListed(tx: Queryable, found: readonly FoundPlace[]): Promise<FoundPlace[]> {
  const known = found.flatMap(({ row, placeId, storedHash }) =>
    row.provider === PROVIDER && placeId !== null && storedHash !== null ? [placeId] : [],
  )
  if (known.length === 0) return [...found]
  const rows = await tx.query<{ id: string; content: StoredContent }>(sql`
    select id, content from places where id = any(${uuidArray(known)}::uuid[]) and provider = ${PROVIDER}`)
  const contents = new Map(rows.map(({ id, content }) => [id, content]))
  return found.map((place) => {
    const stored = place.placeId === null ? undefined : contents.get(place.placeId)
    return stored === undefined ? place : { ...place, row: completedRow(place.row, stored) }
  })
}

/** The row of the observation with the fields that only the stored content has. */
function completedRow(row: FoundPlace['row'], stored: StoredContent): FoundPlace['row'] {
  const content = mergeListed(parseKnownJson<StoredContent>(row.content), stored)
  const own = row.aliases.find(({ scheme }) => scheme === 'google_place_id')
  const place: MapPlace = {
    ...content,
    source: { provider: PROVIDER, scheme: own?.scheme ?? 'google_place_id', id: own?.value ?? '' },
    categories: content.categories.map((id) => ({ id, label: id })),
    raw: row.raw,
  }
  return own === undefined ? row : placeRow(place)
}

/** Fields in which a search answer may simply be silent. */
const SILENT = [
  'rating',
  'ratingCount',
  'ratingDistribution',
  'priceLevel',
  'description',
  'website',
  'phone',
  'plusCode',
  'owner',
  'popularTimes',
  'reviewCoverage',
] as const satisfies readonly (keyof StoredContent)[]

/** `listed` is the newer one: where it says anything, that counts. */
export function mergeListed(listed: StoredContent, stored: StoredContent): StoredContent {
  const provenance = { ...listed.provenance }
  const keep = (field: string): void => {
    const known = stored.provenance[field]
    if (known !== undefined) provenance[field] = known
  }
  const silent = SILENT.filter(
    (field) => (listed[field] ?? null) === null && (stored[field] ?? null) !== null,
  )
  silent.forEach(keep)
  const fewerPhotos = listed.photos.length < stored.photos.length
  if (fewerPhotos) keep('photos')
  const onlyToday = (listed.openingHours?.weekly ?? null) === null && stored.openingHours !== null
  if (onlyToday) keep('openingHours')
  const unknownStatus = listed.status === 'unknown'
  if (unknownStatus) keep('status')
  const phones = listed.phones.length > 0 ? listed.phones : stored.phones
  if (phones !== listed.phones) keep('phones')
  return {
    ...listed,
    ...Object.fromEntries(silent.map((field) => [field, stored[field]])),
    phones,
    photos: fewerPhotos ? stored.photos : listed.photos,
    openingHours: onlyToday ? stored.openingHours : listed.openingHours,
    status: unknownStatus ? stored.status : listed.status,
    attributes: { ...stored.attributes, ...listed.attributes },
    links: { ...stored.links, ...listed.links },
    provenance,
  }
}
