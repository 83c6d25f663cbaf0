// What a list of pages says: a sitemap, an index of sitemaps, a text file with addresses, a feed.

/** How a page is named: in a sitemap, as news, as another language of a page, in a feed. */
export type ListedBy = 'sitemap' | 'news' | 'hreflang' | 'feed'

/** A page that a list names. */
export interface ListedPage {
  /** Absolute where the list has an address; otherwise as written. */
  readonly url: string
  readonly title: string | null
  /** RFC 3339 or a bare date, as the list says; null where it says none that can be read. */
  readonly lastmod: string | null
  readonly by: ListedBy
}

export const LIST_FORMATS = ['index', 'urlset', 'text', 'rss', 'atom', 'rdf', 'json'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** `entries`: there are more than are read. `bytes`: it unfolds to more than is read. `broken`: it ends in its middle. */
export const LIST_CUTS = ['entries', 'bytes', 'broken'] as const
export type ListCut = (typeof LIST_CUTS)[number]

export interface SiteList {
  readonly format: ListFormat
  readonly pages: readonly ListedPage[]
  /** Addresses of further lists, of an index. */
  readonly lists: readonly string[]
  /** Entries without a usable address. */
  readonly unusable: number
  readonly cut: ListCut | null
  /** Many entries and one day of change for all of them: a program wrote when it ran. */
  readonly sameDay: boolean
}

/** Of one file (sitemaps.org). */
export const MAX_ENTRIES = 50_000
/** Unpacked (sitemaps.org says 50 MB; some count in binary). */
export const MAX_LIST_BYTES = 52_428_800
/** Fewer entries may have changed on one day. */
const MIN_DATED = 20
const MAX_URL_CHARS = 4_096
const MAX_TITLE_CHARS = 300

/** The address of an entry; null where it is none. */
export function listedUrl(written: string, base: string | null): string | null {
  const text = written.trim()
  if (text === '' || text.length > MAX_URL_CHARS) return null
  const url = base === null ? URL.parse(text) : URL.parse(text, base)
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null
}

/** In one line; null for an empty one. */
export function listedTitle(written: string | null): string | null {
  const text = (written ?? '')
    .slice(0, MAX_TITLE_CHARS * 2)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TITLE_CHARS)
  return text === '' ? null : text
}

/** Whether at least twenty entries have a date, and all of them the same day; news are always of one day. */
export function changedOnSameDay(pages: readonly ListedPage[]): boolean {
  let day: string | null = null
  let dated = 0
  for (const { lastmod, by } of pages) {
    if (lastmod === null || by !== 'sitemap') continue
    const own = lastmod.slice(0, 10)
    if (day !== null && own !== day) return false
    day = own
    dated += 1
  }
  return dated >= MIN_DATED
}
