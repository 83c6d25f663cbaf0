// Says of a search that its data is older than what an earlier one had, as after an extract was replaced by an older one.
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** Earlier searches that are looked at. */
const LOOKED_AT = 1_000
/** Servers of one map lag behind each other; extracts are made once a day. */
const MIN_LAG_HOURS = 12

/**
 * `tx` holds the search, whose cells have ended. Where an earlier search of the same provider had newer data of this area,
 * by as many extracts: what is older now replaced newer values, and reads as a change.
 */
export async function warnOfOlderData(tx: Queryable, searchId: string): Promise<void> {
  await tx.execute(sql`
    with this as (
      select id, provider, area -> 'bbox' as box, data_at, json_array_length(attribution) as files
      from searches where id = ${searchId}
    ), newest as (
      select max(b.data_at) as data_at from this
      join (
        select id, provider, data_at, area, attribution from searches
        where id < ${searchId} order by id desc limit ${LOOKED_AT}
      ) b on b.provider = this.provider and b.data_at > this.data_at + ${MIN_LAG_HOURS} * interval '1 hour'
        and json_array_length(b.attribution) = this.files
        and (b.area -> 'bbox' ->> 0)::float8 <= (this.box ->> 2)::float8
        and (b.area -> 'bbox' ->> 2)::float8 >= (this.box ->> 0)::float8
        and (b.area -> 'bbox' ->> 1)::float8 <= (this.box ->> 3)::float8
        and (b.area -> 'bbox' ->> 3)::float8 >= (this.box ->> 1)::float8
    )
    update searches s
    set warnings = s.warnings || jsonb_build_array(jsonb_build_object('code', 'older_data', 'detail',
      'The data is of ' || to_char(this.data_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI"Z"')
      || ', and an earlier search of this area had data of ' || to_char(newest.data_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI"Z"')
      || ': what differs replaced newer values, and stands in the history as a change.'))
    from this, newest
    where s.id = this.id and newest.data_at is not null
      and not s.warnings @? '$[*] ? (@.code == "older_data")'`)
}
