// The metadata of a page: title, author, dates, language, site, address, feeds, Open Graph.
import { readJsonLd } from './json-ld.ts'
import type { DayStyle } from '#parsing/dates/find-days.ts'
import { attribute, closest, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { baseOf, linkTarget } from './link-target.ts'
import { articleData } from '#parsing/page/origin/article-data.ts'
import { givenText, lettersOf } from '#parsing/page/origin/given-text.ts'
import { dayComesFirstOn } from '#parsing/page/origin/line-dates.ts'
import { bylineOf } from '#parsing/page/origin/named-authors.ts'
import { readShown } from '#parsing/page/origin/near-title.ts'
import { pageLines } from '#parsing/page/origin/page-lines.ts'
import { shownSiteName } from '#parsing/page/origin/site-name.ts'
import { dateClue, dateOf, type DateClue } from '#parsing/page/origin/published-date.ts'
import { shownAuthor } from '#parsing/page/origin/shown-byline.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

/** What the page says of itself; null for what it does not say. */
export interface PageMetadata {
  readonly title: string | null
  readonly byline: string | null
  readonly description: string | null
  /** BCP 47 as declared. */
  readonly language: string | null
  /** RFC 3339, or a bare date when the page gives no time. */
  readonly publishedAt: string | null
  readonly modifiedAt: string | null
  readonly siteName: string | null
  readonly canonical: string | null
  readonly image: string | null
  readonly favicon: string | null
  readonly feeds: readonly { readonly href: string; readonly type: string; readonly title: string | null }[]
  /** Open Graph and article properties, first value of each. */
  readonly og: Readonly<Record<string, string>>
  readonly jsonLdTypes: readonly string[]
  readonly keywords: readonly string[]
}

const FEED_TYPES = new Set(['application/rss+xml', 'application/atom+xml', 'application/feed+json'])
const MAX_VALUE_CHARS = 2_000
const MAX_LIST_ITEMS = 50

/** Reads the head, the microdata and the JSON-LD. `pageUrl` is the base of relative addresses. */
export function readMetadata(document: HtmlDocument, pageUrl: string | null): PageMetadata {
  const base = baseOf(document, pageUrl)
  const found = collect(document)
  const jsonLd = readJsonLd(document)
  const meta = (...names: string[]): string | null => {
    for (const name of names) {
      const value = found.metas.get(name)
      if (value !== undefined) return value
    }
    return null
  }
  const article = articleData(jsonLd.nodes, meta('og:title') ?? found.title)
  const lines = pageLines(document)
  const siteName =
    meta('og:site_name', 'application-name') ??
    article.siteName ??
    shownSiteName(document, lines, found.title, pageUrl)
  const title = titleOf(
    meta('og:title', 'twitter:title', 'dc.title', 'citation_title') ?? article.headline,
    found.title,
    siteName,
    pageUrl,
  )
  const language = languageOf(
    found.language ?? meta('content-language', 'og:locale', 'dc.language') ?? article.language,
  )
  const given = dateOfPage(article.published) ?? dateOfPage(meta(...PUBLISHED_METAS))
  const dayFirst = dayComesFirstOn(lines, language, pageUrl, given)
  const style = { language, dayFirst }
  const clues = cluesOf(found.shown, style)
  const shown = readShown(lines, title, style, !article.hasOtherDays)
  const byline = bylineOf({
    stored: article.author,
    byId: article.byId,
    head: AUTHOR_METAS.map((name) => found.authorMetas.get(name) ?? []),
    catalogued:
      CATALOGUE_METAS.map((name) => found.authorMetas.get(name)).find((names) => names !== undefined) ?? [],
    named: clues.authors,
    credited: shown.authors,
    siteName,
    pageUrl,
  })
  const link = (href: string | null): string | null => (href === null ? null : linkTarget(href, base))
  return {
    title,
    byline,
    description: meta('og:description', 'description', 'twitter:description', 'dc.description'),
    language,
    publishedAt: given ?? clues.published ?? shown.publishedAt,
    modifiedAt:
      dateOfPage(article.modified) ??
      dateOfPage(meta(...MODIFIED_METAS)) ??
      clues.modified ??
      shown.modifiedAt,
    siteName,
    canonical: link(found.canonical ?? meta('og:url')),
    image: link(
      meta('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src') ??
        article.image,
    ),
    favicon: link(found.icon),
    feeds: found.feeds.flatMap(({ href, type, title }) => {
      const target = link(href)
      return target === null ? [] : [{ href: target, type, title }]
    }),
    og: Object.fromEntries(
      [...found.metas].filter(([name]) => /^(?:og|article):/.test(name)).slice(0, MAX_LIST_ITEMS),
    ),
    jsonLdTypes: [...new Set(jsonLd.nodes.flatMap((node) => node.types))].slice(0, MAX_LIST_ITEMS),
    keywords: (meta('keywords', 'news_keywords') ?? '')
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .slice(0, MAX_LIST_ITEMS),
  }
}

const PUBLISHED_METAS = [
  'article:published_time',
  'og:article:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dc.date.created',
  'dcterms.issued',
  'dcterms.created',
  'citation_publication_date',
  'citation_date',
  'citation_online_date',
  'content_publisheddate',
  'parsely-pub-date',
  'sailthru.date',
  'pubdate',
  'publish-date',
  'publishdate',
]
const MODIFIED_METAS = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'last-modified',
  'dcterms.modified',
  'dc.date.modified',
]
const AUTHOR_METAS = ['author', 'article:author', 'parsely-author', 'sailthru.author', 'twitter:creator']
/** Catalogues write `Lovelace, Ada`. */
const CATALOGUE_METAS = ['citation_author', 'dc.creator', 'dc.creator.personalname', 'dcterms.creator']
const MAX_AUTHORS = 20

