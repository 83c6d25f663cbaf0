// How often the places of a map have each field: counted by day, and compared with the weeks before.
import type { FieldCounts } from '#contract/run-reports.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** The share of places with a field, of today and yesterday and of the weeks before; null without places. */
export interface FieldRate {
  readonly provider: string
  readonly payload: string
  readonly field: string
  /** 0 to 1. */
  readonly recent: number | null
  readonly recentPlaces: number
  readonly usual: number | null
  readonly usualPlaces: number
}

const KEEP_DAYS = 90
const USUAL_DAYS = 30
/** With fewer places a share says little. */
const MIN_RECENT_PLACES = 40
const MIN_USUAL_PLACES = 100
/** A field that fewer places have comes and goes with what is searched for. */
const MIN_USUAL_SHARE = 0.3
/** Of its usual share. */
const ALARM_BELOW = 0.5

/** Rows are locked in one order, because the ends of other runs add to the same ones. */
export async function addFieldCounts(tx: Queryable, counts: readonly FieldCounts[]): Promise<void> {
  const rows = counts.flatMap(({ provider, payload, places, filled }) =>
    Object.entries(filled).map(([field, count]) => ({ provider, payload, field, places, count })),
  )
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into field_fills as f (provider, payload, field, places, filled)
    select provider, payload, field, sum(places), sum(least(filled, places))
    from unnest(${rows.map((row) => row.provider)}::text[], ${rows.map((row) => row.payload)}::text[],
                ${rows.map((row) => row.field)}::text[], ${rows.map((row) => row.places)}::bigint[],
                ${rows.map((row) => row.count)}::bigint[]) as r (provider, payload, field, places, filled)
    group by provider, payload, field order by provider, payload, field
    on conflict (provider, payload, field, day)
    do update set places = f.places + excluded.places, filled = f.filled + excluded.filled`)
}

/** Of every field that was ever counted and is still kept. */
export async function readFieldRates(db: Queryable): Promise<FieldRate[]> {
  return db.query<FieldRate>(sql`
    with days as (
      select provider, payload, field, places, filled, day >= (now() at time zone 'utc')::date - 1 as is_recent
      from field_fills where day >= (now() at time zone 'utc')::date - ${USUAL_DAYS}::integer
    )
    select provider, payload, field,
           (sum(filled) filter (where is_recent) / nullif(sum(places) filter (where is_recent), 0))::float8 as recent,
           coalesce(sum(places) filter (where is_recent), 0)::float8 as "recentPlaces",
           (sum(filled) filter (where not is_recent) / nullif(sum(places) filter (where not is_recent), 0))::float8 as usual,
           coalesce(sum(places) filter (where not is_recent), 0)::float8 as "usualPlaces"
    from days group by provider, payload, field order by provider, payload, field`)
}

/** Answers how many rows were deleted. */
export async function forgetFieldCounts(db: Queryable): Promise<number> {
  return db.execute(
    sql`delete from field_fills where day < (now() at time zone 'utc')::date - ${KEEP_DAYS}::integer`,
  )
}

/** Whether a field is filled far more seldom than it used to be; null while there is too little to tell. */
export function isDrifting({ recent, recentPlaces, usual, usualPlaces }: FieldRate): boolean | null {
  if (recent === null || usual === null) return null
  if (recentPlaces < MIN_RECENT_PLACES || usualPlaces < MIN_USUAL_PLACES) return null
  return usual >= MIN_USUAL_SHARE && recent < ALARM_BELOW * usual
}
