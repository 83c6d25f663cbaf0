// The pages of a crawl whose jobs have ended, with what their results say of them.
import { Type, type Static } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import type { JobState } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import { Nullable } from '#contract/schema.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** What a crawl reads of the data of a page. */
const Facts = Type.Object({
  notModified: Type.Boolean(),
  etag: Nullable(Type.String()),
  lastModified: Nullable(Type.String()),
  title: Nullable(Type.String()),
  canonical: Nullable(Type.String()),
  noindex: Type.Boolean(),
  nofollow: Type.Boolean(),
  softError: Type.Boolean(),
  links: Type.Array(Type.Object({ href: Type.String(), nofollow: Type.Boolean() })),
  linksCut: Type.Boolean(),
  contentHash: Nullable(Type.String()),
  // Workers of older versions make none.
  contentSketch: Type.Optional(Nullable(Type.String())),
})
const Response = Type.Object({
  finalUrl: Type.String(),
  statusCode: Type.Integer(),
  bytes: Type.Integer(),
  redirects: Type.Array(Type.String()),
})
const isFacts = lazyShape(Facts)
const isResponse = lazyShape(Response)

/** The site confirmed neither of these now. */
const FROM_COPY: ReadonlySet<string> = new Set(['hit', 'stale'])

/** A page that was fetching and whose job has ended. */
export interface EndedPage {
  readonly key: string
  readonly url: string
  readonly depth: number
  readonly isKnown: boolean
  readonly knownHash: string | null
  /** The page of which the earlier crawl knew it as a near duplicate. */
  readonly knownNear: string | null
  readonly duplicateOf: string | null
  /** A stored uuid. */
  readonly job: string
  readonly jobState: JobState
  readonly error: Problem | null
  /** Null where there is no result, or one of another shape. */
  readonly facts: Static<typeof Facts> | null
  /** The sitemap names the date of the earlier crawl: `job` and `facts` are those of then, and nothing was asked for. */
  readonly isDated: boolean
  /** What the earlier crawl read of a page that was not modified; null where its result is not kept any more. */
  readonly earlierFacts: Static<typeof Facts> | null
  readonly response: Static<typeof Response> | null
  /** Nothing was asked of the site: it came from a kept copy, or was not asked for. */
  readonly isKept: boolean
  /** When the kept copy that the page came from was fetched; null: it came from the site. */
  readonly copyFrom: string | null
}

interface Row extends Omit<EndedPage, 'facts' | 'earlierFacts' | 'response' | 'isKept' | 'copyFrom'> {
  readonly facts: unknown
  readonly earlierFacts: unknown
  readonly response: unknown
  readonly cache: string | null
  readonly storedAt: string | null
}

/** At most `limit`, in the order of their ends. */
export async function endedPages(tx: Queryable, crawl: string, limit: number): Promise<EndedPage[]> {
  const rows = await tx.query<Row>(sql`
    select p.key, p.url, p.depth, p.is_known as "isKnown", p.content_hash as "knownHash",
      p.near_duplicate_of as "knownNear", p.duplicate_of as "duplicateOf", p.page_job as job, coalesce(j.state, 'expired') as "jobState", j.error,
      r.result -> 'data' -> 'page' as facts, r.result -> 'response' as response,
      coalesce(p.page_job = p.result_job, false) as "isDated", e.result -> 'data' -> 'page' as "earlierFacts",
      r.result -> 'cache' ->> 'status' as cache, r.result -> 'cache' ->> 'storedAt' as "storedAt"
    from site_pages p
    -- A crawl may be paused for longer than jobs are kept.
    left join jobs j on j.id = p.page_job
    left join job_results r on r.job_id = j.id
    left join job_results e on e.job_id = p.result_job and r.result -> 'data' -> 'page' ->> 'notModified' = 'true'
    where p.crawl_id = ${crawl} and p.state = 'fetching' and (j.id is null or j.completed_at is not null)
    order by j.completed_at, p.n
    limit ${limit}`)
  return rows.map(({ facts, earlierFacts, response, cache, storedAt, ...row }) => ({
    ...row,
    facts: isFacts.Check(facts) ? facts : null,
    earlierFacts: isFacts.Check(earlierFacts) ? earlierFacts : null,
    response: isResponse.Check(response) ? response : null,
    isKept: cache === 'hit' || row.isDated,
    copyFrom: cache !== null && FROM_COPY.has(cache) ? timeOf(storedAt) : null,
  }))
}

/** Workers say it, so it may be no time at all. */
function timeOf(text: string | null): string | null {
  const ms = text === null ? NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
