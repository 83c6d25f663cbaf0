// The places that may be the same as given ones: their neighbours, and those a little further with the same number, domain or item.
import { uuidArray } from '#platform/db/array-parameters.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { KeptContent } from '#places/content/kept-content.ts'
import { METRES_PER_DEGREE } from '#kit/geo/geometry.ts'
import { comparedPlace, type ComparedPlace } from './scoring/compared-place.ts'

/** Of each place the nearest ones are compared: in a dense street there are more within the radius. */
const MAX_NEIGHBOURS = 80
const NEAR_M = 150
/** How far apart the places with one number, page or item may lie. */
const KEY_M = 2_000
const MAX_BY_KEY = 10
/** Towards the poles a degree of longitude becomes short without end. */
const MIN_COSINE = 0.05

/** Pairs of uuids, each place of `ids` with its candidates. Places that no longer exist have none. */
export async function findCandidates(
  db: Queryable,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly otherId: string }[]> {
  const around = (metres: number) => sql`
    box(point(p.position[0] - r.east * ${metres}, p.position[1] - r.north * ${metres}),
        point(p.position[0] + r.east * ${metres}, p.position[1] + r.north * ${metres}))`
  return db.query<{ id: string; otherId: string }>(sql`
    select p.id, o.id as "otherId"
    from unnest(${uuidArray(ids)}::uuid[]) as asked (id)
    join places p on p.id = asked.id
    cross join lateral (
      select 1 / ${METRES_PER_DEGREE}::float8 as north,
             1 / (${METRES_PER_DEGREE}::float8 * greatest(${MIN_COSINE}, cos(radians(p.position[1])))) as east
    ) r
    -- The words that begin with "tel" and "wikidata" are those of content/search-words.ts.
    cross join lateral (
      select string_agg(quote_literal(lexeme), ' | ') as words
      from unnest(tsvector_to_array(p.words)) lexeme where lexeme ~ '^(tel\\d{6,}|wikidataq\\d+)$'
    ) k
    cross join lateral (
      (select n.id from places n
       where n.position <@ ${around(NEAR_M)} and n.id <> p.id
       order by n.position <-> p.position limit ${MAX_NEIGHBOURS})
      union
      (select n.id from places n
       where k.words is not null and n.words @@ k.words::tsquery
         and n.position <@ ${around(KEY_M)} and n.id <> p.id
       limit ${MAX_BY_KEY})
    ) o`)
}

/** The places as they are compared, by uuid. */
export async function readCompared(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ComparedPlace>> {
  const rows = await db.query<{ id: string; provider: string; content: KeptContent }>(sql`
    select id, provider, content from places where id = any(${uuidArray(ids)}::uuid[])`)
  return new Map(rows.map(({ id, provider, content }) => [id, comparedPlace(id, provider, content)]))
}
