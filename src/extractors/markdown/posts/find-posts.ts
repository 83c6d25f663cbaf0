// The posts of a thread: author, time and text of each, where the page marks them or shows them all alike.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { linkTarget } from '#parsing/page/link-target.ts'
import { markdownContext, type MarkdownOptions } from '#extractors/markdown/serialize/markdown-context.ts'
import { writeMarkdown } from '#extractors/markdown/serialize/write-markdown.ts'
import type { FoundPost } from './found-post.ts'
import { markedPosts } from './marked-posts.ts'
import { spansOf, type PageSpans } from './page-spans.ts'
import { shownNames } from './post-authors.ts'
import { isSignature } from './post-parts.ts'
import { repeatedPosts } from './repeated-posts.ts'
import { dayStyleOf, shownTimes } from './shown-times.ts'
import { storedPosts } from './stored-posts.ts'
import { areOfThread } from './thread-signs.ts'
import { writtenBody } from './written-body.ts'

/** One post of a thread. */
export interface Post {
  readonly author: string | null
  /** RFC 3339, or a day; null where the page shows none, or a relative one. */
  readonly publishedAt: string | null
  /** The address of the post itself. */
  readonly url: string | null
  readonly markdown: string
}

/** More are left out; the caller is told. */
export const MAX_POSTS = 1_000
/** Marks that miss more than this of the posts that can be seen are those of something else. */
const MIN_MARKED = 0.8

export interface Posts {
  readonly items: Post[]
  /** The posts on the page; those over `MAX_POSTS` are not in `items`. */
  readonly total: number
}

/**
 * The posts in the order of the page; null where it is no thread. `isForum` is what the page looks like: without it its
 * marks count, and posts that are all that the page shows. `options.skip` is not asked: a post is given as a whole,
 * without its signature.
 */
export function findPosts(document: HtmlDocument, isForum: boolean, options: MarkdownOptions): Posts | null {
  const found = foundPosts(document, isForum, options.base)
  return found.length === 0 ? null : written(document, found, options)
}

/** Who began the thread of a forum page, and when; null where it shows no posts. */
export function threadStart(document: HtmlDocument): Pick<Post, 'author' | 'publishedAt'> | null {
  return foundPosts(document, true, null)[0] ?? null
}

/** The posts that the page of a thread shows, not those that it only stores. */
export function shownPosts(document: HtmlDocument): readonly FoundPost[] {
  return shownOn(document).posts
}

interface Shown {
  readonly spans: PageSpans
  readonly posts: readonly FoundPost[]
  /** Whether the page marks posts, and whether it calls itself a thread whose posts somebody signs. */
  readonly marked: boolean
  readonly thread: boolean
}

/** Main content, the author of the page and the list of posts are all asked for. */
const shownOf = new WeakMap<HtmlDocument, Shown>()

function shownOn(document: HtmlDocument): Shown {
  const before = shownOf.get(document)
  if (before !== undefined) return before
  const spans = spansOf(document.all)
  const times = shownTimes(spans, dayStyleOf(document))
  const names = shownNames(spans)
  const { posts: marked, thread } = markedPosts(spans, { times, names })
  const known = signed(marked)
  const posts = choose(known, repeatedPosts(spans, times, names))
  const shown = { spans, posts, marked: marked.length > 0, thread: thread && known.length > 0 }
  shownOf.set(document, shown)
  return shown
}

function foundPosts(document: HtmlDocument, isForum: boolean, url: string | null): readonly FoundPost[] {
  const { spans, posts, marked, thread } = shownOn(document)
  const stored = signed(storedPosts(document))
  if (isForum || thread) return choose(posts, stored)
  if (!marked && stored.length > 0) return stored
  return areOfThread(spans, posts, url) ? posts : []
}

/** Questions and answers that nobody signs are those of a list of frequent questions. */
function signed(posts: readonly FoundPost[]): readonly FoundPost[] {
  const count = posts.filter(({ author }) => author !== null).length
  return count >= posts.length / 2 ? posts : []
}

/** The first, unless they miss too many of the others. */
const choose = (first: readonly FoundPost[], others: readonly FoundPost[]): readonly FoundPost[] =>
  first.length > 0 && first.length >= MIN_MARKED * others.length ? first : others

function written(document: HtmlDocument, found: readonly FoundPost[], options: MarkdownOptions): Posts {
  const kept = found.slice(0, MAX_POSTS)
  const bodies = kept.map(({ body, apart = NOTHING }) => writtenBody(body, apart))
  const context = markdownContext(document, bodies, {
    ...options,
    skip: (element) => !isVisible(element) || isSignature(element),
  })
  const items = kept.map(({ author, publishedAt, href }, at) => ({
    author,
    publishedAt,
    url: href === null ? null : linkTarget(href, options.base),
    markdown: writeMarkdown(bodies.slice(at, at + 1), {
      ...context,
      footnotes: NO_NOTES,
      references: new Map(),
    }),
  }))
  return { items: items.filter(({ markdown }) => markdown !== ''), total: found.length }
}

const NOTHING: ReadonlySet<never> = new Set()

/** A post is written by itself, so a mark in it would have no note below it. */
const NO_NOTES = { used: [], reference: () => null, isNote: () => false, isBackLink: () => false }
