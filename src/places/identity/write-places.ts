// Writes a page of places: content and payload when they are new or differ, and the observation of each place.
import { uuidArray, textArray, booleanArray, floatArray, jsonArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { ClaimedPlace } from './claim-places.ts'
import { zstdCompressSync } from 'node:zlib'
import { uuidV7 } from '#kit/ids.ts'
import { storableJson } from '#platform/db/storable-json.ts'
import type { PlaceRow } from '#places/content/place-row.ts'
import { keepContacts } from './keep-contacts.ts'

/** Each place once. `timezones`: the names that the database knows. */
export async function writePlaces(
  tx: Queryable,
  places: readonly ClaimedPlace[],
  timezones: ReadonlySet<string>,
): Promise<{ newPlaces: number }> {
  const differing = places.filter(({ row, storedHash }) => row.contentHash !== storedHash)
  if (differing.length > 0) {
    await upsertContent(tx, await keepContacts(tx, differing), timezones)
    await keepPayloads(tx, differing)
  }
  await upsertSearchPlaces(tx, places)
  return { newPlaces: places.filter(({ storedHash }) => storedHash === null).length }
}

async function upsertSearchPlaces(tx: Queryable, places: readonly ClaimedPlace[]): Promise<void> {
  const changed = places.filter(
    ({ row, storedHash }) => storedHash !== null && storedHash !== row.contentHash,
  )
  await tx.execute(
    prepared(
      'upsert_sightings',
      sql`insert into sightings as s (place_id)
          select place_id from unnest(${uuidArray(places.map((p) => p.placeId))}::uuid[]) as place_id
          on conflict (place_id) do update
          set last_seen_at = now(),
              changes = s.changes + (s.place_id = any(${uuidArray(changed.map((p) => p.placeId))}::uuid[]))::integer`,
    ),
  )
}

/** Replaces earlier payloads of the same places. */
async function keepPayloads(tx: Queryable, places: readonly ClaimedPlace[]): Promise<void> {
  const known = places.filter(({ storedHash }) => storedHash !== null).map(({ placeId }) => placeId)
  const replaced = known.length === 0 ? [] : await pagesOf(tx, known)
  const page = zstdCompressSync(`[${places.map(({ row }) => storableJson(row.raw)).join(',')}]`)
  await tx.execute(
    prepared(
      'keep_payloads',
      sql`with page as (
            insert into payload_pages (id, payloads_zstd) values (${uuidV7()}, ${page}) returning id
          )
          insert into place_payloads (place_id, provider, page_id, position)
          select place_id, provider, page.id, n - 1
          from page, unnest(${uuidArray(places.map(({ placeId }) => placeId))}::uuid[],
                            ${textArray(places.map(({ row }) => row.provider))}::text[]) with ordinality as p (place_id, provider, n)
          on conflict (place_id, provider) do update set page_id = excluded.page_id, position = excluded.position`,
    ),
  )
  if (replaced.length > 0) await dropUnused(tx, replaced)
}

async function pagesOf(tx: Queryable, placeIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    sql`select distinct page_id as id from place_payloads where place_id = any(${uuidArray(placeIds)}::uuid[])`,
  )
  return rows.map(({ id }) => id)
}

/** In the order of the ids, because another transaction may drop some of them too. */
async function dropUnused(tx: Queryable, pageIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    delete from payload_pages where id in (
      select id from payload_pages p
      where id = any(${pageIds}::uuid[]) and not exists (select from place_payloads where page_id = p.id)
      order by id for update)`)
}

/** Joins the ids of categories as parameters of the statement, because unnest would flatten lists of lists. */
const SEPARATOR = '\u001F'

/**
 * `timezones`: the names that the database knows; for hours in another zone no moment can be tested.
 *
 * One array for each column costs the server half as much as one array of records.
 */
async function upsertContent(
  tx: Queryable,
  places: readonly ClaimedPlace[],
  timezones: ReadonlySet<string>,
): Promise<void> {
  const column = <T>(of: (row: PlaceRow) => T) => places.map(({ row }) => of(row))
  const knownZone = ({ timezone }: PlaceRow) =>
    timezone !== null && timezones.has(timezone) ? timezone : null
  await tx.execute(
    prepared(
      'upsert_places',
      sql`insert into places (id, provider, content_hash, sort_name, match_text, words, position, categories,
                              country_code, region, city, has_website, has_phone, has_email, rating, status, timezone,
                              open_minutes, unsure_minutes, content)
          select id, provider, content_hash, sort_name, match_text, to_tsvector('simple', words), point(lng, lat),
                 string_to_array(categories, ${SEPARATOR}), country_code, region, city, has_website, has_phone, has_email,
                 rating, status, timezone, open_minutes, unsure_minutes, content
          from unnest(
                   ${uuidArray(places.map(({ placeId }) => placeId))}::uuid[],
                   ${textArray(column((row) => row.provider))}::text[],
                   ${uuidArray(column((row) => row.contentHash))}::uuid[],
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
                   ${jsonArray(column((row) => row.content))}::json[]
          ) as p (id, provider, content_hash, sort_name, match_text, words, lng, lat, categories, country_code, region,
                  city, has_website, has_phone, has_email, rating, status, timezone, open_minutes, unsure_minutes, content)
          on conflict (id) do update set
            provider = excluded.provider, content_hash = excluded.content_hash, sort_name = excluded.sort_name,
            match_text = excluded.match_text, words = excluded.words, position = excluded.position,
            categories = excluded.categories, country_code = excluded.country_code, region = excluded.region,
            city = excluded.city, has_website = excluded.has_website, has_phone = excluded.has_phone,
            has_email = excluded.has_email, rating = excluded.rating, status = excluded.status,
            timezone = excluded.timezone, open_minutes = excluded.open_minutes,
            unsure_minutes = excluded.unsure_minutes, content = excluded.content,
            changed_at = now()`,
    ),
  )
}
