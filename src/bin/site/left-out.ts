// What a crawl or a map of a site lacks, and whether somebody who wanted the whole site has to know.
import { NOT_OF_CRAWL } from '#contract/crawl/sites/left-out.ts'

/** The site says that these pages are not there. */
export const DEAD: ReadonlySet<string> = new Set(['http_404', 'http_410', 'soft_404'])

/** What lies behind these addresses is no page, or is asked not to be read. */
const NO_PAGE: ReadonlySet<string> = new Set([
  'robots_disallowed',
  'unsupported_media_type',
  'unsupported_document',
])

/**
 * `none`: nothing is missing. `dead`: links to what is not there. `unwanted`: not a page, or the site or the person does
 * not want it. `missing`: pages that were to be read and were not.
 */
export type Lack = 'none' | 'dead' | 'unwanted' | 'missing'

/** `limits`: reasons that the person brought about, such as `page_limit` by `--max-pages`. */
export function lackOf(reason: string, limits: ReadonlySet<string>): Lack {
  if (NOT_OF_CRAWL.has(reason)) return 'none'
  if (DEAD.has(reason)) return 'dead'
  // A link that leads out of the crawl by a redirect is like one that names the address behind it.
  if (NO_PAGE.has(reason) || limits.has(reason) || reason.startsWith('redirected_')) return 'unwanted'
  return 'missing'
}
