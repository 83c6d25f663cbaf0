// Posts that a page marks as such with the vocabulary of schema.org.
import { attribute, hasWord, lineText, wordsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import { plainName } from '#parsing/page/origin/shown-byline.ts'
import type { FoundPost } from './found-post.ts'
import { below, type PageSpans } from './page-spans.ts'
import { nameOf, nameText, type ShownName } from './post-authors.ts'
import { chooseLinks, linksOf, type PostLink } from './post-permalinks.ts'
import { timeOf, type ShownTime } from './shown-times.ts'

/** The first kinds are threads; comments alone may as well be those of an article. */
const THREAD = /[/#:](?:DiscussionForumPosting|SocialMediaPosting|Question|QAPage)$/
const POST = /[/#:](?:DiscussionForumPosting|SocialMediaPosting|Question|Answer|Comment|UserComments)$/
const BODY = new Set(['text', 'articleBody', 'commentText', 'description'])
const TIME = new Set(['datePublished', 'dateCreated', 'commentTime'])

/** In the order of the page; `thread` says whether the page calls itself one. */
export function markedPosts(
  spans: PageSpans,
  shown: { readonly times: readonly ShownTime[]; readonly names: readonly ShownName[] },
): { readonly posts: FoundPost[]; readonly thread: boolean } {
  const times = new Map(shown.times.map((time) => [time.element, time]))
  // A word in bold is no author of a list of frequent questions.
  const names = new Map(shown.names.filter(({ rank }) => rank > 2).map((name) => [name.element, name]))
  const items = spans.all.filter((element) => POST.test(typeOf(element)))
  const found = items.flatMap((item) => postOf(spans, item, times, names) ?? [])
  const hrefs = chooseLinks(found.map(({ links }) => links))
  return {
    posts: found.map(({ post }, at) => ({ ...post, href: post.href ?? hrefs[at] ?? null })),
    thread: spans.all.some((element) => THREAD.test(typeOf(element))),
  }
}

const typeOf = (element: HtmlElement): string => attribute(element, 'itemtype')?.trim() ?? ''

/** What is marked counts before what is shown. */
function postOf(
  spans: PageSpans,
  item: HtmlElement,
  times: ReadonlyMap<HtmlElement, ShownTime>,
  names: ReadonlyMap<HtmlElement, ShownName>,
): { readonly post: FoundPost; readonly links: readonly PostLink[] } | null {
  let body: HtmlElement | null = null
  let author: string | null = null
  let shownAuthor: string | null = null
  let publishedAt: string | null = null
  let shownTime: ShownTime | null = null
  let href: string | null = null
  let authorEnd = -1
  const others = new Set<HtmlElement>()
  const isOther = (inner: HtmlElement): boolean => {
    if (POST.test(typeOf(inner))) others.add(inner)
    return inner === body || others.has(inner)
  }
  let end = item.order + 1
  for (const inner of below(spans, item, isOther)) {
    end = inner.order + 1
    const properties = wordsOf(inner, 'itemprop')
    if (properties.includes('author') || properties.includes('creator')) {
      author ??= markedName(spans, inner)
      authorEnd = spans.last[inner.order] ?? 0
    }
    if (properties.some((name) => TIME.has(name))) publishedAt ??= timeOf(inner)
    // The address of an author is marked alike.
    if (properties.includes('url') && inner.order > authorEnd) href ??= attribute(inner, 'href')
    shownAuthor ??= names.get(inner)?.name ?? null
    shownTime ??= times.get(inner) ?? null
    if (properties.some((name) => BODY.has(name)) && (spans.chars[inner.order] ?? 0) > 0) body ??= inner
  }
  if (body === null) return null
  const isApart = (element: HtmlElement): boolean => element === body || others.has(element)
  return {
    post: {
      author: author ?? shownAuthor,
      publishedAt: publishedAt ?? shownTime?.value ?? null,
      href,
      body,
      apart: others,
    },
    links: linksOf(spans, item.order + 1, end, shownTime?.element ?? item, author ?? shownAuthor, isApart),
  }
}

/** The part that is marked as the name, else the first profile in it, else all of a short text. */
function markedName(spans: PageSpans, author: HtmlElement): string | null {
  const given = attribute(author, 'content')
  if (given !== null) return plainName(given) || null
  let linked: string | null = null
  for (const inner of below(spans, author)) {
    if (hasWord(inner, 'itemprop', 'name')) {
      const name = plainName(attribute(inner, 'content') ?? lineText(inner, 200))
      if (name !== '') return name
    }
    const shown: ShownName | null = linked === null ? nameOf(spans, inner) : null
    if (shown !== null && shown.rank >= 3) linked = shown.name
  }
  return linked ?? (plainName(nameText(author)) || null)
}
