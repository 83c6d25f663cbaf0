// The job that reads all kept payloads again. It goes on behind the last page that it wrote, however often it is started.
import { parseId } from '#kit/ids.ts'
import type { Database, Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSpec } from '#platform/jobs/job-engine.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import { RETRY_LIMITS, retryUntil } from '#places/crawl-calls/retry-until.ts'
import type { MapSource } from '#places/searches/running/map-source.ts'
import { nextPage, parsePage, writePage, type ParsePayloads, type ReparsedPage } from './reparse-pages.ts'

export const REPARSE_JOB = 'places.reparse'

/** Behind searches. */
const PRIORITY = 3

/** What a run has done so far. */
export interface ReparseCounts extends ReparsedPage {
  readonly pages: number
}

/** Equal requests share a job. */
export function reparseJob(origin: {
  readonly fairnessKey: string
  readonly traceparent: string | null
}): JobSpec {
  return {
    ...RETRY_LIMITS,
    type: REPARSE_JOB,
    input: {},
    priority: PRIORITY,
    fairnessKey: origin.fairnessKey,
    dedupeKey: REPARSE_JOB,
    ...(origin.traceparent === null ? {} : { traceparent: origin.traceparent }),
  }
}

/** What the handler works with. */
export interface ReparseDeps {
  readonly db: Database
  readonly source: Pick<MapSource, 'parse'>
  readonly timezones: () => Promise<ReadonlySet<string>>
}

/** The handler. Its result says how many places were read, and how many of them became different. */
export function runReparse({
  db,
  source,
  timezones,
}: ReparseDeps): (job: LocalJob) => Promise<ReparseCounts> {
  return async (job) => {
    const id = parseId('job', job.id) ?? ''
    await db.execute(sql`insert into reparses (id) values (${id}) on conflict do nothing`)
    const [total] = await db.query<{ n: number }>(sql`select count(*)::integer as n from payload_pages`)
    const writing = { timezones: await timezones(), origin: { source: 'reparse' } } as const
    for (;;) {
      const { after, ...counts } = await readRun(db, id)
      job.progress({ done: counts.pages, total: Math.max(counts.pages, total?.n ?? 0), message: null })
      const page = await nextPage(db, after)
      if (page === null) return counts
      const parsed = await parsePage(page, parseBy(source, job, page.id))
      await job.write(async (tx) => {
        const { places, changed, unread } = await writePage(tx, parsed, writing)
        await tx.execute(sql`
          update reparses
          set after = ${page.id}, pages = pages + 1, places = places + ${places}, changed = changed + ${changed},
              unread = unread + ${unread}
          where id = ${id} and after is not distinct from ${after}::uuid`)
      })
    }
  }
}

function parseBy(source: Pick<MapSource, 'parse'>, job: LocalJob, pageId: string): ParsePayloads {
  let part = 0
  return async (input) => {
    part += 1
    const request = {
      input,
      idempotencyKey: `${job.id}-${pageId}-${part}`,
      traceparent: job.traceparent,
      signal: job.signal,
      wasCancelled: job.wasCancelled,
    }
    const answer = await retryUntil(job, async () => source.parse(request))
    return answer?.places ?? []
  }
}

async function readRun(
  db: Queryable,
  id: string,
): Promise<ReparseCounts & { readonly after: string | null }> {
  const [run] = await db.query<ReparseCounts & { after: string | null }>(
    sql`select after, pages, places, changed, unread from reparses where id = ${id}`,
  )
  return run ?? { after: null, pages: 0, places: 0, changed: 0, unread: 0 }
}
