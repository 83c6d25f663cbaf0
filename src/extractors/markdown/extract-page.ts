// Makes the answer for one page: chooses the content and writes it in the requested forms.
import { charsetWarnings, type CharsetSource } from '#parsing/sniffing/charset.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { extractError, pageError } from '#extract/errors.ts'
import { parseSelector, selectAll } from '#parsing/html/css-selector.ts'
import { closest, type HtmlElement } from '#parsing/html/html-node.ts'
import { baseOf } from '#parsing/page/link-target.ts'
import { withStoredProduct } from './stored-product.ts'
import { openShadowRoots } from './open-shadow-roots.ts'
import { readMetadata, type PageMetadata } from '#parsing/page/page-metadata.ts'
import { classifyPage, type PageProblem, type PageQuality } from '#parsing/page/page-quality.ts'
import { readPageSignals } from '#parsing/page/walls/page-signals.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import { pageWarnings, type OpenPage } from '#extract/page/load-page.ts'
import { revealContent } from './reveal-content.ts'
import { hasFrames, placeFrames, type FrameContent } from './read-frames.ts'
import { chunkMarkdown } from '#extractors/markdown/chunks/chunk-markdown.ts'
import {
  mainContent,
  selected,
  wholePage,
  type Content,
} from '#extractors/markdown/main-content/choose-content.ts'
import type { MarkdownData, MarkdownInput } from './options.ts'
import { withLeadPictures } from './lead-pictures.ts'
import { imagesOf, linksOf } from './page-links.ts'
import { cleanHtml } from '#extractors/markdown/serialize/clean-html.ts'
import { cutMarkdown } from '#parsing/markdown/cut-markdown.ts'
import { closedHeading, collapse, escapeInline, escapeUrl } from '#parsing/markdown/escape-text.ts'
import { frontMatter } from '#extractors/markdown/serialize/front-matter.ts'
import { markdownContext, type MarkdownOptions } from '#extractors/markdown/serialize/markdown-context.ts'
import { headingText } from '#extractors/markdown/serialize/permalinks.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'
import { underlinedHeadings } from '#extractors/markdown/serialize/underlined-headings.ts'
import { findPosts, MAX_POSTS, threadStart } from '#extractors/markdown/posts/find-posts.ts'
import { writeMarkdown } from '#extractors/markdown/serialize/write-markdown.ts'

export interface ExtractedPage {
  readonly data: MarkdownData
  readonly warnings: readonly Warning[]
  readonly quality: PageQuality
}

/** A page, and what is wanted of it. */
export interface PageWork {
  readonly html: string
  readonly url: string | null
  /** Null for a submitted page. */
  readonly statusCode: number | null
  /** Absent for a submitted page. */
  readonly engine?: OpenPage['engine']
  readonly charset: string | null
  /** How the charset was determined. */
  readonly charsetSource: CharsetSource | null
  readonly frames: readonly FrameContent[]
  readonly options: Options
  /** The parsed `html`, where this process has it already. */
  readonly tree?: () => HtmlDocument
}

export type Options = Omit<MarkdownInput, keyof PageRequest>

