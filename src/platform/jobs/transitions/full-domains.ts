// Which domains take no job now: as many as may run do so, or the domain is closed for a while.
import { sql, type Sql } from '#platform/db/sql.ts'
import { integer } from '#platform/jobs/planner.ts'

/**
 * The CTE `full_domains` (domain). The table holds what runs and what is closed, which is little however many jobs wait.
 * Jobs of such a domain that are in sight are passed over one by one, and parking keeps those few.
 */
export function fullDomains(domainConcurrency: number): Sql {
  return sql`
    full_domains as materialized (
      select domain from job_domains where running >= ${integer(domainConcurrency)} or closed_until > now()
    )`
}
