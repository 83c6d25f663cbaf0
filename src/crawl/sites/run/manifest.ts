// What a crawl has found and left out, from its row and its pages.
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import { NOT_OF_CRAWL } from '#contract/crawl/sites/left-out.ts'
import type { SiteManifest } from '#contract/crawl/sites/site.ts'
import type { Queryable } from '#platform/db/database.ts'
import { countChanges, countPages, pageReasons, readCrawl } from '#crawl/sites/store/crawl-rows.ts'

const NO_PAGES: SiteManifest['counts'] = {
  queued: 0,
  fetching: 0,
  stored: 0,
  unchanged: 0,
  duplicate: 0,
  failed: 0,
  refused: 0,
  left_out: 0,
}

/** `hasEnded`: whether its pages are final. `artifacts`: its files; null where none were asked for. */
export async function siteManifest(
  on: Queryable,
  crawl: string,
  { hasEnded, artifacts }: { readonly hasEnded: boolean; readonly artifacts: readonly ArtifactLink[] | null },
): Promise<SiteManifest> {
  const row = await readCrawl(on, crawl)
  const files = artifacts === null ? {} : { artifacts: [...artifacts] }
  if (row === null) {
    const complete = hasEnded ? false : null
    return { complete, counts: NO_PAGES, requests: 0, notModified: 0, bytes: 0, leftOut: [], ...files }
  }
  const counts = await countPages(on, crawl)
  const changes = await countChanges(on, crawl)
  const reasons = await pageReasons(on, crawl)
  const leftOut = [
    ...reasons.map(({ reason, count, examples }) => ({ reason, count, examples })),
    ...Object.entries(row.dropped).map(([reason, dropped]) => ({ reason, ...dropped })),
  ]
  const missing = leftOut.filter(({ reason }) => !NOT_OF_CRAWL.has(reason))
  const { requests, notModified, bytes } = row
  const complete = hasEnded ? missing.length === 0 && counts.queued === 0 && counts.fetching === 0 : null
  return {
    complete,
    counts,
    ...(changes === null ? {} : { changes }),
    requests,
    notModified,
    bytes,
    leftOut: leftOut.map(({ reason, count, examples }) => ({ reason, count, examples: [...examples] })),
    ...files,
  }
}