/** The selectors must be valid. Throws what `classifyPage` finds instead of a page. */
export function extractPage(page: PageWork): ExtractedPage {
  const { options } = page
  const framed = placeFrames(page.tree?.() ?? parseHtml(page.html), page.frames)
  const document = revealContent(options.shadowDom === false ? framed : openShadowRoots(framed))
  const base = baseOf(document, page.url)
  const metadata = readMetadata(document, page.url)
  const shown = chooseContent(document, metadata, base, page, options)
  const stored = withStoredProduct(document, shown, metadata.jsonLdTypes)
  const content = stored ?? shown
  const text = plainText(content.roots, content.skipInText, content.method === 'full')
  const shownChars =
    stored === null ? text.length : plainText(shown.roots, shown.skipInText, shown.method === 'full').length
  const quality = classifyPage({
    pageSignals: readPageSignals(document),
    visibleChars: content.visibleChars,
    contentChars: shownChars,
    statusCode: page.statusCode,
    isRendered: page.engine === 'browser',
  })
  if (quality.problem !== null) throw pageError(withFramesNamed(quality.problem, document, options))
  const warnings = [
    ...warningsOf(content, stored !== null),
    ...pageWarnings(quality, page.statusCode),
    ...charsetWarnings(page),
  ]
  const formats = new Set(options.formats ?? ['markdown'])
  const cut = (value: string, pointer: string): string => cutAt(value, options.maxChars, pointer, warnings)
  const styled = options.headingStyle === 'setext' ? underlinedHeadings : (text: string): string => text
  const markdown =
    formats.has('markdown') || formats.has('chunks') ? markdownOf(document, content, base, options) : null
  // What the page shows as its title is nearer to the truth than its head, which is written for search engines.
  const title = content.title === null ? metadata.title : headingText(content.title, 500)
  // A forum names itself as the author of its pages, and seldom the day in their head.
  const thread = content.found?.kind?.name === 'forum' ? threadStart(document) : null
  const byline = thread?.author ?? metadata.byline
  const publishedAt = metadata.publishedAt ?? thread?.publishedAt ?? null
  const data: MarkdownData = {
    url: page.url,
    title,
    byline,
    language: metadata.language,
    publishedAt,
    wordCount: countWords(text, metadata.language),
    mainContent: {
      method: content.method,
      ratio:
        content.visibleChars === 0
          ? 0
          : Math.min(1, Math.round((1_000 * shownChars) / content.visibleChars) / 1_000),
      fallbackUsed: content.method === 'body',
    },
  }
  if (content.found !== null) {
    const { kind, removed, trace } = content.found
    data.kind = kind
    data.removed = removed
    if (options.debug === true) data.trace = trace()
  }
  if (formats.has('markdown') && markdown !== null) {
    const front =
      options.frontMatter === true
        ? `${frontMatter({ ...metadata, title, byline, publishedAt }, page.url)}\n\n`
        : ''
    data.markdown = front + cut(styled(markdown), '/markdown')
  }
  if (formats.has('text'))
    data.text = cut([titleText(content), text].filter((part) => part !== '').join('\n\n'), '/text')
  const inline = options.dataUrls === 'keep'
  if (formats.has('html'))
    data.html = titleHtml(content) + cleanHtml(content.roots, content.skip, base, inline)
  if (formats.has('rawHtml')) data.rawHtml = page.html
  if (formats.has('links'))
    data.links = linksOf(content.roots, content.skip, base).map((link) => ({ ...link, rel: [...link.rel] }))
  if (formats.has('images')) data.images = imagesOf(content.roots, content.skip, base, inline)
  if (formats.has('posts')) {
    const posts = findPosts(document, data.kind?.name === 'forum', writing(base, options, content))
    data.posts = posts === null ? null : posts.items
    if (posts !== null && posts.total > MAX_POSTS)
      warnings.push({
        code: 'cut',
        detail: `Cut to ${MAX_POSTS} of ${posts.total} posts.`,
        pointer: '/posts',
      })
  }
  if (formats.has('metadata')) data.metadata = metadataOf(metadata, page)
  if (formats.has('chunks') && markdown !== null) {
    const { by = 'heading', maxTokens = 500, overlap = 0 } = options.chunk ?? {}
    data.chunks = chunkMarkdown(markdown, { by, maxTokens, overlap }).map((chunk) => {
      const shown = styled(chunk.text)
      return { ...chunk, text: shown, chars: shown.length, heading: [...chunk.heading] }
    })
  }
  return { data, warnings, quality }
}

/** A page of frames is empty by itself, and the caller can have them read. */
function withFramesNamed(problem: PageProblem, document: HtmlDocument, { frames }: Options): PageProblem {
  if (problem.code !== 'empty_content' || frames === true || !hasFrames(document)) return problem
  return { ...problem, detail: `${problem.detail} It shows frames: \`frames: true\` reads them.` }
}

function chooseContent(
  document: HtmlDocument,
  metadata: PageMetadata,
  base: string | null,
  page: PageWork,
  options: Options,
): Content {
  const mode = options.mainContent ?? 'auto'
  const excluded = new Set(selectEach(document, options.exclude ?? []))
  const without = (content: Content): Content =>
    excluded.size === 0
      ? content
      : {
          ...content,
          roots: content.roots.filter((root) => closest(root, (above) => excluded.has(above)) === null),
          skip: (element) => excluded.has(element) || content.skip(element),
          skipInText: (element) => excluded.has(element) || content.skipInText(element),
          title: content.title !== null && excluded.has(content.title) ? null : content.title,
        }
  if (mode === 'full') return without(wholePage(document))
  if (mode === 'auto') {
    const { title, description, og, jsonLdTypes } = metadata
    const ogType = og['og:type'] ?? null
    const hints = { title, description, url: page.url, ogType, jsonLdTypes }
    const { image } = metadata
    return without(withLeadPictures(document, mainContent(document, hints), { base, image }))
  }
  const included = selectEach(document, options.include ?? [])
  if (included.length === 0)
    throw extractError('empty_content', 'Nothing on the page matches the selectors in `include`.')
  return without(selected(document, included))
}

/** In document order. */
function selectEach(document: HtmlDocument, selectors: readonly string[]): HtmlElement[] {
  const found = new Set<HtmlElement>()
  for (const selector of selectors)
    for (const element of selectAll(document, parseSelector(selector))) found.add(element)
  return [...found].toSorted((a, b) => a.order - b.order)
}

function markdownOf(document: HtmlDocument, content: Content, base: string | null, options: Options): string {
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

function warningsOf(content: Content, isStored: boolean): Warning[] {
  const warnings: Warning[] = []
  if (isStored) {
    warnings.push({
      code: 'content_from_json_ld',
      detail:
        'The page shows little of its product: what stands below the text is from its JSON-LD, which no reader sees.',
    })
  }
  if (content.method === 'body') {
    warnings.push({
      code: 'main_content_small',
      detail: 'No main content was found, so the whole page without navigation is given.',
    })
  }
  return warnings
}

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

function metadataOf(metadata: PageMetadata, page: PageWork): NonNullable<MarkdownData['metadata']> {
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
