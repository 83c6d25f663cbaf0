// The rows of enrichments: one for each request about a place.
import type { ContactField } from '#contract/crawl/enrichment.ts'
import type { AddedContacts, Enrichment, EnrichmentState } from '#contract/places/enrichment.ts'
import type { Problem } from '#contract/problem.ts'
import { formatId } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { joinSql, sql, type Sql } from '#platform/db/sql.ts'

/** The options of a request, as crawl takes them. */
export interface EnrichmentOptions {
  readonly fields?: readonly ContactField[]
  readonly maxPages?: number
  readonly maxAgeMs?: number
}

/** An enrichment that has not ended, as its jobs need it. */
export interface OpenEnrichment {
  readonly id: string
  readonly placeId: string
  readonly status: EnrichmentState
  /** That of the request, else that of the place now. */
  readonly website: string | null
  readonly name: string | null
  readonly country: string | null
  readonly options: EnrichmentOptions
  readonly attempts: number
  readonly crawlJobId: string | null
  /** Since it was first sent; null before. */
  readonly sentMsAgo: number | null
}

/** Null once it has ended, or its place was deleted. */
export async function readOpen(db: Queryable, id: string): Promise<OpenEnrichment | null> {
  const [row] = await db.query<OpenEnrichment>(sql`
    select e.id, e.place_id as "placeId", e.status, coalesce(e.given_website, p.content ->> 'website') as website,
           p.content ->> 'name' as name, p.country_code as country, e.options, e.attempts, e.crawl_job_id as "crawlJobId",
           extract(epoch from now() - e.sent_at)::float8 * 1000 as "sentMsAgo"
    from enrichments e join places p on p.id = e.place_id
    where e.id = ${id} and e.completed_at is null`)
  return row ?? null
}

/** Crawl has accepted it as this job. Answers whether the enrichment still waits for its end. */
export async function writeSent(
  tx: Queryable,
  id: string,
  sent: { readonly website: string; readonly crawlJobId: string },
): Promise<boolean> {
  const rows = await tx.execute(sql`
    update enrichments
    set status = 'running', website = ${sent.website}, crawl_job_id = ${sent.crawlJobId},
        sent_at = coalesce(sent_at, now()), attempts = attempts + 1
    where id = ${id} and completed_at is null`)
  return rows > 0
}

/** Its job in crawl is gone or failed for no reason of the website: the next request gets a new key. */
export async function writeLost(tx: Queryable, id: string, crawlJobId: string | null): Promise<boolean> {
  const rows = await tx.execute(sql`
    update enrichments set status = 'queued', crawl_job_id = null
    where id = ${id} and completed_at is null and crawl_job_id is not distinct from ${crawlJobId}`)
  return rows > 0
}

/** A stored row, ended or not. */
export interface EnrichmentRow {
  readonly id: string
  readonly placeId: string
  readonly placeName: string | null
  readonly searchId: string | null
  readonly status: EnrichmentState
  readonly website: string | null
  readonly attempts: number
  readonly reportedBy: Enrichment['reportedBy']
  readonly added: AddedContacts | null
  readonly warnings: Enrichment['warnings']
  readonly error: Problem | null
  readonly result: unknown
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly completedAt: Date | null
}

/** `withResult`: with all that crawl found, which lists leave out. */
export async function readEnrichments(
  db: Queryable,
  conditions: readonly Sql[],
  page: { readonly order: Sql; readonly limit: number; readonly withResult: boolean },
): Promise<EnrichmentRow[]> {
  return db.query<EnrichmentRow>(sql`
    select id, place_id as "placeId", search_id as "searchId", status, website, attempts, reported_by as "reportedBy",
           (select p.content ->> 'name' from places p where p.id = enrichments.place_id) as "placeName",
           added, warnings, error, ${page.withResult ? sql`result` : sql`null::json`} as result, created_at as "createdAt",
           sent_at as "sentAt", completed_at as "completedAt"
    from enrichments where ${joinSql([sql`true`, ...conditions], ' and ')}
    order by ${page.order} limit ${page.limit}`)
}

/** As the wire shows it, without the result. */
export function presentEnrichment(row: EnrichmentRow): Enrichment {
  const { result: _result, createdAt, sentAt, completedAt, ...rest } = row
  return {
    ...rest,
    id: formatId('enr', row.id),
    placeId: formatId('plc', row.placeId),
    searchId: row.searchId === null ? null : formatId('sea', row.searchId),
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    links: enrichmentLinks(row),
  }
}

/** Of a stored enrichment. */
export function enrichmentLinks({
  id,
  placeId,
}: Pick<EnrichmentRow, 'id' | 'placeId'>): Record<string, string> {
  return {
    self: `/api/enrich/status/${formatId('plc', placeId)}`,
    place: `/api/places/${formatId('plc', placeId)}`,
    job: `/api/jobs/${formatId('job', id)}`,
  }
}