/** Databases that do not know a day write the first one they have. */
function dateOfPage(value: string | null): string | null {
  const date = dateOf(value?.replace(/^(\d{4})\/(\d{2})\/(\d{2})$/, '$1-$2-$3') ?? null)
  return date === null || /^(?:1970-01-01|0|1[0-8]|1900-01-01)/.test(date) ? null : date
}

interface Found {
  readonly metas: Map<string, string>
  /** All values of those that name authors: pages repeat them. */
  readonly authorMetas: Map<string, string[]>
  readonly feeds: { href: string; type: string; title: string | null }[]
  title: string | null
  language: string | null
  canonical: string | null
  icon: string | null
  /** The elements that may name the author or the day. */
  readonly shown: HtmlElement[]
}

/** A part of each name that `shownAuthor` and `dateClue` know. */
const BYLINE_NAME =
  /auth?o|auteur|byline|date|publi|posted|modif|verfasser|penulis|yazar|szerzo|tac-?gia|redattore|writer|reporter|signature|f[oö]rfatt/i

/** Whether an element can name the author or the day: nearly all can not, as one look at their attributes says. */
function mayBeByline({ name, attributes }: HtmlElement): boolean {
  if (name === 'time') return true
  for (let i = 0; i < attributes.length; i += 2) {
    const given = attributes[i]
    if (given === 'itemprop' || given === 'rel' || given === 'pubdate') return true
    if ((given === 'class' || given === 'id') && BYLINE_NAME.test(attributes[i + 1] ?? '')) return true
  }
  return false
}

function collect({ all }: HtmlDocument): Found {
  const found: Found = {
    metas: new Map(),
    authorMetas: new Map(),
    feeds: [],
    title: null,
    language: null,
    canonical: null,
    icon: null,
    shown: [],
  }
  for (const element of all) {
    switch (element.name) {
      case 'html':
        found.language = attribute(element, 'lang') ?? attribute(element, 'xml:lang')
        break
      case 'title':
        if (found.title === null && element.parent?.name !== 'svg')
          found.title = lineText(element, MAX_VALUE_CHARS)
        break
      case 'meta':
        keepMeta(element, found)
        break
      case 'link':
        keepLink(element, found)
        break
      default:
        if (element.attributes.length > 0 && mayBeByline(element)) found.shown.push(element)
    }
  }
  return found
}

interface Clues {
  readonly authors: readonly string[]
  readonly published: string | null
  readonly modified: string | null
}

const MAX_SHOWN_AUTHORS = 10

