// How much the jobs of places met of the faults of an experiment.
import type { Database } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** `db`: over the schema of places. */
export async function deliveries(db: Database): Promise<object> {
  const [row] = await db.query<{ jobs: number; repeated: number; leasesLost: number }>(sql`
    select count(*) as jobs, count(*) filter (where deliveries > 1) as repeated,
      (select count(*) from job_events where event = 'lease_lost') as "leasesLost"
    from jobs`)
  return row ?? {}
}
