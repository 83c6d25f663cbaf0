// What tells a thread from other parts with an author and a time: topics of a board, news, reviews, comments of an article.
import { attribute, closest, lineText, type HtmlElement } from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import type { FoundPost } from './found-post.ts'
import { below, holds, isSmall, type PageSpans } from './page-spans.ts'
import { namesOf, shapeOf } from './post-parts.ts'

/** Of the posts, those that have what is asked. */
const MIN_POSTS_SHARE = 0.6
const HALF = 0.5
/** More than a description below a title. */
const MAX_LIST_CHARS = 200
const HEADING = /^h[1-6]$/
const TITLE = /(?:^|[\s_-])(?:title|headline|topictitle|forumtitle|thread-?title)(?:$|[\s_-])/i

/** Whether most parts lead to a page of their own: a link with little beside it, or a title that is one. */
export function isListOfThreads(spans: PageSpans, posts: readonly FoundPost[]): boolean {
  const led = new Set<string>()
  const titled = new Set<string>()
  for (const post of posts) {
    const href = leadingLink(spans, post.body)
    if (href !== null) led.add(href)
    const title = titleLink(spans, post)
    if (title !== null)
      titled.add(lineText(title, 200).replace(/^(?:\p{L}{2,4}|回复|回覆|返信)\s?[:：]\s?/u, ''))
  }
  return led.size >= HALF * posts.length || titled.size >= HALF * posts.length
}

/** Whether a part is the link to another one, such as the next thread of a board. */
export const isLead = (spans: PageSpans, { body }: FoundPost): boolean => leadingLink(spans, body) !== null

const ASIDE = /(?:^|[\s_-])(?:side|sidebar|widgets?|footer|related|similar)(?:$|[\s_-])/i

/** Whether a part stands beside the content, by what is round it; the author of a post has more than a link in it. */
export function isAside({ body, name }: FoundPost): boolean {
  if (name !== undefined && name.rank < 2) return true
  const is = (up: HtmlElement): boolean =>
    up.name === 'nav' ||
    up.name === 'footer' ||
    (up.name !== 'body' && up.name !== 'html' && ASIDE.test(namesOf(up)))
  return closest(body, is) !== null
}