/** Author and day as elements are called after them; the surest clue to a day counts, of equal ones the first. */
function cluesOf(shown: readonly HtmlElement[], style: DayStyle): Clues {
  const authors: string[] = []
  const best = new Map<DateClue['role'], DateClue>()
  for (const element of shown) {
    const author = authors.length < MAX_SHOWN_AUTHORS ? shownAuthor(element) : null
    const clue = dateClue(element, style)
    if ((author === null && clue === null) || isOfOthers(element)) continue
    if (author !== null) authors.push(author)
    if (clue !== null && clue.strength > (best.get(clue.role)?.strength ?? 0)) best.set(clue.role, clue)
  }
  return {
    authors,
    published: dateOf(best.get('published')?.value ?? null),
    modified: dateOf(best.get('updated')?.value ?? null),
  }
}

const MAX_LEVELS_UP = 30

/** Whether an element is part of a review or a comment that the microdata of the page marks. */
const isOfOthers = (element: HtmlElement): boolean =>
  closest(
    element,
    (above) => /(?:^|\s)(?:reviews?|comment)(?:\s|$)/.test(attribute(above, 'itemprop') ?? ''),
    MAX_LEVELS_UP,
  ) !== null

const META_NAMES = ['property', 'name', 'itemprop', 'http-equiv']

function keepMeta(element: HtmlElement, found: Found): void {
  const value = givenText(attribute(element, 'content'))
  if (value === null) return
  for (const source of META_NAMES) {
    const names = attribute(element, source)
    if (names === null || (source === 'itemprop' && isOfOthers(element))) continue
    for (const name of names.toLowerCase().split(/\s+/)) {
      if (name !== '' && !found.metas.has(name) && found.metas.size < 300) found.metas.set(name, value)
      if (AUTHOR_METAS.includes(name) || CATALOGUE_METAS.includes(name)) {
        const values = found.authorMetas.get(name)
        if (values === undefined) found.authorMetas.set(name, [value])
        else if (values.length < MAX_AUTHORS) values.push(value)
      }
    }
  }
}

function keepLink(element: HtmlElement, found: Found): void {
  const relations = (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)
  const href = attribute(element, 'href')
  if (href === null) return
  if (relations.includes('canonical')) found.canonical ??= href
  if (relations.includes('icon') || relations.includes('apple-touch-icon')) found.icon ??= href
  const type = (attribute(element, 'type') ?? '').toLowerCase()
  if (relations.includes('alternate') && FEED_TYPES.has(type) && found.feeds.length < MAX_LIST_ITEMS) {
    found.feeds.push({ href, type, title: givenText(attribute(element, 'title')) })
  }
}

const SEPARATORS = [' - ', ' | ', ' – ', ' — ', ' :: ', ' · ', ' » ', ' • ', ': ']

/** The title without the site name at its end or start, if a separator marks it. */
function titleOf(
  given: string | null,
  title: string | null,
  siteName: string | null,
  pageUrl: string | null,
): string | null {
  const raw = given ?? (title === '' ? null : title)
  if (raw === null) return null
  if (siteName !== null && raw.length > siteName.length) {
    for (const separator of SEPARATORS) {
      if (raw.endsWith(separator + siteName)) return raw.slice(0, -separator.length - siteName.length).trim()
      if (separator !== ': ' && raw.startsWith(siteName + separator))
        return raw.slice(siteName.length + separator.length).trim()
    }
  }
  return withoutHost(raw, pageUrl)
}

/** `Floors | Tarkett` on tarkett.com is `Floors`. */
function withoutHost(title: string, pageUrl: string | null): string {
  const host = (pageUrl === null ? null : URL.parse(pageUrl)?.hostname)?.replace(/^www\./, '') ?? ''
  const at = Math.max(...SEPARATORS.filter((each) => each !== ': ').map((each) => title.lastIndexOf(each)))
  const name = lettersOf(title.slice(at + 3))
  return at > 0 && name.length > 2 && host.replace(/[^a-z0-9]+/g, '').includes(name)
    ? title.slice(0, at).trim()
    : title
}

function languageOf(value: string | null): string | null {
  const tag = value?.split(',')[0]?.trim().replaceAll('_', '-') ?? ''
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : null
}
