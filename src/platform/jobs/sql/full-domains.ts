// The domains that take no job now: as many jobs as allowed are running, or the domain is closed for a while.
import { sql, type Sql } from '#platform/db/sql.ts'
import { integer } from '#platform/db/planner-hints.ts'

/**
 * The CTE `full_domains` (domain). The table holds running jobs and closed domains, which are few however many jobs
 * wait. Jobs of such a domain in the claim window are skipped one by one; all others are held back, which keeps these
 * few.
 */
export function fullDomains(domainConcurrency: number): Sql {
  return sql`
    full_domains as materialized (
      select domain from job_domains where running >= ${integer(domainConcurrency)} or closed_until > now()
    )`
}
