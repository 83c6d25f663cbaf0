// Writes the chosen content of a page in the requested forms.
import type { Warning } from '#contract/crawl/result.ts'
import { chunkMarkdown } from '#extractors/markdown/chunks/chunk-markdown.ts'
import { postsOfPart } from '#extractors/markdown/chunks/posts-of-part.ts'
import type { Content } from '#extractors/markdown/main-content/choose-content.ts'
import { findPosts, MAX_POSTS, threadStart, type Post } from '#extractors/markdown/posts/find-posts.ts'
import { cleanHtml } from '#extractors/markdown/serialize/clean-html.ts'
import { frontMatter } from '#extractors/markdown/serialize/front-matter.ts'
import { markdownContext, type MarkdownOptions } from '#extractors/markdown/serialize/markdown-context.ts'
import { headingText } from '#extractors/markdown/serialize/permalinks.ts'
import { underlinedHeadings } from '#extractors/markdown/serialize/underlined-headings.ts'
import { writeMarkdown } from '#extractors/markdown/serialize/write-markdown.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { cutMarkdown } from '#parsing/markdown/cut-markdown.ts'
import { closedHeading, collapse, escapeInline, escapeUrl } from '#parsing/markdown/escape-text.ts'
import type { PageMetadata } from '#parsing/page/page-metadata.ts'
import type { CharsetSource } from '#parsing/sniffing/charset.ts'
import type { MarkdownData, Options } from './options.ts'
import { imagesOf, linksOf } from './page-links.ts'

/** A page whose content was chosen. */
export interface ChosenPage {
  readonly page: {
    readonly html: string
    readonly url: string | null
    readonly charset: string | null
    readonly charsetSource: CharsetSource | null
  }
  readonly document: HtmlDocument
  /** What its links are relative to. */
  readonly base: string | null
  readonly metadata: PageMetadata
  readonly content: Content
  /** The content as plain text. */
  readonly text: string
  readonly options: Options
}

/** `shownChars` are those of the content that the page shows itself. A cut adds a warning to `warnings`. */
export function formsOf(chosen: ChosenPage, shownChars: number, warnings: Warning[]): MarkdownData {
  const { page, document, base, metadata, content, text, options } = chosen
  const formats = new Set(options.formats ?? ['markdown'])
  const cut = (value: string, pointer: string): string => cutAt(value, options.maxChars, pointer, warnings)
  const inline = options.dataUrls === 'keep'
  const data = factsOf(chosen, shownChars)
  const markdown = formats.has('markdown') || formats.has('chunks') ? markdownOf(chosen) : null
  if (formats.has('markdown') && markdown !== null)
    data.markdown = frontOf(chosen, data) + cut(styled(markdown, options), '/markdown')
  if (formats.has('text'))
    data.text = cut([titleText(content), text].filter((part) => part !== '').join('\n\n'), '/text')
  if (formats.has('html'))
    data.html = titleHtml(content) + cleanHtml(content.roots, content.skip, base, inline)
  if (formats.has('rawHtml')) data.rawHtml = page.html
  if (formats.has('links'))
    data.links = linksOf(content.roots, content.skip, base).map((link) => ({ ...link, rel: [...link.rel] }))
  if (formats.has('images')) data.images = imagesOf(content.roots, content.skip, base, inline)
  const isForum = data.kind?.name === 'forum'
  // To look for posts takes a third as long as all the rest, so that chunks of other pages do without.
  const posts =
    formats.has('posts') || (formats.has('chunks') && isForum)
      ? findPosts(document, isForum, writing(base, options, content))
      : null
  if (formats.has('posts')) {
    data.posts = posts === null ? null : posts.items
    if (posts !== null && posts.total > MAX_POSTS)
      warnings.push({
        code: 'cut',
        detail: `Cut to ${MAX_POSTS} of ${posts.total} posts.`,
        pointer: '/posts',
      })
  }
  if (formats.has('metadata')) data.metadata = metadataOf(metadata, page)
  if (formats.has('chunks') && markdown !== null)
    data.chunks = chunksOf(markdown, posts?.items ?? null, options)
  return data
}

/** What is known of a page in any form. */
function factsOf(
  { page, document, metadata, content, text, options }: ChosenPage,
  shownChars: number,
): MarkdownData {
  const { language } = metadata
  const { method, visibleChars, found } = content
  // A forum names itself as the author of its pages, and seldom the day in their head.
  const thread = found?.kind?.name === 'forum' ? threadStart(document) : null
  const ratio = visibleChars === 0 ? 0 : Math.min(1, Math.round((1_000 * shownChars) / visibleChars) / 1_000)
  const data: MarkdownData = {
    url: page.url,
    // What the page shows as its title is nearer to the truth than its head, which is written for search engines.
    title: content.title === null ? metadata.title : titleText(content),
    byline: thread?.author ?? metadata.byline,
    language,
    publishedAt: metadata.publishedAt ?? thread?.publishedAt ?? null,
    wordCount: countWords(text, language),
    mainContent: { method, ratio, fallbackUsed: method === 'body' },
  }
  if (found !== null) {
    const { kind, removed, trace } = found
    data.kind = kind
    data.removed = removed
    if (options.debug === true) data.trace = trace()
  }
  return data
}

