// The metadata of a page: title, author, dates, language, site, address, feeds, Open Graph.
import { readJsonLd, type JsonLdNode } from './json-ld.ts'
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { baseOf, linkTarget } from './link-target.ts'
import { readNearTitle } from './near-title.ts'
import { dateClue, dateOf, type DateClue } from './published-date.ts'
import { plainName, shownAuthor } from './shown-byline.ts'
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
  const article = jsonLd.nodes.find((node) => node.types.some((type) => ARTICLE_TYPES.test(type)))
  const meta = (...names: string[]): string | null => {
    for (const name of names) {
      const value = found.metas.get(name)
      if (value !== undefined) return value
    }
    return null
  }
  const siteName = meta('og:site_name', 'application-name') ?? nameOf(article?.value['publisher'])
  const given =
    dateOf(stringOf(article?.value['datePublished'])) ??
    dateOf(
      meta(
        'article:published_time',
        'og:article:published_time',
        'datepublished',
        'date',
        'dc.date',
        'dc.date.issued',
        'dcterms.created',
        'citation_publication_date',
        'parsely-pub-date',
        'sailthru.date',
        'pubdate',
        'publish-date',
        'publishdate',
      ),
    ) ??
    dateOf(found.published?.value ?? null)
  const named = bylineOf(article, meta, found, siteName, pageUrl)
  const shown = given === null || named === null ? readNearTitle(document, named === null) : null
  const publishedAt = given ?? shown?.publishedAt ?? null
  const modifiedAt =
    dateOf(stringOf(article?.value['dateModified'])) ??
    dateOf(meta('article:modified_time', 'og:updated_time', 'last-modified', 'dcterms.modified'))
  const link = (href: string | null): string | null => (href === null ? null : linkTarget(href, base))
  return {
    title: titleOf(
      meta('og:title', 'twitter:title', 'dc.title', 'citation_title') ?? stringOf(article?.value['headline']),
      found.title,
      siteName,
      pageUrl,
    ),
    byline: named ?? shown?.author ?? null,
    description: meta('og:description', 'description', 'twitter:description', 'dc.description'),
    language: languageOf(found.language ?? meta('content-language', 'og:locale', 'dc.language')),
    publishedAt,
    modifiedAt: modifiedAt ?? shown?.modifiedAt ?? null,
    siteName,
    canonical: link(found.canonical ?? meta('og:url')),
    image: link(
      meta('og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'),
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

const ARTICLE_TYPES =
  /(?:Article|BlogPosting|Posting|Report|Recipe|Review|WebPage|HowTo|QAPage|CreativeWork)$/

interface Found {
  readonly metas: Map<string, string>
  readonly feeds: { href: string; type: string; title: string | null }[]
  title: string | null
  language: string | null
  canonical: string | null
  icon: string | null
  published: DateClue | null
  authors: string[]
}

/** A part of each name that `shownAuthor` and `dateClue` know. */
const BYLINE_NAME = /author|byline|date|publi|posted/i

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
    feeds: [],
    title: null,
    language: null,
    canonical: null,
    icon: null,
    published: null,
    authors: [],
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
        if (mayBeByline(element)) keepShown(element, found)
    }
  }
  return found
}

/** Author and day as the page shows them; the surest clue to the day counts, of equal ones the first. */
function keepShown(element: HtmlElement, found: Found): void {
  if (element.attributes.length === 0) return
  const author = found.authors.length < 10 ? shownAuthor(element) : null
  if (author !== null) found.authors.push(author)
  const clue = (found.published?.strength ?? 0) < 2 ? dateClue(element) : null
  if (clue !== null && clue.strength > (found.published?.strength ?? 0)) found.published = clue
}

const META_NAMES = ['property', 'name', 'itemprop', 'http-equiv']

function keepMeta(element: HtmlElement, found: Found): void {
  const value = clean(attribute(element, 'content'))
  if (value === null) return
  for (const source of META_NAMES) {
    const names = attribute(element, source)
    if (names === null) continue
    for (const name of names.toLowerCase().split(/\s+/)) {
      if (name !== '' && !found.metas.has(name) && found.metas.size < 300) found.metas.set(name, value)
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
    found.feeds.push({ href, type, title: clean(attribute(element, 'title')) })
  }
}

/** Of people first: many sites name themselves as the author of what a person wrote. */
function bylineOf(
  article: JsonLdNode | undefined,
  meta: (...names: string[]) => string | null,
  found: Found,
  siteName: string | null,
  pageUrl: string | null,
): string | null {
  const listed = namesOf(article?.value['author']).map(plainName).filter(isName).join(', ')
  const given = plainName(
    meta(
      'author',
      'article:author',
      'dc.creator',
      'citation_author',
      'parsely-author',
      'sailthru.author',
      'twitter:creator',
    ) ?? '',
  )
  const names = [listed, isName(given) ? given : '', ...found.authors].filter((name) => name !== '')
  return names.find((name) => !isSite(name, siteName, pageUrl)) ?? names[0] ?? null
}

/** An address, a number or a template is no name. */
const isName = (text: string): boolean =>
  /\p{L}/u.test(text) && !/^(?:https?:|@|\/|www\.)|^[^\s@]+@\S+$|^\w+(?:\.\w+){2,}$/i.test(text)

function isSite(name: string, siteName: string | null, pageUrl: string | null): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const host = plain((pageUrl === null ? null : URL.parse(pageUrl)?.hostname)?.replace(/^www\./, '') ?? '')
  const wanted = plain(name)
  return wanted === plain(siteName ?? '') || (wanted.length > 3 && host.startsWith(wanted))
}

function namesOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, 20) : [value]
  return [...new Set(list.map(nameOf).filter((name): name is string => name !== null))]
}

function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return /^https?:/i.test(value) ? null : clean(value)
  if (Array.isArray(value)) return nameOf(value[0])
  return typeof value === 'object' && value !== null && 'name' in value ? stringOf(value.name) : null
}

const stringOf = (value: unknown): string | null =>
  typeof value === 'string' ? clean(value) : Array.isArray(value) ? stringOf(value[0]) : null

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
  const name = title
    .slice(at + 3)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return at > 0 && name.length > 2 && host.replace(/[^a-z0-9]+/g, '').includes(name)
    ? title.slice(0, at).trim()
    : title
}

function languageOf(value: string | null): string | null {
  const tag = value?.split(',')[0]?.trim().replace('_', '-') ?? ''
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag) ? tag : null
}

function clean(value: string | null): string | null {
  if (value === null) return null
  const line = value.slice(0, MAX_VALUE_CHARS).replace(/\s+/g, ' ').trim()
  // Unfilled templates.
  return line === '' || /^(?:null|undefined|none|n\/a|\{\{.*\}\}|#[A-Z_]+#|%%.*%%)$/i.test(line) ? null : line
}
