// Writes a page of places: content, history and payload when they are new or differ, and the observation of each place.
import { mergeContacts, type WebsiteContacts } from '#places/content/merge-contacts.ts'
import { keptExclusions } from '#places/enrichment/exclusions/kept-exclusions.ts'
import { contentWithoutExcluded } from '#places/enrichment/exclusions/without-excluded.ts'
import { uuidArray, textArray, booleanArray, floatArray, jsonArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { ClaimedPlace } from './claim-places.ts'
import { placeColumns, type PlaceColumns, type PlaceRow } from '#places/content/place-row.ts'
import { changedBy, contentChanges } from '#places/history/recording/content-changes.ts'
import {
  recordChanges,
  type ChangeOrigin,
  type ChangesOfPlace,
} from '#places/history/recording/record-changes.ts'
import { combineParts, hiddenParts, shownId } from './combine-parts.ts'
import { keepPayloads } from './keep-payloads.ts'
import { lockContents, type LockedContent } from './lock-contents.ts'

/** What writing needs to know beside the places. */
export interface Writing {
  /** The names that the database knows: for hours in another zone no moment can be tested. */
  readonly timezones: ReadonlySet<string>
  readonly origin: ChangeOrigin
}

/** Each place once, in ascending order. A part of a merged place is written as the part, and shown in the whole. */
export async function writePlaces(
  tx: Queryable,
  places: readonly ClaimedPlace[],
  { timezones, origin }: Writing,
): Promise<{ newPlaces: number }> {
  const differing = places.filter(({ row, storedHash }) => row.contentHash !== storedHash)
  let changed: readonly string[] = []
  if (differing.length > 0) {
    changed = await writeContents(tx, differing, { timezones, origin })
    await keepPayloads(tx, differing)
  }
  await upsertSightings(tx, places, changed)
  return { newPlaces: places.filter(({ storedHash }) => storedHash === null).length }
}

/**
 * Without an observation: neither sights nor payloads. Answers the places that became different; new ones are not among
 * them.
 */
export async function writeContents(
  tx: Queryable,
  differing: readonly ClaimedPlace[],
  writing: Writing,
): Promise<string[]> {
  const known = differing.filter(({ storedHash }) => storedHash !== null)
  const stored = await lockContents(tx, known.map(shownId))
  const shown = await combineParts(tx, await leaveOutExcluded(tx, differing), stored)
  return writeShown(tx, shown, stored, writing)
}

/**
 * Writes places that lists show, with the contacts of their websites, and their history. `stored`: those that exist,
 * locked. Answers the ones that became different; new ones are not among them.
 */
export async function writeShown(
  tx: Queryable,
  places: readonly ClaimedPlace[],
  stored: ReadonlyMap<string, LockedContent>,
  { timezones, origin }: Writing,
): Promise<string[]> {
  const written = await keepContacts(tx, places)
  const changes = written.flatMap(({ placeId, row }): ChangesOfPlace[] => {
    const before = stored.get(placeId)
    if (before === undefined) return []
    const fields = contentChanges(before.content, row.content).map((change) => ({
      ...change,
      provider: changedBy(change, before.content, row.content),
    }))
    return fields.length === 0 ? [] : [{ placeId, provider: row.provider, changes: fields }]
  })
  const changed = changes.map(({ placeId }) => placeId)
  await upsertContent(tx, written, timezones, changed)
  await recordChanges(tx, changes, origin)
  return changed
}

async function upsertSightings(
  tx: Queryable,
  places: readonly ClaimedPlace[],
  changed: readonly string[],
): Promise<void> {
  const seen = new Set([...places.map(shownId), ...hiddenParts(places)])
  await tx.execute(
    prepared(
      'upsert_sightings',
      sql`insert into sightings as s (place_id)
          select place_id from unnest(${uuidArray([...seen].toSorted())}::uuid[]) as place_id
          on conflict (place_id) do update
          set last_seen_at = now(), missing_since = null,
              changes = s.changes + (s.place_id = any(${uuidArray(changed)}::uuid[]))::integer`,
    ),
  )
}

/** Joins the ids of categories as parameters of the statement, because unnest would flatten lists of lists. */
const SEPARATOR = '\u001F'

/**
 * Of the stored places only those `changed` get a new `changed_at`: a content may differ without meaning anything else.
 *
 * One array for each column costs the server half as much as one array of records.
 */
async function upsertContent(
  tx: Queryable,
  places: readonly ClaimedPlace[],
  timezones: ReadonlySet<string>,
  changed: readonly string[],
): Promise<void> {
  const columns = places.map(({ row }) => placeColumns(row.content))
  const column = <T>(of: (row: PlaceColumns) => T) => columns.map(of)
  const knownZone = ({ timezone }: PlaceColumns) =>
    timezone !== null && timezones.has(timezone) ? timezone : null
  await tx.execute(
    prepared(
      'upsert_places',
      sql`insert into places (id, provider, providers, content_hash, sort_name, match_text, words, position, categories,
                              country_code, region, city, has_website, has_phone, has_email, rating, status, timezone,
                              open_minutes, unsure_minutes, content)
          select id, provider, providers, content_hash, sort_name, match_text, to_tsvector('simple', words), point(lng, lat),
                 string_to_array(categories, ${SEPARATOR}), country_code, region, city, has_website, has_phone, has_email,
                 rating, status, timezone, open_minutes, unsure_minutes, content
          from unnest(
                   ${uuidArray(places.map(({ placeId }) => placeId))}::uuid[],
                   ${textArray(places.map(({ row }) => row.provider))}::text[],
                   ${textArray(places.map(({ row }) => row.providers))}::text[],
                   ${uuidArray(places.map(({ row }) => row.contentHash))}::uuid[],
                   ${textArray(column((row) => row.sortName))}::text[],
                   ${textArray(column((row) => row.matchText))}::text[],
                   ${textArray(column((row) => row.words))}::text[],
                   ${floatArray(column((row) => row.lng))}::float8[],
                   ${floatArray(column((row) => row.lat))}::float8[],
                   ${textArray(column((row) => row.categories.join(SEPARATOR)))}::text[],
                   ${textArray(column((row) => row.countryCode))}::text[],
                   ${textArray(column((row) => row.region))}::text[],
                   ${textArray(column((row) => row.city))}::text[],
                   ${booleanArray(column((row) => row.hasWebsite))}::boolean[],
                   ${booleanArray(column((row) => row.hasPhone))}::boolean[],
                   ${booleanArray(column((row) => row.hasEmail))}::boolean[],
                   ${floatArray(column((row) => row.rating))}::float8[],
                   ${textArray(column((row) => row.status))}::text[],
                   ${textArray(column(knownZone))}::text[],
                   ${column((row) => row.openMinutes)}::int4multirange[],
                   ${column((row) => row.unsureMinutes)}::int4multirange[],
                   ${jsonArray(column((row) => row.json))}::json[]
          ) as p (id, provider, providers, content_hash, sort_name, match_text, words, lng, lat, categories, country_code, region,
                  city, has_website, has_phone, has_email, rating, status, timezone, open_minutes, unsure_minutes, content)
          on conflict (id) do update set
            provider = excluded.provider, providers = excluded.providers, content_hash = excluded.content_hash, sort_name = excluded.sort_name,
            match_text = excluded.match_text, words = excluded.words, position = excluded.position,
            categories = excluded.categories, country_code = excluded.country_code, region = excluded.region,
            city = excluded.city, has_website = excluded.has_website, has_phone = excluded.has_phone,
            has_email = excluded.has_email, rating = excluded.rating, status = excluded.status,
            timezone = excluded.timezone, open_minutes = excluded.open_minutes,
            unsure_minutes = excluded.unsure_minutes, content = excluded.content,
            changed_at = case when places.id = any(${uuidArray(changed)}::uuid[]) then now() else places.changed_at end`,
    ),
  )
}

/**
 * Without contacts that crawl excludes, also where a map says them. To be called behind `storeLock`. Hashes stay those
 * of the observations: the same one is not written each time.
 */
async function leaveOutExcluded(
  tx: Queryable,
  places: readonly ClaimedPlace[],
): Promise<readonly ClaimedPlace[]> {
  const excluded = await keptExclusions(tx)
  if (excluded.rules.length === 0) return places
  return places.map((place) => {
    const left = contentWithoutExcluded(place.row.content, excluded)
    return left === place.row.content ? place : withContent(place, left)
  })
}

/**
 * What enrichment added to a place stays when its provider has new content for it. The places with the contacts of
 * their websites in the content that is about to be written; only places whose content differs from the stored one.
 * They must be locked: an enrichment that is just ending has locked its place, and after the lock its contacts can be
 * read.
 */
async function keepContacts(
  tx: Queryable,
  places: readonly ClaimedPlace[],
): Promise<readonly ClaimedPlace[]> {
  const known = places.filter(({ storedHash }) => storedHash !== null).map(({ placeId }) => placeId)
  if (known.length === 0) return places
  const rows = await tx.query<{ placeId: string; contacts: WebsiteContacts }>(sql`
    select place_id as "placeId", contacts from place_contacts where place_id = any(${uuidArray(known)}::uuid[])`)
  if (rows.length === 0) return places
  const contactsOf = new Map(rows.map(({ placeId, contacts }) => [placeId, contacts]))
  const added: { readonly placeId: string; readonly json: string }[] = []
  const kept = places.map((place) => {
    const contacts = contactsOf.get(place.placeId)
    if (contacts === undefined) return place
    const merged = mergeContacts(place.row.content, contacts)
    added.push({ placeId: place.placeId, json: storableJson(merged.added) })
    return withContent(place, merged.content)
  })
  await tx.execute(sql`
    update place_contacts c set added = a.added
    from unnest(${uuidArray(added.map(({ placeId }) => placeId))}::uuid[], ${jsonArray(added.map(({ json }) => json))}::json[])
      as a (place_id, added)
    where c.place_id = a.place_id`)
  return kept
}

/** The hash stays that of the observation. */
function withContent(place: ClaimedPlace, content: PlaceRow['content']): ClaimedPlace {
  return { ...place, row: { ...place.row, content } }
}
