// Posts that a page marks as such with the vocabulary of schema.org.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { plainName } from '#parsing/page/origin/shown-byline.ts'
import { below, type PageSpans } from './page-spans.ts'
import { authorIn, isTime, timeOf } from './post-parts.ts'

/** A post of the page, before its text is written. */
export interface FoundPost {
  readonly author: string | null
  readonly publishedAt: string | null
  /** As the page gives it. */
  readonly href: string | null
  readonly body: HtmlElement
}

/** The first kinds are threads; comments alone may as well be those of an article. */
const THREAD = /[/#:](?:DiscussionForumPosting|SocialMediaPosting|Question|QAPage)$/
const POST = /[/#:](?:DiscussionForumPosting|SocialMediaPosting|Question|Answer|Comment|UserComments)$/
const BODY = new Set(['text', 'articleBody', 'commentText', 'description'])
const TIME = new Set(['datePublished', 'dateCreated', 'commentTime'])

/** In the order of the page; `thread` says whether the page calls itself one. */
export function markedPosts(spans: PageSpans): { readonly posts: FoundPost[]; readonly thread: boolean } {
  const posts: FoundPost[] = []
  let thread = false
  for (const element of spans.all) {
    const type = attribute(element, 'itemtype')?.trim() ?? ''
    if (THREAD.test(type)) thread = true
    const post = POST.test(type) ? postOf(spans, element) : null
    if (post !== null) posts.push(post)
  }
  return { posts, thread }
}

function postOf(spans: PageSpans, item: HtmlElement): FoundPost | null {
  let body: HtmlElement | null = null
  let author: string | null = null
  let shownAuthor: string | null = null
  let publishedAt: string | null = null
  let shownTime: string | null = null
  let href: string | null = null
  let authorEnd = -1
  const isOther = (inner: HtmlElement): boolean =>
    inner === body || POST.test(attribute(inner, 'itemtype')?.trim() ?? '')
  for (const inner of below(spans, item, isOther)) {
    const properties = (attribute(inner, 'itemprop') ?? '').split(/\s+/)
    if (properties.includes('author') || properties.includes('creator')) {
      author ??= nameOf(spans, inner)
      authorEnd = spans.last[inner.order] ?? 0
    }
    if (properties.some((name) => TIME.has(name))) publishedAt ??= timeOf(inner)
    // The address of an author is marked alike.
    if (properties.includes('url') && inner.order > authorEnd) href ??= attribute(inner, 'href')
    shownAuthor ??= authorIn(inner)
    if (shownTime === null && isTime(inner)) shownTime = timeOf(inner)
    if (properties.some((name) => BODY.has(name)) && (spans.chars[inner.order] ?? 0) > 0) body ??= inner
  }
  return body === null
    ? null
    : { author: author ?? shownAuthor, publishedAt: publishedAt ?? shownTime, href, body }
}

function nameOf(spans: PageSpans, author: HtmlElement): string | null {
  for (const inner of below(spans, author)) {
    if (!(attribute(inner, 'itemprop') ?? '').split(/\s+/).includes('name')) continue
    const name = plainName(attribute(inner, 'content') ?? lineText(inner, 200))
    if (name !== '') return name
  }
  const name = plainName(attribute(author, 'content') ?? lineText(author, 200))
  return name === '' ? null : name
}
