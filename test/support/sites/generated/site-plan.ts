// The plan of a made-up site of any number of pages: which pages there are, who links whom, and in which state each is. The
// same options give the same site.
import { seededRandom } from '#kit/chance/seeded-random.ts'

export interface SiteOptions {
  /** Pages with a text of their own, the first page and the sections among them. */
  readonly pages: number
  readonly seed: string
  /** Calendars, facets, session ids, a maze, a deep folder. Default true. */
  readonly traps: boolean
  /** The same pages under other addresses, redirects, errors, soft 404s, noindex. Default true. */
  readonly extras: boolean
  /** What the sitemaps say of the last change: as it was, the same day for all, or nothing. */
  readonly lastmod: 'right' | 'wrong' | 'none'
  /** Bytes of the large page. */
  readonly largeBytes: number
}

export const DEFAULTS: SiteOptions = {
  pages: 200,
  seed: 'site',
  traps: true,
  extras: true,
  lastmod: 'right',
  largeBytes: 600_000,
}

/** How a crawler can learn of a page: `link` from others, or only from one list. */
export type FoundBy = 'link' | 'sitemap' | 'text' | 'news' | 'hreflang' | 'feed'

export interface SitePage {
  readonly path: string
  readonly title: string
  readonly foundBy: FoundBy
  /** Paths of pages. */
  readonly links: readonly string[]
  /** Counts the changes from 0. */
  version: number
  /** Of the last change. */
  changedAt: Date
}

export interface SitePlan {
  readonly options: SiteOptions
  /** Every page that a whole crawl keeps, by its path. */
  readonly pages: ReadonlyMap<string, SitePage>
  /** Paths of the pages with articles, in their order. */
  readonly articles: readonly string[]
  readonly sections: readonly string[]
}

/** The day on which the site was made. */
export const MADE_AT = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000
const ARTICLES_OF_SECTION = 100
/** A section links only the first of its articles; the others are linked by the article before. */
const LINKED_BY_SECTION = 25
const LINKS_OF_ARTICLE = 4
/** One page in so many is in no link of another. */
const UNLINKED_EACH = 40
const UNLINKED: readonly FoundBy[] = ['sitemap', 'text', 'news', 'hreflang', 'feed']

export function planSite(given: Partial<SiteOptions> = {}): SitePlan {
  const options = { ...DEFAULTS, ...given }
  const pages = new Map<string, SitePage>()
  const sectionCount = Math.max(1, Math.ceil(options.pages / (ARTICLES_OF_SECTION + 1)))
  const articleCount = Math.max(0, options.pages - 1 - sectionCount)
  const sections = Array.from({ length: sectionCount }, (_, index) => `/section-${index}/`)
  const foundBy = (number: number): FoundBy =>
    number % UNLINKED_EACH === UNLINKED_EACH - 1
      ? (UNLINKED[Math.floor(number / UNLINKED_EACH) % UNLINKED.length] ?? 'sitemap')
      : 'link'
  const pathOf = (number: number): string => {
    const by = foundBy(number)
    return by === 'link'
      ? `${sections[number % sectionCount]}article-${number}.html`
      : `/only-${by}/${number}.html`
  }
  const articles = Array.from({ length: articleCount }, (_, number) => pathOf(number))
  const add = (path: string, title: string, by: FoundBy, links: readonly string[]): void => {
    const days = Math.floor(seededRandom(`${options.seed} day ${path}`)() * 200)
    const changedAt = new Date(MADE_AT + days * DAY_MS)
    pages.set(path, { path, title, foundBy: by, links, version: 0, changedAt })
  }
  add('/', 'Harbour News', 'link', sections)
  for (const [index, path] of sections.entries()) {
    const own = articles.filter((_, number) => number % sectionCount === index && foundBy(number) === 'link')
    add(path, `Section ${index}`, 'link', ['/', ...own.slice(0, LINKED_BY_SECTION)])
    for (const [at, article] of own.entries()) {
      const random = seededRandom(`${options.seed} links ${article}`)
      // The next one, so that each article is reached; then any.
      const others = Array.from(
        { length: LINKS_OF_ARTICLE },
        () => own[Math.floor(random() * own.length)] ?? path,
      )
      const next = own[at + 1]
      const links = new Set([path, ...(next === undefined ? [] : [next]), ...others])
      add(article, titleOf(options.seed, article), 'link', [...links])
    }
  }
  for (const [number, path] of articles.entries()) {
    const by = foundBy(number)
    if (by !== 'link') add(path, titleOf(options.seed, path), by, ['/'])
  }
  return { options, pages, articles, sections }
}

/** Words that nothing else has, so that no two texts are alike. */
export function words(random: () => number, count: number): string {
  return Array.from({ length: count }, () => {
    const syllables = 1 + Math.floor(random() * 3)
    return Array.from({ length: syllables }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
      '',
    )
  }).join(' ')
}

export function sentence(random: () => number): string {
  const text = words(random, 8 + Math.floor(random() * 12))
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function titleOf(seed: string, path: string): string {
  const text = words(seededRandom(`${seed} title ${path}`), 5)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const SYLLABLES = (
  'ba re mi tol ka den su vor pel nim ra chi lo fen gu tar es qui mon da wil ho ster ja bru kle ' +
  'pon dra sel ti mar ne vo lun sha gri te cor pa ni'
).split(' ')