/** The link of a body that begins with one and has little else. */
function leadingLink(spans: PageSpans, body: HtmlElement): string | null {
  let linked = 0
  let first: string | null = null
  let beside = 0
  for (const inner of below(spans, body, (element) => !isVisible(element))) {
    const chars = spans.chars[inner.order] ?? 0
    if (inner.name !== 'a' || chars === 0) continue
    const href = attribute(inner, 'href')
    if (href === null || /^(?:#|mailto:|javascript:)/.test(href) || lineText(inner, 4).startsWith('@'))
      continue
    linked += chars
    if (first !== null) continue
    first = href
    beside = charsBefore(inner, body)
  }
  const whole = spans.chars[body.order] ?? 0
  if (first === null || beside > 20 || linked < 8) return null
  return linked >= HALF * whole || whole <= MAX_LIST_CHARS ? first : null
}

/** Characters of the body before an element, up to a few. */
function charsBefore(element: HtmlElement, body: HtmlElement): number {
  let chars = 0
  for (let up: HtmlElement = element; up !== body && up.parent !== null; up = up.parent)
    for (const sibling of up.parent.children) {
      if (sibling === up || chars > 40) break
      chars += lineText(sibling, 50).length
    }
  return chars
}

/** The title of a post that is a link; one with a fragment leads to the post itself. */
function titleLink(spans: PageSpans, { region, body, author, name }: FoundPost): HtmlElement | null {
  if (region === undefined) return null
  const { start, end } = region
  const bodyEnd = spans.last[body.order] ?? body.order
  for (let at = start.order; at < end; at += 1) {
    const element = spans.all[at]
    if (at > body.order && at <= bodyEnd) at = bodyEnd
    else if (element?.name === 'a' && isInTitle(element) && isVisible(element)) {
      const href = attribute(element, 'href') ?? ''
      if (
        href !== '' &&
        !href.includes('#') &&
        (spans.chars[at] ?? 0) > 3 &&
        lineText(element, 100) !== author &&
        !(name !== undefined && (holds(spans, element, name.element) || holds(spans, name.element, element)))
      )
        return element
    }
  }
  return null
}

function isInTitle(element: HtmlElement): boolean {
  const is = (up: HtmlElement): boolean =>
    HEADING.test(up.name) || (TITLE.test(namesOf(up)) && !/user|member|author/i.test(namesOf(up)))
  return closest(element, is, 3) !== null
}

const THREAD_ADDRESS =
  /(?:^|[/?&._=-])(?:forums?|foro|foros|forumo|board|boards|bbs|threads?|topics?|viewtopic|showthread|showtopic|discussions?|discuss|questions?|question|issues?|bugs?|show_bug|read\.cgi|pipermail|archives?\/list|mailman|hyperkitty|msg\d|guestbook|gaestebuch|livre-?d-?or|kniha|gbook|comments|thread-\d|frage|pregunta|domanda|pytanie|vopros|tid|topic_id|wr_id|merge_requests|pull|browse\/[A-Z]+-\d+)(?:[/?&._=-]|\d|$)|\/[tdq]\/\w/i
const REVIEW = /(?:^|[\s_-])(?:reviews?|rating|ratings|stars|star-rating|testimonials?)(?:$|[\s_-])/i
const COMMENTS =
  /(?:^|[\s_-])(?:comments?|comments?-?(?:list|area|section|wrapper)|respond|disqus|reactions?|kommentare|commentaires)(?:$|[\s_-])/i
const ANSWER =
  /^(?:reply|quote|report|answer|respond|antworten|zitieren|melden|répondre|citer|signaler|responder|citar|denunciar|rispondi|cita|segnala|beantwoorden|reageren|citeren|svara|citera|svar|citer|sitér|vastaa|lainaa|ilmoita|odpowiedz|cytuj|zgłoś|odpovědět|citovat|válasz|idézet|ответить|цитировать|пожаловаться|відповісти|yanıtla|alıntıla|cevapla|trả lời|balas|返信|引用|回复|回覆|답글|답변|인용)(?:\s.{0,20})?$/i

const ANSWER_LINK = /[/?&=_-](?:reply|replyto|quote|newreply|respond|answer)(?:$|[/?&=_.-])/i

/**
 * Whether posts on a page that does not look like a forum are those of a thread. They are of several authors and alike, the
 * first as well, they are most of what the page shows, and something says that they are answers to each other.
 */
export function areOfThread(spans: PageSpans, posts: readonly FoundPost[], url: string | null): boolean {
  if (posts.length < 2 || posts.some(({ region }) => region === undefined)) return false
  if (new Set(posts.map(({ author }) => author)).size < 2) return false
  const regions = posts.flatMap(({ region }) => region ?? [])
  const share = (is: (at: number) => boolean): number => posts.filter((_, at) => is(at)).length / posts.length
  const has = (at: number, is: (element: HtmlElement) => boolean): boolean =>
    spans.all.slice(regions[at]?.start.order ?? 0, regions[at]?.end ?? 0).some(is)
  const isReview = (element: HtmlElement): boolean =>
    REVIEW.test(namesOf(element)) || /rating/i.test(attribute(element, 'itemprop') ?? '')
  if (share((at) => has(at, isReview)) >= HALF) return false
  const isAddress = url !== null && THREAD_ADDRESS.test(addressWords(url))
  const [first, ...others] = regions
  const isAlike = others.some(
    (other) =>
      first !== undefined &&
      other.start.parent === first.start.parent &&
      (shapeOf(other.start) === shapeOf(first.start) || other.time.shape === first.time.shape),
  )
  if (!isAlike && !isAddress) return false
  const inPosts = posts.reduce((sum, { body }) => sum + (spans.chars[body.order] ?? 0), 0)
  const beside = proseBeside(spans, posts)
  if (beside > (isAddress ? 2 : 0.5) * inPosts) return false
  if (isAddress) return true
  if (beside > 150 && isAmongComments(first?.start)) return false
  // An article with its comments.
  const opening = spans.chars[posts[0]?.body.order ?? 0] ?? 0
  if (opening > MAX_OPENING_CHARS && opening > inPosts / 2) return false
  const isAnswered = share((at) => has(at, (element) => isAnswer(element, spans))) >= MIN_POSTS_SHARE
  if (isAnswered) return true
  if (share((at) => (posts[at]?.name?.rank ?? 5) > 1) < MIN_POSTS_SHARE) return false
  const isLinked = share((at) => isOfPage(posts[at]?.href ?? null, url)) >= MIN_POSTS_SHARE
  return (
    isLinked ||
    (inPosts > HALF_OF_PAGE * (spans.chars[0] ?? 0) && spans.all.some(({ name }) => name === 'textarea'))
  )
}

const isAnswer = (element: HtmlElement, spans: PageSpans): boolean =>
  (isSmall(spans, element, 40) &&
    (element.name === 'a' || element.name === 'button' || element.name === 'span') &&
    ANSWER.test(lineText(element, 40))) ||
  (element.name === 'a' && ANSWER_LINK.test(attribute(element, 'href') ?? '')) ||
  /(?:^|\s)p-comment(?:\s|$)/.test(attribute(element, 'class') ?? '')

const addressWords = (url: string): string => {
  const parsed = URL.parse(url)
  return parsed === null ? '' : `${parsed.hostname.split('.')[0] ?? ''}${parsed.pathname}${parsed.search}`
}

function isOfPage(href: string | null, url: string | null): boolean {
  if (href === null) return false
  if (href.startsWith('#')) return true
  const [target, page] = [url === null ? null : URL.parse(href, url), url === null ? null : URL.parse(url)]
  return (
    target !== null && page !== null && target.host === page.host && target.pathname.startsWith(page.pathname)
  )
}

/** A guest book shows little beside its posts. */
const HALF_OF_PAGE = 0.4
/** Longer ones, with shorter answers, are articles. */
const MAX_OPENING_CHARS = 1_500
const PROSE = new Set(['p', 'div', 'td', 'li', 'section', 'article', 'blockquote', 'pre', 'dd'])

/** Characters of long texts outside of the posts. */
function proseBeside({ all, last, chars }: PageSpans, posts: readonly FoundPost[]): number {
  const ends = new Map(
    posts.flatMap(({ region }) => (region === undefined ? [] : [[region.start.order, region.end]])),
  )
  let sum = 0
  for (let at = 0; at < all.length; at += 1) {
    const element = all[at]
    if (element === undefined) break
    const end = ends.get(at)
    if (end !== undefined) at = end - 1
    else if (!isVisible(element)) at = last[at] ?? at
    else if (PROSE.has(element.name) && (chars[at] ?? 0) > 120) {
      let own = 0
      for (const child of element.children) if (child.kind === 'text') own += child.text.trim().length
      if (own > 80) sum += own
    }
  }
  return sum
}

const isAmongComments = (start: HtmlElement | undefined): boolean =>
  closest(start?.parent ?? null, (up) => COMMENTS.test(namesOf(up)), 4) !== null
