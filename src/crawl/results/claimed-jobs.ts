// What crawl must know of a job when its result comes: remembered from the claim, or queried for a claim of another
// replica.
import { formatId, parseId } from '#kit/ids.ts'
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

/** Twice as many are remembered at most; the others are queried. */
const MAX_RECENT = 10_000

/** Holds the jobs that this replica claimed or queried last, at most 20,000. */
export function createClaimedJobs(): ClaimedJobs {
  // Two generations in the place of an order of use, which costs each read a deletion and an insertion.
  let recent = new Map<string, ClaimedFacts>()
  let older = new Map<string, ClaimedFacts>()
  const known = (id: string): ClaimedFacts | undefined => recent.get(id) ?? older.get(id)
  const keep = (id: string, facts: ClaimedFacts): void => {
    if (recent.size >= MAX_RECENT) [recent, older] = [new Map(), recent]
    recent.set(id, facts)
  }

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
      keep(id, { type, asFile: Object(input).delivery === 'artifact' })
    },
    typeOf: (jobId) => known(jobId)?.type ?? null,
    async about(jobIds, on) {
      const facts = new Map<string, ClaimedFacts>()
      for (const id of jobIds) {
        const held = known(id)
        if (held !== undefined) facts.set(id, held)
      }
      if (facts.size === jobIds.length) return facts
      const found = await lookUp(
        jobIds.filter((id) => !facts.has(id)),
        on,
      )
      for (const [id, read] of found) {
        facts.set(id, read)
        keep(id, read)
      }
      return facts
    },
  }
}
