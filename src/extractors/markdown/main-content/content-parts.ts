// The parts of a page that its structure says are content, where the kind of the page tells what to look for.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { shownPosts } from '#extractors/markdown/posts/find-posts.ts'
import { isQuote } from '#extractors/markdown/posts/post-parts.ts'
import type { PageKind } from './model/page-kinds.ts'
import type { ScoredLines } from './model/score-lines.ts'

/** The values of `ContentParts.inside`. */
const INSIDE = 1
/** In a post, repeated of another one. */
const QUOTED = 2

/** What is added to the log odds of lines in these parts, by folds. */
const RAISE = 1.5
/** What is taken from those of lines outside the posts of a thread, by folds. */
const LOWER_BESIDE_POSTS = 0.5
/** One post may be the article of the page. */
const MIN_POSTS = 2
/** Odds beyond that are not told apart. */
const MIN_PROBABILITY = 0.001

export interface ContentParts {
  /** By `element.order`; 0 outside. */
  readonly inside: Uint8Array
  /** Whether they are the posts of a thread: all of its content, without its title. */
  readonly arePosts: boolean
}

/** The main part of a page of documentation, the posts of a forum; null on other kinds, and where there are none. */
export function contentPartsOf(
  document: HtmlDocument,
  view: PageView,
  kind: PageKind | null,
): ContentParts | null {
  const arePosts = kind === 'forum'
  if (!arePosts && kind !== 'documentation') return null
  const parts = new Set(arePosts ? bodiesOfPosts(document) : mainParts(document, view))
  if (parts.size === 0) return null
  const inside = new Uint8Array(document.all.length)
  for (const element of document.all) {
    const above = element.parent === null ? 0 : (inside[element.parent.order] ?? 0)
    const own = above !== 0 || parts.has(element) ? INSIDE : 0
    inside[element.order] = above === QUOTED || (arePosts && own !== 0 && isQuote(element)) ? QUOTED : own
  }
  return { inside, arePosts }
}

/**
 * Raises the probabilities of lines in these parts. Short lines below long prose are seldom content, but they are in the
 * reference of a library, and so is a short answer to a long question.
 */
export function raiseLines({ lines, probabilities }: ScoredLines, { inside, arePosts }: ContentParts): void {
  const outside = arePosts ? -LOWER_BESIDE_POSTS : 0
  for (let at = 0; at < probabilities.length; at += 1) {
    const part = inside[lines.orders[at] ?? 0]
    const change = part === INSIDE ? RAISE : part === QUOTED ? 0 : outside
    if (change !== 0) probabilities[at] = shifted(probabilities[at] ?? 0, change)
  }
}

/** The probability whose log odds differ from those of another by `change`. */
export function shifted(probability: number, change: number): number {
  const known = Math.min(1 - MIN_PROBABILITY, Math.max(MIN_PROBABILITY, probability))
  return 1 / (1 + Math.exp(-Math.log(known / (1 - known)) - change))
}

/** The one article of the page, else its main parts. */
function mainParts({ all }: HtmlDocument, view: PageView): readonly HtmlElement[] {
  const shown = all.filter(({ order }) => view.shown[order] === 1 && (view.text[order] ?? 0) > 0)
  const articles = shown.filter(({ name }) => name === 'article')
  return articles.length === 1 ? articles : shown.filter(isMainPart)
}

/** Whether the page says that this is its main part. */
export const isMainPart = (element: HtmlElement): boolean =>
  element.name === 'main' || attribute(element, 'role') === 'main'

function bodiesOfPosts(document: HtmlDocument): readonly HtmlElement[] {
  const posts = shownPosts(document)
  return posts.length < MIN_POSTS ? [] : posts.map(({ body }) => body)
}
