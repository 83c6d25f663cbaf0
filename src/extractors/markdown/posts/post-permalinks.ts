// The address of a post: the link that its number, its time or a sign in it leads to.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { holds, isSmall, type PageSpans } from './page-spans.ts'
import { isAction, namesOf, shapeOf } from './post-parts.ts'

/** A link of a post that may be its address. */
export interface PostLink {
  readonly href: string
  /** From 1, a link with a fragment, to 5, which says that it is one. */
  readonly rank: number
  readonly shape: string
}

const NAMED =
  /permalink|permalien|permanent|bookmark|bylink|post-?(?:number|counter|index|link|count)|comment-?(?:link|permalink)|share-?link|direct-?link|anchor-?link|dauerlink|perma\b|parmalink|enlace|kalıcı|odkaz na|bezpośredni|связ|ссылк|链接|連結|リンク|주소/i
/** `#3`, `3`, `3.`, `No. 3`, `Comment 3`. */
const NUMBER =
  /^(?:#|№|nr\.?|no\.?|n°|post|comment|reply|beitrag|message|\p{L}{2,14}(?=\s|#))?\s?#?\s?\d{1,9}\s?[.)#]?$|^#$|^\d+\s?(?:楼|樓|#)$|^link$/iu
const MAX_LINK_CHARS = 60

/** The links of a region that may be its address. `isBody` leaves out what the author wrote. */
export function linksOf(
  spans: PageSpans,
  from: number,
  end: number,
  time: HtmlElement,
  author: string | null,
  isApart: (element: HtmlElement) => boolean,
): PostLink[] {
  const links: PostLink[] = []
  const ids = new Set<string>()
  for (let at = from; at < end; at += 1) {
    const element = spans.all[at]
    if (element === undefined) break
    for (const name of ['id', 'name']) {
      const id = attribute(element, name)
      if (id === null || !/\d/.test(id) || ids.size > 40) continue
      ids.add(`#${id}`)
      const digits = /\d{2,}/.exec(id)?.[0]
      if (digits !== undefined) ids.add(digits)
    }
    if (isApart(element)) {
      at = spans.last[at] ?? at
      continue
    }
    const link = element.name === 'a' ? linkOf(spans, element, time, ids) : null
    if (link !== null && (author === null || lineText(element, 100) !== author)) links.push(link)
  }
  for (let up = time.parent; up !== null && up.order >= from; up = up.parent)
    if (up.name === 'a') {
      const href = attribute(up, 'href')
      if (href !== null && isAddress(href)) links.push({ href, rank: 4, shape: 'time' })
    }
  return links
}

function linkOf(
  spans: PageSpans,
  anchor: HtmlElement,
  time: HtmlElement,
  ids: ReadonlySet<string>,
): PostLink | null {
  const href = attribute(anchor, 'href')?.trim() ?? ''
  if (!isAddress(href) || !isSmall(spans, anchor, 2 * MAX_LINK_CHARS)) return null
  const text = lineText(anchor, 2 * MAX_LINK_CHARS)
  const hints = `${namesOf(anchor)} ${attribute(anchor, 'rel') ?? ''} ${attribute(anchor, 'title') ?? ''} ${attribute(anchor, 'aria-label') ?? ''} ${attribute(anchor, 'data-event-action') ?? ''}`
  const shape = shapeOf(anchor)
  if (NAMED.test(hints) || /^(?:permalink|permalien|link|dauerlink)$/i.test(text))
    return { href, rank: 5, shape: `n ${shape}` }
  if (holds(spans, anchor, time) || holds(spans, time, anchor)) return { href, rank: 4, shape: 'time' }
  if (NUMBER.test(text)) return { href, rank: 3, shape: `# ${shape}` }
  if (ids.has(href.slice(href.indexOf('#')))) return { href, rank: 3, shape: `# ${shape}` }
  const target = /(?:[#?&;/.=-])(?:[a-z_-]{0,20})(\d{2,})$/i.exec(href)?.[1]
  if (target !== undefined && ids.has(target)) return { href, rank: 2, shape: `i ${shape}` }
  return null
}

const isAddress = (href: string): boolean =>
  href !== '' && href !== '#' && !/^#top$|[?&][a-z_]{1,12}=https?(?::|%3a)/i.test(href) && !isAction(href)

/**
 * One address for each post: of the kind of links that most posts have, of these the surest. An address of two posts is
 * that of something else, but for the first, whose address is often that of the thread.
 */
export function chooseLinks(posts: readonly (readonly PostLink[])[]): (string | null)[] {
  const kinds = new Map<string, { count: number; rank: number; hrefs: Set<string> }>()
  for (const links of posts)
    for (const shape of new Set(links.map((link) => link.shape))) {
      const link = links.find((other) => other.shape === shape)
      if (link === undefined) continue
      const kind = kinds.get(shape) ?? { count: 0, rank: link.rank, hrefs: new Set() }
      kind.count += 1
      kind.hrefs.add(link.href)
      kinds.set(shape, kind)
    }
  const likely = [...kinds].filter(([, { count, hrefs }]) => hrefs.size >= Math.max(1, 0.75 * count))
  const order = likely
    .toSorted(
      ([, a], [, b]) => b.rank + 6 * (b.count / posts.length) - (a.rank + 6 * (a.count / posts.length)),
    )
    .map(([shape]) => shape)
  const seen = new Set<string>()
  return posts.map((links) => {
    for (const shape of order) {
      const link = links.find((other) => other.shape === shape && !seen.has(other.href))
      if (link === undefined) continue
      seen.add(link.href)
      return link.href
    }
    return null
  })
}
