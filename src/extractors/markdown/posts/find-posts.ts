// The posts of a thread: author, time and text of each, where the page marks them or shows them all alike.
import { fieldsOf } from '#kit/unknown-values.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { parseStoredText } from '#parsing/html/stored-html.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'
import { linkTarget } from '#parsing/page/link-target.ts'
import { markdownContext, type MarkdownOptions } from '#extractors/markdown/serialize/markdown-context.ts'
import { writeMarkdown } from '#extractors/markdown/serialize/write-markdown.ts'
import { dateOf } from '#parsing/page/origin/published-date.ts'
import { markedPosts, type FoundPost } from './marked-posts.ts'
import { spansOf } from './page-spans.ts'
import { isSignature } from './post-parts.ts'
import { repeatedPosts } from './repeated-posts.ts'

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

const THREAD = new Set(['DiscussionForumPosting', 'SocialMediaPosting', 'Question'])
const POST = new Set([...THREAD, 'Answer', 'Comment'])

/**
 * The posts in the order of the page; null where it is no thread. `isForum` is what the page looks like: without it only
 * its marks count. `options.skip` is not asked: a post is given as a whole, without its signature.
 */
export function findPosts(document: HtmlDocument, isForum: boolean, options: MarkdownOptions): Posts | null {
  const found = foundPosts(document, isForum)
  return found.length === 0 ? null : written(document, found, options)
}

/** Who began the thread of a forum page, and when; null where it shows no posts. */
export function threadStart(document: HtmlDocument): Pick<Post, 'author' | 'publishedAt'> | null {
  return foundPosts(document, true)[0] ?? null
}

/** The posts that the page of a thread shows, not those that it only stores. */
export function shownPosts(document: HtmlDocument): readonly FoundPost[] {
  const known = shownOf.get(document)
  if (known !== undefined) return known
  const spans = spansOf(document.all)
  const shown = choose(signed(markedPosts(spans).posts), repeatedPosts(spans))
  shownOf.set(document, shown)
  return shown
}

/** Main content, the author of the page and the list of posts are all asked for. */
const shownOf = new WeakMap<HtmlDocument, readonly FoundPost[]>()

function foundPosts(document: HtmlDocument, isForum: boolean): readonly FoundPost[] {
  const { posts: marked, thread } = markedPosts(spansOf(document.all))
  if (!isForum && !thread) return marked.length === 0 ? signed(storedPosts(document)) : []
  return choose(shownPosts(document), signed(storedPosts(document)))
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
  const context = markdownContext(
    document,
    kept.map(({ body }) => body),
    { ...options, skip: (element) => !isVisible(element) || isSignature(element) },
  )
  const items = kept.map(({ author, publishedAt, href, body }) => ({
    author,
    publishedAt,
    url: href === null ? null : linkTarget(href, options.base),
    markdown: writeMarkdown([body], { ...context, footnotes: NO_NOTES, references: new Map() }),
  }))
  return { items: items.filter(({ markdown }) => markdown !== ''), total: found.length }
}

/** A post is written by itself, so a mark in it would have no note below it. */
const NO_NOTES = { used: [], reference: () => null, isNote: () => false, isBackLink: () => false }

/**
 * Posts that are only in the JSON-LD of a page: a thread with its comments, a question with its answers. In the order
 * of the page; empty where the page stores no thread.
 */
function storedPosts(document: HtmlDocument): FoundPost[] {
  const { nodes } = readJsonLd(document)
  if (!nodes.some(({ types }) => types.some((type) => THREAD.has(type)))) return []
  const seen = new Set<string>()
  return nodes.flatMap(({ types, value }): FoundPost[] => {
    const text = value['text'] ?? value['articleBody']
    if (typeof text !== 'string' || text.trim() === '' || !types.some((type) => POST.has(type))) return []
    const author = nameOf(value['author'])
    const publishedAt = dateOf(stringOf(value['datePublished']) ?? stringOf(value['dateCreated']))
    const key = JSON.stringify([author, publishedAt, text])
    if (seen.has(key)) return []
    seen.add(key)
    return [{ author, publishedAt, href: stringOf(value['url']), body: parseStoredText(text) }]
  })
}

const stringOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null

function nameOf(value: unknown): string | null {
  if (Array.isArray(value)) return nameOf(value[0])
  return stringOf(value) ?? stringOf(fieldsOf(value)['name'])
}
