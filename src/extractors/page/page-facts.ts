// What a crawl must know of a page: its links, its name for itself, what robots may do with it, and its text as a hash.
import { createHash } from 'node:crypto'
import { writePageSketch } from '#kit/site/page-sketch.ts'
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { elementText } from '#parsing/html/element-text.ts'
import { baseOf, pageHref } from '#parsing/page/link-target.ts'
import { MAX_LINKS, type PageFacts } from './options.ts'

/** A page with less text is not told from others by it. */
const MIN_HASHED_CHARS = 50
const MAX_HASHED_CHARS = 2_000_000
/** What stands around the content of a page, and what people choose from. */
const AROUND: ReadonlySet<string> = new Set('nav aside footer dialog menu select button'.split(' '))
const AROUND_AND_LINKS: ReadonlySet<string> = new Set([...AROUND, 'a'])
const MAX_TITLE_CHARS = 500
const MAX_HREF_CHARS = 4_000
/** Of all links of a page together. */
const MAX_LINK_CHARS = 500_000

/** Nothing is known of a target that is no page. */
export const NO_FACTS: PageFacts = {
  title: null,
  canonical: null,
  noindex: false,
  nofollow: false,
  softError: false,
  links: [],
  linksCut: false,
  contentHash: null,
  contentSketch: null,
}

/** `robotsTag`: the header X-Robots-Tag as received. */
export function readPageFacts(
  document: HtmlDocument,
  url: string | null,
  robotsTag: string | null,
): Omit<PageFacts, 'softError'> {
  const base = baseOf(document, url)
  const links = new Map<string, boolean>()
  const rules = robotsTag === null ? [] : rulesOf(robotsTag)
  let title: string | null = null
  let canonical: string | null = null
  let linksCut = false
  let linkChars = 0
  for (const element of document.all) {
    const link = pageHref(element)
    if (link !== null) {
      const href = absolute(link, base)
      if (href === null || links.has(href)) continue
      linkChars += href.length
      if (links.size >= MAX_LINKS || linkChars > MAX_LINK_CHARS) linksCut = true
      else links.set(href, relOf(element).includes('nofollow'))
    } else if (element.name === 'link') {
      if (canonical === null && relOf(element).includes('canonical'))
        canonical = absolute(attribute(element, 'href'), base)
    } else if (element.name === 'meta') {
      if (attribute(element, 'name')?.trim().toLowerCase() === 'robots')
        rules.push(...rulesOf(attribute(element, 'content') ?? ''))
    } else if (element.name === 'title' && title === null && element.parent?.name !== 'svg') {
      title = lineText(element, MAX_TITLE_CHARS) || null
    }
  }
  return {
    title,
    canonical,
    noindex: rules.includes('noindex') || rules.includes('none'),
    nofollow: rules.includes('nofollow') || rules.includes('none'),
    links: [...links].map(([href, nofollow]) => ({ href, nofollow })),
    linksCut,
    contentHash: contentHash(document),
    contentSketch: contentSketch(document),
  }
}

/** Absolute and without its fragment; null for what leads to no page. */
function absolute(href: string | null, base: string | null): string | null {
  if (href === null || href.length > MAX_HREF_CHARS) return null
  const url = base === null ? URL.parse(href) : URL.parse(href, base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url.href
}

const relOf = (element: HtmlElement): string[] => (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/)

/** Rules for all robots: one that is for a named robot (`googlebot: noindex`) is not ours. */
const rulesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(',')
    .map((rule) => rule.trim())

function contentHash({ root }: HtmlDocument): string | null {
  const text = elementText(root, MAX_HASHED_CHARS).replace(/\s+/g, ' ').trim()
  return text.length < MIN_HASHED_CHARS ? null : createHash('sha256').update(text).digest('hex')
}

const contentSketch = ({ root }: HtmlDocument): string | null =>
  writePageSketch(
    elementText(root, MAX_HASHED_CHARS, AROUND_AND_LINKS),
    elementText(root, MAX_HASHED_CHARS, AROUND),
  )
