// A search lists less of a place than its details hold: what was known and is only not listed stays.
import type { MapPlace } from '#contract/places/place.ts'
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { readContent, type KeptContent } from '#places/content/kept-content.ts'
import { isOfWebsite } from '#places/content/merge-contacts.ts'
import { contentRow, placeRow } from '#places/content/place-row.ts'
import type { StoredContent } from '#places/content/show-content.ts'
import type { FoundPlace } from '#places/identity/find-places.ts'

/** The only provider whose search answers are shorter than its details. Of others only the reviews are looked up. */
const PROVIDER = 'google'

/**
 * The places of a search page, with what their stored content has beside it: of such a provider all that the answer is silent
 * about, of others how far their reviews are known. New places stay as they are. To be called in the transaction that writes
 * them.
 */
export async function completeListed(tx: Queryable, found: readonly FoundPlace[]): Promise<FoundPlace[]> {
  // What is as it was stored needs nothing.
  const known = found.flatMap(({ row, placeId, storedHash }) =>
    placeId !== null && storedHash !== null && (row.provider === PROVIDER || storedHash !== row.contentHash)
      ? [placeId]
      : [],
  )
  if (known.length === 0) return [...found]
  // Of a merged place the part counts: the whole holds what other providers say.
  const rows = await tx.query<{ id: string; provider: string; content: KeptContent }>(sql`
    select id, provider, content from (
      select k.id, coalesce(part.provider, p.provider) as provider, coalesce(part.content, p.content) as content
      from unnest(${uuidArray(known)}::uuid[]) as k (id)
      left join place_parts part on part.id = k.id
      left join places p on p.id = k.id
    ) own
    where provider = ${PROVIDER}
      -- Few places have it, and looking for a text takes a fraction of parsing the content.
      or position('"reviewCoverage":' in content::text) > 0 and content ->> 'reviewCoverage' is not null`)
  const storedRows = new Map(rows.map((row) => [row.id, row]))
  return found.map((place) => {
    const stored = place.placeId === null ? undefined : storedRows.get(place.placeId)
    if (stored?.provider !== place.row.provider) return place
    const row =
      stored.provider === PROVIDER
        ? completedRow(place.row, readContent(stored.content))
        : reviewedRow(place.row, stored.content)
    return { ...place, row }
  })
}

/** The row with how far its reviews are known, which no search answer says. */
function reviewedRow(
  row: FoundPlace['row'],
  { reviewCoverage }: Pick<StoredContent, 'reviewCoverage'>,
): FoundPlace['row'] {
  const { content, aliases, raw } = row
  if (reviewCoverage === undefined || (content.reviewCoverage ?? null) !== null) return row
  return { ...contentRow({ ...content, reviewCoverage }, row.provider), aliases, raw }
}

/**
 * The row of an observation with the fields that only the stored content has, where its provider lists less than it knows:
 * a payload that is kept may be that of a list too. Other rows stay as they are.
 */
export function completedRow(row: FoundPlace['row'], stored: StoredContent): FoundPlace['row'] {
  if (row.provider !== PROVIDER) return row
  const content = mergeListed(row.content, stored)
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
  // What its website says comes from there again.
  const silent = SILENT.filter(
    (field) =>
      (listed[field] ?? null) === null && (stored[field] ?? null) !== null && !isOfWebsite(stored, field),
  )
  silent.forEach(keep)
  const fewerPhotos = listed.photos.length < stored.photos.length
  if (fewerPhotos) keep('photos')
  const onlyToday =
    (listed.openingHours?.weekly ?? null) === null &&
    stored.openingHours !== null &&
    !isOfWebsite(stored, 'openingHours')
  if (onlyToday) keep('openingHours')
  const unknownStatus = listed.status === 'unknown'
  if (unknownStatus) keep('status')
  const phones = listed.phones.length > 0 || isOfWebsite(stored, 'phones') ? listed.phones : stored.phones
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
