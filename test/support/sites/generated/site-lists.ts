// The lists of the made-up site: robots.txt, sitemaps in every form, and feeds; among them those that lead nowhere.
import { gzipSync } from 'node:zlib'
import { escapeHtml } from './page-html.ts'
import type { FoundBy, SitePage, SitePlan } from './site-plan.ts'

export interface ListFile {
  readonly type: string
  readonly body: string | Buffer
}

/** A host that no sitemap of this site may speak for. */
export const FOREIGN_ORIGIN = 'http://elsewhere.test'
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PAGES_OF_SITEMAP = 2_000
const ENTRIES_OF_FEED = 20
/** The day that a broken program writes into each entry. */
const SAME_DAY = new Date(Date.UTC(2026, 10, 1))

/** Null where the path is no list. `origin` has no slash at its end. */
export function listFile(plan: SitePlan, path: string, origin: string): ListFile | null {
  const { pages } = plan
  const found = (by: FoundBy): SitePage[] => [...pages.values()].filter(({ foundBy }) => foundBy === by)
  const xml = (body: string): ListFile => ({
    type: 'application/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  })
  const part = /^\/sitemaps\/pages-(\d{1,4})\.xml\.gz$/.exec(path)
  if (part !== null) {
    const from = Number(part[1]) * PAGES_OF_SITEMAP
    const own = inSitemaps(plan).slice(from, from + PAGES_OF_SITEMAP)
    if (own.length === 0) return null
    return { type: 'application/gzip', body: gzipSync(urlset(plan, own, origin)) }
  }
  switch (path) {
    case '/robots.txt':
      return { type: 'text/plain', body: robots(origin) }
    case '/sitemap_index.xml':
      return xml(sitemapIndex(plan, origin))
    case '/sitemaps/list.txt':
      return {
        type: 'text/plain',
        body: found('text')
          .map((page) => `${origin}${page.path}\n`)
          .join(''),
      }
    case '/sitemaps/news.xml':
      return xml(newsSitemap(found('news'), origin))
    case '/sitemaps/languages.xml':
      return xml(languageSitemap(found('hreflang'), origin))
    case '/sitemaps/broken.xml':
      return xml(`<urlset xmlns="${XMLNS}"><url><loc>${origin}/</loc></url><url><loc>${origin}/cut`)
    case '/feed.xml':
      return { type: 'application/rss+xml', body: rss(found('feed'), origin) }
    case '/atom.xml':
      return { type: 'application/atom+xml', body: atom(plan, origin) }
    default:
      return null
  }
}

/** Pages that the ordinary sitemaps list. */
export function inSitemaps({ pages }: SitePlan): SitePage[] {
  return [...pages.values()].filter(({ foundBy }) => foundBy === 'link' || foundBy === 'sitemap')
}

function robots(origin: string): string {
  return [
    'User-agent: *',
    'Disallow: /private/',
    'Allow: /private/open.html',
    '',
    `Sitemap: ${origin}/sitemap_index.xml`,
    `Sitemap: ${origin}/feed.xml`,
    '',
  ].join('\n')
}

/** It names itself, a missing file, a broken one, and a file of a foreign host. */
function sitemapIndex(plan: SitePlan, origin: string): string {
  const parts = Math.ceil(inSitemaps(plan).length / PAGES_OF_SITEMAP)
  const files = [
    ...Array.from({ length: parts }, (_, index) => `${origin}/sitemaps/pages-${index}.xml.gz`),
    `${origin}/sitemaps/list.txt`,
    `${origin}/sitemaps/news.xml`,
    `${origin}/sitemaps/languages.xml`,
    `${origin}/sitemap_index.xml`,
    `${origin}/sitemaps/missing.xml`,
    `${origin}/sitemaps/broken.xml`,
    `${FOREIGN_ORIGIN}/sitemap.xml`,
  ]
  const rows = files.map((loc) => `<sitemap><loc>${escapeHtml(loc)}</loc></sitemap>`)
  return `<sitemapindex xmlns="${XMLNS}">\n${rows.join('\n')}\n</sitemapindex>`
}

function urlset(plan: SitePlan, pages: readonly SitePage[], origin: string): string {
  const rows = pages.map((page) => `<url><loc>${origin}${page.path}</loc>${lastmod(plan, page)}</url>`)
  return `<urlset xmlns="${XMLNS}">\n${rows.join('\n')}\n</urlset>`
}

function lastmod({ options }: SitePlan, { changedAt }: SitePage): string {
  if (options.lastmod === 'none') return ''
  const day = options.lastmod === 'wrong' ? SAME_DAY : changedAt
  return `<lastmod>${day.toISOString()}</lastmod>`
}

function newsSitemap(pages: readonly SitePage[], origin: string): string {
  const rows = pages.map(
    (
      page,
    ) => `<url><loc>${origin}${page.path}</loc><news:news><news:publication><news:name>Harbour News</news:name>
<news:language>en</news:language></news:publication><news:publication_date>${page.changedAt.toISOString()}</news:publication_date>
<news:title>${escapeHtml(page.title)}</news:title></news:news></url>`,
  )
  return `<urlset xmlns="${XMLNS}" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n${rows.join('\n')}\n</urlset>`
}

/** Each is named only as another language of the first page. */
function languageSitemap(pages: readonly SitePage[], origin: string): string {
  const links = pages.map(
    ({ path }, index) =>
      `<xhtml:link rel="alternate" hreflang="${['de', 'fr', 'it'][index % 3]}" href="${origin}${path}"/>`,
  )
  return `<urlset xmlns="${XMLNS}" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>${origin}/</loc>${links.join('')}</url></urlset>`
}

function rss(pages: readonly SitePage[], origin: string): string {
  const items = pages.map(
    ({ path, title, changedAt }) =>
      `<item><title>${escapeHtml(title)}</title><link>${origin}${path}</link><pubDate>${changedAt.toUTCString()}</pubDate></item>`,
  )
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour News</title><link>${origin}/</link>${items.join('')}</channel></rss>`
}

function atom({ pages }: SitePlan, origin: string): string {
  const newest = [...pages.values()]
    .filter(({ foundBy }) => foundBy === 'link')
    .toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
    .slice(0, ENTRIES_OF_FEED)
  const entries = newest.map(
    ({ path, title, changedAt }) =>
      `<entry><id>${origin}${path}</id><title>${escapeHtml(title)}</title><link href="${origin}${path}"/><updated>${changedAt.toISOString()}</updated></entry>`,
  )
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Harbour News</title>${entries.join('')}</feed>`
}
