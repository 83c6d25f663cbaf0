// Whether two searches looked in the same area: only then what the later one did not find is gone.
import { sql, type Sql } from '#platform/db/sql.ts'

/** The outline of an area that is computed from the data moves a little when the data changes: so far at most, in degrees. */
const MAX_MOVED_DEGREES = 0.02
/** And of what the map shows by no more than this share of its larger side: otherwise two quarters of a town are one. */
const MAX_MOVED_SHARE = 0.05

/**
 * Whether two areas of searches, columns or expressions, are one and the same. What a caller drew or gave as numbers is so to the
 * last digit; what has a name may have moved a little on the map meanwhile.
 */
export function areSameArea(one: Sql, other: Sql): Sql {
  const [west, south, east, north] = [0, 1, 2, 3].map(
    (side) => sql`(${one} -> 'bbox' ->> ${side}::integer)::float8`,
  )
  const tolerance = sql`case
    when ${one} ->> 'kind' in ('bbox', 'circle', 'polygon') then 0
    when ${one} ->> 'source' is null then ${MAX_MOVED_DEGREES}::float8
    else least(${MAX_MOVED_DEGREES}, ${MAX_MOVED_SHARE} * greatest(abs(${east} - ${west}), ${north} - ${south})) end`
  return sql`(
    ${one} ->> 'kind' = ${other} ->> 'kind' and (${one} ->> 'source') is not distinct from (${other} ->> 'source')
    and (${one} ->> 'source' is not null or (${one} ->> 'name') is not distinct from (${other} ->> 'name'))
    and (${one} -> 'circle' ->> 'radiusM') is not distinct from (${other} -> 'circle' ->> 'radiusM')
    and (${one} ->> 'kind' <> 'polygon' or ${one} ->> 'geometry' = ${other} ->> 'geometry')
    and not exists (
      select from generate_series(0, 3) side
      where abs((${one} -> 'bbox' ->> side)::float8 - (${other} -> 'bbox' ->> side)::float8) > ${tolerance}))`
}
