// Posts by their shape: parts of one kind that repeat, each with an author, a time and a text.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { FoundPost } from './marked-posts.ts'
import { below, type PageSpans } from './page-spans.ts'
import { authorIn, isBody, isSignature, isTime, timeOf } from './post-parts.ts'

const PARTS = new Set(['div', 'article', 'li', 'tr', 'table', 'tbody', 'section', 'td', 'dl'])
const MIN_POSTS = 2
const MIN_CHARS = 10
/** Of the parts of one kind, those that have an author and a time. */
const MIN_SHARE = 0.75
const MAX_MEMBERS = 2_000
/** Each is read as a whole. */
const MAX_GROUPS = 12

/** The group of parts with the most text of its own; none where no parts look like posts. */
export function repeatedPosts(spans: PageSpans): FoundPost[] {
  const authors = countsBelow(spans, (element) => authorIn(element) !== null)
  const times = countsBelow(spans, isTime)
  const groups = new Map<string, HtmlElement[]>()
  for (const element of spans.all) {
    if (!PARTS.has(element.name) || (spans.chars[element.order] ?? 0) < MIN_CHARS) continue
    const key = shapeOf(element)
    if (key === null) continue
    const group = groups.get(key)
    const before = group?.at(-1)
    if (group === undefined) groups.set(key, [element])
    else if (
      before !== undefined &&
      (spans.last[before.order] ?? 0) < element.order &&
      group.length < MAX_MEMBERS
    )
      group.push(element)
  }
  let best: FoundPost[] = []
  let bestChars = 0
  const likely = [...groups.values()].flatMap((group) => {
    const whole = group.filter(({ order }) => (authors[order] ?? 0) > 0 && (times[order] ?? 0) > 0)
    if (whole.length < MIN_POSTS || whole.length < MIN_SHARE * group.length) return []
    return [{ whole, chars: whole.reduce((sum, { order }) => sum + (spans.chars[order] ?? 0), 0) }]
  })
  for (const { whole } of likely.toSorted((a, b) => b.chars - a.chars).slice(0, MAX_GROUPS)) {
    const posts = whole.flatMap((element) => postOf(spans, element, authors, times) ?? [])
    const chars = posts.reduce((sum, { body }) => sum + (spans.chars[body.order] ?? 0), 0)
    if (posts.length >= MIN_SHARE * whole.length && posts.length >= MIN_POSTS && chars > bestChars) {
      best = posts
      bestChars = chars
    }
  }
  return best
}

/** The name with the classes, or the id, that other parts of the kind have too; numbers tell them apart. */
function shapeOf(element: HtmlElement): string | null {
  const classes = (attribute(element, 'class') ?? '')
    .slice(0, 300)
    .split(/\s+/)
    .filter((name) => name !== '' && !/\d/.test(name))
  if (classes.length > 0) return `${element.name}.${classes[0]}`
  const id = attribute(element, 'id') ?? ''
  return /\d/.test(id) ? `${element.name}#${id.slice(0, 100).replace(/\d+/g, '0')}` : null
}

function postOf(
  spans: PageSpans,
  post: HtmlElement,
  authors: Uint32Array,
  times: Uint32Array,
): FoundPost | null {
  const body = bodyOf(spans, post, authors, times)
  if (body === null) return null
  let author: string | null = null
  let time: HtmlElement | null = null
  for (const inner of below(spans, post, (element) => element === body)) {
    author ??= authorIn(inner)
    if ((time === null || (inner.name === 'time' && time.name !== 'time')) && isTime(inner)) time = inner
  }
  if (author === null || time === null) return null
  return { author, publishedAt: timeOf(time), href: hrefRound(time, post), body }
}

/** By its name, else the part with the most text that holds neither the author nor the time. */
function bodyOf(
  spans: PageSpans,
  post: HtmlElement,
  authors: Uint32Array,
  times: Uint32Array,
): HtmlElement | null {
  let named: HtmlElement | null = null
  let other: HtmlElement | null = null
  const charsOf = (element: HtmlElement | null): number =>
    element === null ? 0 : (spans.chars[element.order] ?? 0)
  const holdsAll = ({ order }: HtmlElement): boolean =>
    (authors[order] ?? 0) === (authors[post.order] ?? 0) || (times[order] ?? 0) === (times[post.order] ?? 0)
  for (const inner of below(spans, post, isSignature)) {
    if (charsOf(inner) === 0 || holdsAll(inner) || authorIn(inner) !== null) continue
    if (isBody(inner) && charsOf(inner) > charsOf(named)) named = inner
    if (PARTS.has(inner.name) && charsOf(inner) > charsOf(other)) other = inner
  }
  return named ?? other
}

/** The address of the time, which on many forums is that of the post. */
function hrefRound(time: HtmlElement, post: HtmlElement): string | null {
  for (let element: HtmlElement | null = time; element !== null && element !== post; element = element.parent)
    if (element.name === 'a') return attribute(element, 'href')
  return null
}

/** How many elements at or below each are such. */
function countsBelow({ all }: PageSpans, is: (element: HtmlElement) => boolean): Uint32Array {
  const counts = new Uint32Array(all.length)
  for (let i = all.length - 1; i >= 0; i -= 1) {
    const element = all[i]
    if (element === undefined) continue
    if (is(element)) counts[i] = (counts[i] ?? 0) + 1
    const parent = element.parent?.order
    if (parent !== undefined) counts[parent] = (counts[parent] ?? 0) + (counts[i] ?? 0)
  }
  return counts
}
