// What crawl must know of a job when its result comes: remembered from the claim, or queried for a claim of another
// replica.
import { formatId, parseId } from '#kit/ids.ts'
import { createWeightedLru } from '#kit/weighted-lru.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobRecord } from '#platform/jobs/job-engine.ts'

/** What completing a job depends on, without its input. */
export interface ClaimedFacts {
  readonly type: string
  /** `delivery: artifact`: its data becomes a file. */
  readonly asFile: boolean
}

/** A bounded memory: a job that it has forgotten is queried. */
export interface ClaimedJobs {
  remember(job: Pick<JobRecord, 'id' | 'type' | 'input'>): void
  /** Null for a job that was claimed through another replica. */
  typeOf(jobId: string): string | null
  /** By id, without jobs that do not exist. */
  about(jobIds: readonly string[], on: Queryable): Promise<ReadonlyMap<string, ClaimedFacts>>
}

/** Beyond this many, jobs are queried. */
const MAX_REMEMBERED = 20_000

/** Holds the jobs that this replica claimed or queried last, at most 20,000. */
export function createClaimedJobs(): ClaimedJobs {
  const remembered = createWeightedLru<ClaimedFacts>(MAX_REMEMBERED)

  async function lookUp(jobIds: readonly string[], on: Queryable): Promise<[string, ClaimedFacts][]> {
    const uuids = jobIds.flatMap((id) => parseId('job', id) ?? [])
    if (uuids.length === 0) return []
    const rows = await on.query<{ id: string } & ClaimedFacts>(sql`
      select id, type, coalesce(input ->> 'delivery' = 'artifact', false) as "asFile"
      from jobs where id = any(${uuids}::uuid[])`)
    return rows.map(({ id, type, asFile }) => [formatId('job', id), { type, asFile }])
  }

  return {
    remember({ id, type, input }) {
      remembered.set(id, { type, asFile: Object(input).delivery === 'artifact' }, 1)
    },
    typeOf: (jobId) => remembered.get(jobId)?.type ?? null,
    async about(jobIds, on) {
      const facts = new Map<string, ClaimedFacts>()
      for (const id of jobIds) {
        const known = remembered.get(id)
        if (known !== undefined) facts.set(id, known)
      }
      if (facts.size === jobIds.length) return facts
      const found = await lookUp(
        jobIds.filter((id) => !facts.has(id)),
        on,
      )
      for (const [id, known] of found) {
        facts.set(id, known)
        remembered.set(id, known, 1)
      }
      return facts
    },
  }
}
