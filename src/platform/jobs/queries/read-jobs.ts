// Reads jobs by id, with their results.
import type { Queryable } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { JobRecord } from '#platform/jobs/model/job-record.ts'
import { looksRare } from '#platform/db/planner-hints.ts'
import { isUserType } from '#platform/jobs/model/system-type.ts'
import { closedDomain, jobColumns, recordOf, waitColumns, type JobRow } from '#platform/jobs/model/job-row.ts'

/** Takes stored uuids. Answers in their order, with null for missing jobs. */
export async function readJobs(db: Queryable, ids: readonly string[]): Promise<(JobRecord | null)[]> {
  const rows = await db.query<JobRow & { result: unknown; result_expired: boolean }>(
    prepared(
      'jobs_read',
      sql`
        select ${jobColumns}, ${waitColumns}, r.result,
          j.state = 'succeeded' and j.children_total is null and r.job_id is null as result_expired
        from unnest(${ids}::uuid[]) with ordinality as w (id, n)
        join jobs j on j.id = w.id
        left join job_results r on r.job_id = j.id
        ${closedDomain}
        where ${looksRare} and ${isUserType}`,
    ),
  )
  const records = new Map(rows.map((row) => [row.id, recordOf(row, row.result, row.result_expired)]))
  return ids.map((id) => records.get(id) ?? null)
}
