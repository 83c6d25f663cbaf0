// The sketches of the texts of a crawl, by which pages are found whose texts are nearly the same.
import { pageBands, readPageSketch, type PageSketch } from '#kit/site/page-sketch.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'

/** A page and its sketch as stored. */
export interface SketchedPage {
  readonly key: string
  readonly url: string
  readonly sketch: PageSketch
}

/** Of one band: where more pages have the same, further ones cost time and are hardly ever nearer. */
const PAGES_OF_BAND = 20

/** Adds pages that others may be near duplicates of. */
export async function insertSketches(
  tx: Queryable,
  crawl: string,
  pages: readonly { readonly key: string; readonly sketch: PageSketch }[],
): Promise<void> {
  const rows = pages.flatMap(({ key, sketch }) => pageBands(sketch).map((band) => ({ key, band })))
  if (rows.length === 0) return
  await tx.execute(sql`
    insert into site_bands (crawl_id, band, key)
    select ${crawl}, band, key
    from unnest(${rows.map(({ band }) => band)}::integer[], ${rows.map(({ key }) => key)}::text[]) as r (band, key)
    on conflict do nothing`)
}

/** Those of an earlier crawl: of its pages that have changed since, the sketch no longer says so. */
export async function copySketches(
  tx: Queryable,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await tx.execute(sql`
    insert into site_bands (crawl_id, band, key) select ${to}, band, key from site_bands where crawl_id = ${from}`)
}

/**
 * Pages with a result of their own that share a band with one of the sketches; `withKnown`: also pages that an earlier crawl
 * knew and that have not been asked for yet, with the text of then.
 */
export async function pagesBySketch(
  tx: Queryable,
  crawl: string,
  { sketches, withKnown }: { readonly sketches: readonly PageSketch[]; readonly withKnown: boolean },
): Promise<SketchedPage[]> {
  const bands = [...new Set(sketches.flatMap(pageBands))]
  if (bands.length === 0) return []
  const rows = await tx.query<{ key: string; url: string; stored: string }>(sql`
    with near as (
      select distinct s.key from unnest(${bands}::integer[]) as b (band)
      cross join lateral (
        select key from site_bands where crawl_id = ${crawl} and band = b.band order by key limit ${PAGES_OF_BAND}
      ) s
    )
    select p.key, p.url, p.content_sketch as stored from near join site_pages p on p.crawl_id = ${crawl} and p.key = near.key
    where (p.state in ('stored', 'unchanged') or (${withKnown} and p.is_known and p.state in ('queued', 'fetching')))
      and p.duplicate_of is null and p.near_duplicate_of is null and p.content_sketch is not null
    order by p.n`)
  return rows.flatMap(({ stored, ...page }) => {
    const sketch = readPageSketch(stored)
    return sketch === null ? [] : [{ ...page, sketch }]
  })
}
