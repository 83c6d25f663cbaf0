// The shared buckets and windows of the rate limit as rows of PostgreSQL, by its clock.
import type { Database } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/telemetry/logger.ts'
import { stepMs } from './request-log.ts'
import type { TokenStore } from './shared-rate-limiter.ts'
import type { WindowAnswer, WindowStore } from './window-reservations.ts'

const SWEEP_EVERY_MS = 300_000

/** Needs the tables of the module keys. Old rows are swept now and then. */
export function postgresTokenStore({
  db,
  log,
}: {
  readonly db: Database
  readonly log: Logger
}): TokenStore & WindowStore {
  let sweptAt = performance.now()

  /** A bucket that was not used for ten minutes is full, as a missing one is. */
  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = performance.now()
    try {
      await db.execute(sql`delete from rate_limits where refilled_at < now() - interval '10 minutes'`)
      await db.execute(sql`delete from rate_windows where changed_at < now() - interval '10 minutes'`)
    } catch (error) {
      log.warn({ err: error }, 'idle rate limits were not swept')
    }
  }

  return {
    async reserve(subject, want, { burst, perMs }) {
      await sweep()
      // now() is the start of the statement: a statement that waited for the row lock refills less, never more.
      const held = sql`least(${burst}::float8, r.tokens +
        greatest(0, extract(epoch from now() - r.refilled_at)::float8) * ${perMs * 1000}::float8)`
      const first = Math.min(want, burst)
      const [row] = await db.query<{ granted: number; tokens: number }>(
        prepared(
          'reserve_tokens',
          sql`
            insert into rate_limits as r (subject, tokens, refilled_at, granted)
            values (${subject}, ${burst - first}::float8, now(), ${first}::int)
            on conflict (subject) do update
              set granted = least(${want}::int, floor(${held})),
                  tokens = ${held} - least(${want}::int, floor(${held})),
                  refilled_at = greatest(r.refilled_at, now())
            returning granted, tokens`,
        ),
      )
      return { granted: row?.granted ?? 0, left: row?.tokens ?? 0 }
    },

    async reserveInWindow(subject, want, policy, heldMs) {
      await sweep()
      const { quota, windowMs } = policy
      const step = stepMs(policy)
      const clock = sql`floor(extract(epoch from now()) * 1000)::bigint`
      const at = sql`(ceil(${clock}::float8 / ${step}::float8) * ${step}::float8)::bigint`
      // A statement that waited for a row lock reads an older clock, so it must still see entries that the other one
      // dropped meanwhile.
      const forgotten = sql`(${clock} - ${Math.ceil(windowMs + 2 * heldMs)}::bigint)`
      const past = sql`(${clock} - ${Math.ceil(windowMs + heldMs)}::bigint)`
      const first = Math.min(want, quota)
      const [row] = await db.query<WindowAnswer>(
        prepared(
          'reserve_in_window',
          sql`
            insert into rate_windows as r (subject, at_ms, counts, granted, changed_at)
            values (${subject}, array[${at}], array[${first}::int], ${first}::int, now())
            on conflict (subject) do update set (at_ms, counts, granted, changed_at) = (
              with kept as (
                select t, n from unnest(r.at_ms, r.counts) as k (t, n) where t >= ${forgotten}
              ),
              got as (
                select greatest(0, least(${want}::int, ${quota}::int - coalesce(sum(n), 0)))::int as n
                from kept where t >= ${past}
              )
              select coalesce(array_agg(t order by t), '{}'), coalesce(array_agg(n order by t), '{}'),
                (select n from got), now()
              from (
                select t, sum(n)::int as n from (
                  select t, n from kept union all select ${at}, n from got where n > 0
                ) as each group by t
              ) as summed
            )
            returning granted,
              (
                select greatest(0, ${quota}::int - coalesce(sum(n), 0))::int
                from unnest(at_ms, counts) as k (t, n) where t >= ${past}
              ) as "left",
              (
                select coalesce(min(t) - ${past}, 0)::float8 from unnest(at_ms) as t where t >= ${past}
              ) as "nextMs",
              (
                select coalesce(max(t) - ${past}, 0)::float8 from unnest(at_ms) as t where t >= ${past}
              ) as "resetMs"`,
        ),
      )
      if (row === undefined) throw new Error('the request was not counted')
      return row
    },
  }
}