/** What stands before the Markdown where that was asked for. */
function frontOf(
  { page, metadata, options }: ChosenPage,
  { title, byline, publishedAt }: MarkdownData,
): string {
  if (options.frontMatter !== true) return ''
  return `${frontMatter({ ...metadata, title, byline, publishedAt }, page.url)}\n\n`
}

const styled = (markdown: string, { headingStyle }: Options): string =>
  headingStyle === 'setext' ? underlinedHeadings(markdown) : markdown

/** Of a thread each says which posts it holds a part of. */
function chunksOf(
  markdown: string,
  posts: readonly Post[] | null,
  options: Options,
): NonNullable<MarkdownData['chunks']> {
  const { by = 'heading', maxTokens = 500, overlap = 0 } = options.chunk ?? {}
  const postsOf = posts === null ? undefined : postsOfPart(posts)
  return chunkMarkdown(markdown, { by, maxTokens, overlap }, postsOf).map(({ posts: held, ...chunk }) => {
    const text = styled(chunk.text, options)
    const shown = { ...chunk, text, chars: text.length, heading: [...chunk.heading] }
    return posts === null ? shown : { ...shown, posts: held.flatMap((at) => postedBy(posts[at])) }
  })
}

const postedBy = (post: Post | undefined): Omit<Post, 'markdown'>[] =>
  post === undefined ? [] : [{ author: post.author, publishedAt: post.publishedAt, url: post.url }]

function markdownOf({ document, content, base, options }: ChosenPage): string {
  const body = writeMarkdown(
    content.roots,
    markdownContext(document, content.roots, writing(base, options, content)),
  )
  const list = options.links === 'summary' ? linksOf(content.roots, content.skip, base) : []
  const summary = list
    .map((link) => {
      const label = escapeInline(collapse(link.text === '' ? link.href : link.text), {
        table: false,
        link: true,
      })
      return `- [${label}](${escapeUrl(link.href, false)})`
    })
    .join('\n')
  const title = escapeInline(collapse(titleText(content)), { table: false, link: false })
  return [content.title === null ? '' : `# ${closedHeading(title)}`, body, summary]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Kinds of page whose parts are entries; on others a row of parts is a row of sections. */
const OF_MANY_THINGS = new Set(['collection', 'listing', 'product'])

/** How the caller wants Markdown. */
function writing(base: string | null, options: Options, { skip, found }: Content): MarkdownOptions {
  const { links = 'inline', images = 'keep', dataUrls, gfm = true } = options
  return {
    base,
    links: links === 'summary' ? 'text' : links,
    images,
    dataUrls: dataUrls === 'keep',
    gfm,
    cards: found !== null && found.kind !== null && OF_MANY_THINGS.has(found.kind.name),
    skip,
  }
}

const titleText = ({ title }: Content): string => (title === null ? '' : headingText(title, 500))

const titleHtml = (content: Content): string =>
  content.title === null
    ? ''
    : cleanHtml(
        [{ ...content.title, name: 'h1' }],
        (element) => element.order !== content.title?.order && content.skip(element),
        null,
        false,
      )

/** Cut at the last line end before the limit; a cut says so. */
function cutAt(value: string, max: number | undefined, pointer: string, warnings: Warning[]): string {
  if (max === undefined || value.length <= max) return value
  warnings.push({ code: 'cut', detail: `Cut to ${max} of ${value.length} characters.`, pointer })
  return cutMarkdown(value, max)
}

function countWords(text: string, language: string | null): number {
  if (!/[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/.test(text))
    return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*/gu)?.length ?? 0
  // Scripts without blanks between words need a dictionary; a longer text is counted by its start.
  const sample = text.slice(0, 200_000)
  const known = language === null ? [] : Intl.Segmenter.supportedLocalesOf([language])
  let words = 0
  for (const part of new Intl.Segmenter(known, { granularity: 'word' }).segment(sample))
    if (part.isWordLike === true) words += 1
  return Math.round((words * text.length) / sample.length)
}

function metadataOf(metadata: PageMetadata, page: ChosenPage['page']): NonNullable<MarkdownData['metadata']> {
  const { description, modifiedAt, siteName, canonical, image, favicon, feeds, og, jsonLdTypes, keywords } =
    metadata
  return {
    description,
    modifiedAt,
    siteName,
    canonical,
    image,
    favicon,
    feeds: feeds.map((feed) => ({ ...feed })),
    og: { ...og },
    jsonLdTypes: [...jsonLdTypes],
    keywords: [...keywords],
    charset: page.charset,
    charsetSource: page.charsetSource,
  }
}
