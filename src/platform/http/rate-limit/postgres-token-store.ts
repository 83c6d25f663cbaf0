// The shared buckets of the rate limit as rows of PostgreSQL; its clock refills them.
import type { Database } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { Logger } from '#platform/log/logger.ts'
import type { TokenStore } from './shared-rate-limiter.ts'

const SWEEP_EVERY_MS = 300_000

export function postgresTokenStore({ db, log }: { readonly db: Database; readonly log: Logger }): TokenStore {
  let sweptAt = performance.now()

  /** A bucket nobody drew from for ten minutes is full, as a missing one is. */
  async function sweep(): Promise<void> {
    if (performance.now() - sweptAt < SWEEP_EVERY_MS) return
    sweptAt = performance.now()
    try {
      await db.execute(sql`delete from rate_limits where refilled_at < now() - interval '10 minutes'`)
    } catch (error) {
      log.warn({ err: error }, 'idle rate limits were not swept')
    }
  }

  return {
    async reserve(subject, want, { burst, perMs }) {
      await sweep()
      // now() is when the statement began: one that waited for another's row refills less, never more.
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
  }
}
