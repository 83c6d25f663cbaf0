// queued → running for jobs whose worker was lost: a part of them at a time in one worker, and alone after a third loss.
import type { Database } from '#platform/db/database.ts'
import { prepared, sql } from '#platform/db/sql.ts'
import type { JobSettings } from '#platform/jobs/model/job-settings.ts'
import { fullDomains } from './full-domains.ts'
import { outcomeOf, takeLeases, type ClaimOutcome, type ClaimRow } from './claim.ts'

/**
 * A worker runs at most one in this many of the jobs of its types that were lost once, or twice, at a time. Most workers end
 * for another reason than a job: half of theirs at a time are done soon. What the next worker leaves behind has more of those
 * that crash it.
 */
const SHARES = { once: 2, twice: 8 } as const
/** A job lost so often is alone. It leaves one more delivery of five for a worker that ends for another reason. */
const ALONE = 3

const NONE: ClaimOutcome = { claims: [], goneWorkers: new Set(), ineligibleWorkers: new Set(), more: false }

/**
 * Jobs that were lost less often go first, and none runs beside one that was lost more often. A job that was lost three
 * times goes to a worker that runs no other isolated job, so that a job which crashes its worker soon does so alone. Claims nothing when the worker is gone, is
 * to take no work, did not register the types, or is being served by another replica right now.
 */
export async function claimIsolated(
  db: Database,
  settings: JobSettings,
  request: { readonly workerId: string; readonly types: readonly string[]; readonly count: number },
): Promise<ClaimOutcome> {
  const { workerId, types, count } = request
  return db.transaction(async (tx) => {
    // One claim of isolated jobs at a time for a worker: the next statement sees what the one before claimed.
    const [worker] = await tx.query(sql`
      select id from workers
      where id = ${workerId} and gone_at is null and directive = 'continue'
        and capabilities -> 'types' @> ${JSON.stringify(types)}::jsonb
      for no key update skip locked`)
    if (worker === undefined) return NONE
    const rows = await tx.query<ClaimRow>(
      prepared(
        `jobs_claim_isolated_${settings.domainConcurrency}_${settings.leaseMs}`,
        sql`
          with ${fullDomains(settings.domainConcurrency)},
          waiting as materialized (
            select j.id, j.priority, j.rank, least(j.deliveries - j.failures, ${ALONE}) as losses
            from jobs j
            where j.isolated and j.state = 'queued' and j.type = any(${types}::text[])
              and (j.domain is null or j.domain not in (select domain from full_domains))
              and coalesce(least(j.queue_until, j.deadline_at) > now(), true)
              and (select state from queue_control) <> 'paused'
          ),
          first as materialized (
            select losses, count(*) as n from waiting group by losses order by losses limit 1
          ),
          running as materialized (
            -- The delivery that runs is counted as well.
            select count(*) as n, max(least(j.deliveries - j.failures - 1, ${ALONE})) as losses
            from jobs j
            where j.isolated and j.state = 'running' and j.worker_id = ${workerId}
          ),
          room as materialized (
            select case
                when running.n > 0 and running.losses <> first.losses then 0
                when first.losses >= ${ALONE} then 1 - least(running.n, 1)
                else greatest(0, ceil((first.n + running.n)::float8 /
                  case first.losses when 2 then ${SHARES.twice}::float8 else ${SHARES.once}::float8 end) - running.n)
              end as n
            from first, running
          ),
          locked as materialized (
            select l.id, l.domain, (row_number() over ())::integer as slot, ${workerId}::uuid as worker_id from (
              select j.id, j.domain
              from waiting w
              join jobs j on j.id = w.id
              where j.isolated and j.state = 'queued' and w.losses = (select losses from first)
              order by w.priority desc, w.rank, w.id
              limit least((select n from room)::integer, ${count}::integer)
              for update of j skip locked
            ) as l
          ),
          ${takeLeases(settings)}
          select 0 as candidates, null as gone, null as unfit, t.* from taken t`,
      ),
    )
    return { ...outcomeOf(rows), more: false }
  })
}
