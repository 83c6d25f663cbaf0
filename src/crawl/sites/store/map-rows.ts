// The maps of a crawl: the jobs that read the sitemaps of the hosts that it starts at.
import type { JobState } from '#contract/job.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** A map whose addresses were not taken yet. */
export interface SiteMap {
  /** A stored uuid. */
  readonly job: string
  /** The start page whose host it is. */
  readonly url: string
  /** Null where the job is no longer kept. */
  readonly state: JobState | null
}

export async function insertMaps(
  tx: Queryable,
  crawl: string,
  maps: readonly Pick<SiteMap, 'job' | 'url'>[],
): Promise<void> {
  await tx.execute(sql`
    insert into site_maps (crawl_id, job_id, url)
    select ${crawl}, job, url
    from unnest(${maps.map(({ job }) => job)}::uuid[], ${maps.map(({ url }) => url)}::text[]) as m (job, url)`)
}

/** Those that were not taken, first those that ended first. */
export async function openMaps(tx: Queryable, crawl: string): Promise<SiteMap[]> {
  return tx.query<SiteMap>(sql`
    select m.job_id as job, m.url, j.state from site_maps m left join jobs j on j.id = m.job_id
    where m.crawl_id = ${crawl} and not m.is_taken
    order by j.completed_at, m.job_id`)
}

/** Marks the map as taken. Answers the data of its result; null without one. */
export async function closeMap(tx: Queryable, crawl: string, job: string): Promise<unknown> {
  const [row] = await tx.query<{ data: unknown }>(sql`
    with closed as (
      update site_maps set is_taken = true where crawl_id = ${crawl} and job_id = ${job} returning job_id
    )
    select r.result -> 'data' as data from closed c left join job_results r on r.job_id = c.job_id`)
  return row?.data ?? null
}
