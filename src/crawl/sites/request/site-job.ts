// The types of the jobs of a crawl, and its input as it is stored: what was asked for, in the form that a retry takes.
import type { SiteExtractor, SITE_SCOPES, SITEMAP_MODES } from '#contract/crawl/sites/crawl-options.ts'

/** The crawl itself: it runs inside crawl, and all that it fetches are jobs of workers below it. */
export const SITE_JOB = 'sites.crawl'
/** One page. */
export const PAGE_JOB = 'page.extract'
/** The addresses that sitemaps and feeds name. */
export const MAP_JOB = 'sites.map'

/** What a crawl was asked for, its defaults filled in. `page` are the fields that say how a page is fetched. */
export interface SiteInput {
  readonly urls: readonly string[]
  readonly scope: (typeof SITE_SCOPES)[number]
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly maxDepth: number | null
  readonly maxPages: number
  readonly sitemap: (typeof SITEMAP_MODES)[number]
  readonly extractors: readonly SiteExtractor[]
  readonly similarUrls: boolean
  readonly ignoreQuery: boolean
  readonly sameContent: 'drop' | 'keep'
  /** Absent, like `mark`, in jobs of older replicas. */
  readonly similarContent?: 'mark' | 'drop'
  readonly robotsMeta: 'obey' | 'ignore'
  readonly maxSeconds: number
  readonly maxBytes: number | null
  readonly delayMs: number | null
  readonly concurrency: number | null
  readonly pagesPerPattern: number
  readonly pagesPerQuery: number
  readonly pagesPerCalendar: number
  /** The id of the earlier crawl, `job_…`. */
  readonly incremental: string | null
  /** Whether the pages are stored as files at the end; absent in jobs of older replicas. */
  readonly artifact?: boolean
  readonly webhookPages: boolean
  readonly page: Readonly<Record<string, unknown>>
}
