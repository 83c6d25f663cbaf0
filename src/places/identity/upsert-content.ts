// Writes the known content of places, and the columns that lists filter by.
import { booleanArray, floatArray, jsonArray, textArray, uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { ClaimedPlace } from './claim-places.ts'
import type { PlaceRow } from '#places/content/place-row.ts'

/** Joins the ids of categories as parameters of the statement, because unnest would flatten lists of lists. */
const SEPARATOR = '\u001F'

/**
 * `timezones`: the names that the database knows; for hours in another zone no moment can be tested.
 *
 * One array for each column costs the server half as much as one array of records.
 */
export async function upsertContent(
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
                              open_minutes, content)
          select id, provider, content_hash, sort_name, match_text, to_tsvector('simple', words), point(lng, lat),
                 string_to_array(categories, ${SEPARATOR}), country_code, region, city, has_website, has_phone, has_email,
                 rating, status, timezone, open_minutes, content
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
                   ${jsonArray(column((row) => row.content))}::json[]
          ) as p (id, provider, content_hash, sort_name, match_text, words, lng, lat, categories, country_code, region,
                  city, has_website, has_phone, has_email, rating, status, timezone, open_minutes, content)
          on conflict (id) do update set
            provider = excluded.provider, content_hash = excluded.content_hash, sort_name = excluded.sort_name,
            match_text = excluded.match_text, words = excluded.words, position = excluded.position,
            categories = excluded.categories, country_code = excluded.country_code, region = excluded.region,
            city = excluded.city, has_website = excluded.has_website, has_phone = excluded.has_phone,
            has_email = excluded.has_email, rating = excluded.rating, status = excluded.status,
            timezone = excluded.timezone, open_minutes = excluded.open_minutes, content = excluded.content,
            changed_at = now()`,
    ),
  )
}
