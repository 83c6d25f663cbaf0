// The pages of a crawl as NDJSON files: what the list of its pages gives, with results, one page a line.
import type { ArtifactLink } from '#contract/crawl/artifact.ts'
import type { SitePage } from '#contract/crawl/sites/site.ts'
import type { Database } from '#platform/db/database.ts'
import type { LocalJob } from '#platform/jobs/worker/local-worker.ts'
import type { ArtifactService } from '#crawl/artifacts/artifact-service.ts'
import { artifactLink } from '#crawl/artifacts/present-artifact.ts'
import type { CrawlRow } from '#crawl/sites/store/crawl-rows.ts'
import { listPages } from '#crawl/sites/store/list-pages.ts'
import { withDropped } from './admit-links.ts'

/** The kind of the artifacts. */
export const PAGES_KIND = 'pages'
/** Each is at most as large as any artifact may be: by default 20 GB in all. */
export const MAX_PAGE_FILES = 100

const MEDIA_TYPE = 'application/x-ndjson'
const ALL_PAGES = { states: null, reason: null, changes: null, withResults: true } as const
const PAGES_AT_ONCE = 200

/** The parts that the files need. */
export interface PageFileDeps {
  readonly db: Database
  readonly artifacts: Pick<ArtifactService, 'maxBytes' | 'saveOfJob'>
}

/** What was stored, and what does not stand in it. */
export interface PageFiles {
  /** In the order of the pages. */
  readonly artifacts: readonly ArtifactLink[]
  /** `file_line`: lines without their results, which fit into no file. `file_limit`: pages after the last file. */
  readonly dropped: CrawlRow['dropped']
}

/**
 * Reads the pages in parts and holds one part at a time. The same pages give the same files, so a second run after a crash
 * stores nothing twice. Throws `lease_lost`, `storage_unavailable`, and what ends the job.
 */
export async function storePages(
  { db, artifacts }: PageFileDeps,
  job: Pick<LocalJob, 'id' | 'leaseToken' | 'signal'>,
  crawl: string,
): Promise<PageFiles> {
  const { id: jobId, leaseToken, signal } = job
  const { maxBytes } = artifacts
  let dropped: CrawlRow['dropped'] = {}
  const pages = allPages(db, crawl, signal)
  let next = await pages.next()

  async function* oneFile(): AsyncGenerator<Buffer> {
    for (let bytes = 0; next.done !== true; next = await pages.next()) {
      const page = next.value
      const whole = asLine(page)
      // A line that is too long even without results is refused by the store.
      const line = whole.length <= maxBytes ? whole : asLine({ ...page, results: null })
      if (bytes > 0 && bytes + line.length > maxBytes) return
      if (line !== whole) dropped = withDropped(dropped, 'file_line', page.url)
      bytes += line.length
      yield line
    }
  }

  const stored: ArtifactLink[] = []
  while (next.done !== true && stored.length < MAX_PAGE_FILES) {
    const facts = {
      kind: PAGES_KIND,
      mediaType: MEDIA_TYPE,
      filename: `${jobId}-${stored.length + 1}.ndjson`,
    }
    stored.push(artifactLink(await artifacts.saveOfJob({ jobId, leaseToken }, facts, oneFile())))
  }
  for (; next.done !== true; next = await pages.next())
    dropped = withDropped(dropped, 'file_limit', next.value.url)
  return { artifacts: stored, dropped }
}

async function* allPages(db: Database, crawl: string, signal: AbortSignal): AsyncGenerator<SitePage, void> {
  for (let after: number | null = -1; after !== null;) {
    signal.throwIfAborted()
    const { items, next } = await listPages(db, crawl, ALL_PAGES, { limit: PAGES_AT_ONCE, after })
    yield* items
    after = next
  }
}

const asLine = (page: SitePage): Buffer => Buffer.from(`${JSON.stringify(page)}\n`)
