// Reads sitemaps and indexes of sitemaps (sitemaps.org) as a stream of tags: no tree is made of them.
import { dateOf } from '#parsing/dates/read-date.ts'
import { localName } from '#parsing/xml/parse-xml.ts'
import { scanXml } from '#parsing/xml/scan-xml.ts'
import {
  changedOnSameDay,
  listedTitle,
  listedUrl,
  MAX_ENTRIES,
  type ListedPage,
  type SiteList,
} from './site-list.ts'

/** Deeper elements are not looked at; a sitemap has four levels. */
const MAX_DEPTH = 16
/** Other languages of all pages together. */
const MAX_ALTERNATES = 200_000
/** Of the text of one field. */
const MAX_FIELD_CHARS = 8_192

/** The fields of an entry, by the names of the elements from the entry on. */
const FIELDS: ReadonlySet<string> = new Set(['loc', 'lastmod', 'news/title', 'news/publication_date'])

/** Null where the first element is neither `urlset` nor `sitemapindex`. Time is linear in the length of the text. */
export function readSitemap(text: string, base: string | null): SiteList | null {
  const path: string[] = []
  const pages: ListedPage[] = []
  const lists: string[] = []
  let root: string | null = null
  let isClosed = false
  let tooDeep = 0
  let entries = 0
  let alternates = 0
  let unusable = 0
  let isCut = false
  let fields = new Map<string, string>()
  let languages: string[] = []

  const endEntry = (): void => {
    entries += 1
    if (entries > MAX_ENTRIES) {
      isCut = true
      return
    }
    const url = listedUrl(fields.get('loc') ?? '', base)
    if (url === null) unusable += 1
    else if (root === 'sitemapindex') lists.push(url)
    else pages.push(pageOf(url, fields))
    if (root === 'sitemapindex') return
    for (const href of languages) {
      const other = listedUrl(href, base)
      if (other === null) unusable += 1
      else if (other !== url) pages.push({ url: other, title: null, lastmod: null, by: 'hreflang' })
    }
  }
  const close = (name: string): void => {
    if (tooDeep > 0) {
      tooDeep -= 1
      return
    }
    const closed = localName(name)
    const at = path.lastIndexOf(closed)
    if (at === -1) return
    if (at <= 1 && path.length >= 2 && isEntry(root, path)) endEntry()
    path.length = at
    if (at === 0) isClosed = true
  }
  scanXml(text, {
    open(name, attributes, isEmpty) {
      const opened = localName(name)
      if (root === null) root = opened
      if (tooDeep > 0 || path.length >= MAX_DEPTH) {
        if (!isEmpty) tooDeep += 1
        return
      }
      if (path.length === 1) {
        fields = new Map()
        languages = []
      }
      const { rel, href } = attributes
      if (
        opened === 'link' &&
        path.length === 2 &&
        href !== undefined &&
        /^\s*alternate\s*$/i.test(rel ?? '')
      ) {
        alternates += 1
        if (alternates <= MAX_ALTERNATES) languages.push(href)
        else isCut = true
      }
      if (!isEmpty) path.push(opened)
    },
    close,
    text(piece) {
      if (tooDeep > 0 || path.length < 3 || path.length > 4) return
      const field = path.length === 3 ? (path[2] ?? '') : `${path[2]}/${path[3]}`
      if (!FIELDS.has(field)) return
      const known = fields.get(field) ?? ''
      if (known.length < MAX_FIELD_CHARS) fields.set(field, known + piece)
    },
  })
  if (root !== 'urlset' && root !== 'sitemapindex') return null
  return {
    format: root === 'urlset' ? 'urlset' : 'index',
    pages,
    lists,
    unusable,
    cut: isCut ? 'entries' : isClosed ? null : 'broken',
    sameDay: changedOnSameDay(pages),
  }
}

const isEntry = (root: string | null, path: readonly string[]): boolean =>
  path[1] === (root === 'sitemapindex' ? 'sitemap' : 'url')

function pageOf(url: string, fields: ReadonlyMap<string, string>): ListedPage {
  const published = fields.get('news/publication_date')
  const title = listedTitle(fields.get('news/title') ?? null)
  return {
    url,
    title,
    lastmod: dateOf(fields.get('lastmod') ?? published ?? null),
    by: published === undefined && title === null ? 'sitemap' : 'news',
  }
}
