// Fills a store with many places: those of an extract, again and again, elsewhere and under other names.
import type { MapPlace } from '#contract/places/place.ts'
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import { storePlaces } from '#test/support/places/stored-places.ts'

/** Of a tenth of the places `overture` has a record as well, and of a hundredth of those it has the first. */
const PROVIDERS_COLUMN = sql`case when r < 0.001 then 'overture,' || provider when r < 0.1 then provider || ',overture' end`
/** A city that has a hundredth of the places. */
export const BIG_CITY = 'City 0'
const CITIES = 2_000

/**
 * Answers the id of the session that has them all. Written as searches would leave them, except that the server does it in
 * one statement for each table; the indexes are there meanwhile.
 */
export async function fillStore(db: Database, extract: readonly MapPlace[], places: number): Promise<string> {
  const { sessionId, session } = await storePlaces(db, [extract])
  const left = places - extract.length
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local maintenance_work_mem = '1GB'`)
    await tx.execute(sql`create temporary table base on commit drop as
      select row_number() over () - 1 as n, * from places`)
    await tx.execute(sql`create temporary table clones on commit drop as
      select uuidv7() as new_id, i, i % ${extract.length} as n, random() as r, random() as r2
      from generate_series(1, ${left}::integer) i`)
    const { rows } = await indexesOf(tx)
    for (const { name } of rows) await tx.execute({ text: `drop index ${name}`, values: [] })
    await tx.execute(sql`
      insert into places (id, provider, providers, content, content_hash, sort_name, match_text, words, position, categories,
                          country_code, region, city, has_website, has_phone, has_email, rating, status, timezone,
                          open_minutes, changed_at)
      select new_id, provider, ${PROVIDERS_COLUMN}, content, content_hash, sort_name || ' ' || i, match_text || ' ' || substr(md5(i::text), 1, 6),
             words || array_to_tsvector(array[substr(md5(i::text), 1, 6)]),
             point(position[0] + (r - 0.5) * 20, position[1] + (r2 - 0.5) * 10), categories,
             case when r < 0.2 then 'LI' when r < 0.6 then 'DE' else 'FR' end, null,
             'City ' || case when r2 < 0.01 then 0 else floor(r2 * ${CITIES}::integer) end,
             has_website, has_phone, has_email,
             case when r < 0.3 then round((1 + 4 * r2)::numeric, 1) end, status, timezone, open_minutes, changed_at
      from clones join base using (n) order by new_id`)
    await tx.execute(sql`insert into sightings (place_id) select new_id from clones order by new_id`)
    await tx.execute(sql`
      insert into session_places (session_id, place_id) select ${session}::uuid, new_id from clones order by new_id`)
    await tx.execute(sql`update sessions set places = ${places}::integer where id = ${session}`)
    for (const { definition } of rows) await tx.execute({ text: definition, values: [] })
  })
  for (const table of ['places', 'sightings', 'session_places', 'place_counts']) {
    await db.execute({ text: `vacuum analyze ${table}`, values: [] })
  }
  return sessionId
}

async function indexesOf(tx: Pick<Database, 'query'>) {
  const rows = await tx.query<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = 'places' and indexname <> 'places_pkey'`)
  return { rows }
}
