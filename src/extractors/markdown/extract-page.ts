// Makes the answer for one page: chooses the content and writes it in the forms that were asked for.
import type { Warning } from '#contract/result.ts'
import { extractError } from '#extract/errors.ts'
import { parseSelector, selectAll, SelectorError } from '#extract/html/css-selector.ts'
import { lineText, type HtmlElement } from '#extract/html/html-node.ts'
import { baseOf } from '#extract/html/link-target.ts'
import { readMetadata, type PageMetadata } from '#extract/html/page-metadata.ts'
import { judgePage, type PageQuality } from '#extract/html/page-quality.ts'
import { parseHtml, type HtmlDocument } from '#extract/html/parse-html.ts'
import { chunkMarkdown } from './chunk-markdown.ts'
import { mainContent, selected, wholePage, type Content } from './main-content/choose-content.ts'
import type { MarkdownData, MarkdownInput } from './options.ts'
import { imagesOf, linksOf } from './page-links.ts'
import { cleanHtml } from './serialize/clean-html.ts'
import { escapeLabel, escapeUrl } from './serialize/escape-text.ts'
import { frontMatter } from './serialize/front-matter.ts'
import { markdownContext } from './serialize/markdown-context.ts'
import { plainText } from './serialize/plain-text.ts'
import { writeMarkdown } from './serialize/write-markdown.ts'

export interface Page {
  readonly html: string
  /** Where it came from; null for a page handed in without an address. */
  readonly url: string | null
  /** Null for a page that was handed in. */
  readonly statusCode: number | null
  readonly charset: string | null
}

export interface ExtractedPage {
  readonly data: MarkdownData
  readonly warnings: readonly Warning[]
  readonly quality: PageQuality
}

type Options = Omit<MarkdownInput, 'url' | 'html' | 'baseUrl' | 'timeoutMs' | 'locale'>

/** Throws `validation_failed` for a selector, and what `judgePage` finds instead of a page. */
export function extractPage(page: Page, options: Options): ExtractedPage {
  const document = parseHtml(page.html)
  const base = baseOf(document, page.url)
  const metadata = readMetadata(document, page.url)
  const content = chooseContent(document, metadata, page, options)
  const text = plainText(content.roots, content.skipInText)
  const quality = judgePage({
    document,
    visibleChars: content.visibleChars,
    contentChars: text.length,
    statusCode: page.statusCode,
  })
  if (quality.problem !== null) throw extractError(quality.problem.code, quality.problem.detail)
  const warnings: Warning[] = warningsOf(content, quality, page)
  const formats = new Set(options.formats ?? ['markdown'])
  const cut = (value: string, pointer: string): string => cutAt(value, options.maxChars, pointer, warnings)
  const markdown =
    formats.has('markdown') || formats.has('chunks') ? markdownOf(document, content, base, options) : null
  const title = content.title === null ? metadata.title : (metadata.title ?? lineText(content.title, 500))
  const data: MarkdownData = {
    url: page.url,
    title,
    byline: metadata.byline,
    language: metadata.language,
    publishedAt: metadata.publishedAt,
    wordCount: countWords(text, metadata.language),
    mainContent: {
      method: content.method,
      ratio:
        content.visibleChars === 0
          ? 0
          : Math.min(1, Math.round((1_000 * text.length) / content.visibleChars) / 1_000),
      fallbackUsed: content.method === 'body',
    },
  }
  if (formats.has('markdown') && markdown !== null) {
    const front = options.frontMatter === true ? `${frontMatter({ ...metadata, title }, page.url)}\n\n` : ''
    data.markdown = front + cut(markdown, '/markdown')
  }
  if (formats.has('text'))
    data.text = cut([titleText(content), text].filter((part) => part !== '').join('\n\n'), '/text')
  if (formats.has('html')) data.html = titleHtml(content) + cleanHtml(content.roots, content.skip, base)
  if (formats.has('rawHtml')) data.rawHtml = page.html
  if (formats.has('links'))
    data.links = linksOf(content.roots, content.skip, base).map((link) => ({ ...link, rel: [...link.rel] }))
  if (formats.has('images')) data.images = imagesOf(content.roots, content.skip, base)
  if (formats.has('metadata')) data.metadata = metadataOf(metadata, page)
  if (formats.has('chunks') && markdown !== null) {
    const { by = 'heading', maxTokens = 500, overlap = 0 } = options.chunk ?? {}
    data.chunks = chunkMarkdown(markdown, { by, maxTokens, overlap }).map((chunk) => ({
      ...chunk,
      heading: [...chunk.heading],
    }))
  }
  return { data, warnings, quality }
}

function chooseContent(
  document: HtmlDocument,
  metadata: PageMetadata,
  page: Page,
  options: Options,
): Content {
  const mode = options.mainContent ?? 'auto'
  const excluded = new Set(selectEach(document, options.exclude ?? [], '/exclude'))
  const without = (content: Content): Content =>
    excluded.size === 0
      ? content
      : {
          ...content,
          roots: content.roots.filter((root) => !excluded.has(root)),
          skip: (element) => excluded.has(element) || content.skip(element),
          skipInText: (element) => excluded.has(element) || content.skipInText(element),
          title: content.title !== null && excluded.has(content.title) ? null : content.title,
        }
  if (mode === 'full') return without(wholePage(document))
  if (mode === 'auto') return without(mainContent(document, metadata.title, page.url))
  const included = selectEach(document, options.include ?? [], '/include')
  if (included.length === 0)
    throw extractError('empty_content', 'Nothing on the page matches the selectors in `include`.')
  return without(selected(document, included))
}

function selectEach(document: HtmlDocument, selectors: readonly string[], pointer: string): HtmlElement[] {
  const found = new Set<HtmlElement>()
  selectors.forEach((selector, at) => {
    try {
      for (const element of selectAll(document, parseSelector(selector))) found.add(element)
    } catch (error) {
      if (!(error instanceof SelectorError)) throw error
      throw extractError('validation_failed', error.message, {
        errors: [{ pointer: `${pointer}/${at}`, code: 'selector', detail: error.message }],
      })
    }
  })
  return [...found].toSorted((a, b) => a.order - b.order)
}

function markdownOf(document: HtmlDocument, content: Content, base: string | null, options: Options): string {
  const links = options.links ?? 'inline'
  const body = writeMarkdown(
    content.roots,
    markdownContext(document, content.roots, {
      base,
      links: links === 'summary' ? 'text' : links,
      images: options.images ?? 'keep',
      skip: content.skip,
    }),
  )
  const list = links === 'summary' ? linksOf(content.roots, content.skip, base) : []
  const summary = list
    .map((link) => `- [${escapeLabel(link.text === '' ? link.href : link.text)}](${escapeUrl(link.href)})`)
    .join('\n')
  return [content.title === null ? '' : `# ${titleText(content)}`, body, summary]
    .filter((part) => part !== '')
    .join('\n\n')
}

const titleText = ({ title }: Content): string => (title === null ? '' : lineText(title, 500))

const titleHtml = (content: Content): string =>
  content.title === null
    ? ''
    : cleanHtml(
        [{ ...content.title, name: 'h1' }],
        (element) => element.order !== content.title?.order && content.skip(element),
        null,
      )

function warningsOf(content: Content, quality: PageQuality, page: Page): Warning[] {
  const warnings: Warning[] = []
  if (content.method === 'body') {
    warnings.push({
      code: 'main_content_small',
      detail: 'Next to no main content was found, so the whole page without navigation is given.',
    })
  }
  if (quality.signals.includes('truncated'))
    warnings.push({ code: 'page_truncated', detail: 'The page has more elements than are read.' })
  if (quality.signals.includes('http_error')) {
    warnings.push({
      code: 'http_status',
      detail: `The target answered with the status ${page.statusCode}; this is the page it sent with it.`,
    })
  }
  return warnings
}

/** Cut at the last line end before the limit; a cut says so. */
function cutAt(value: string, most: number | undefined, pointer: string, warnings: Warning[]): string {
  if (most === undefined || value.length <= most) return value
  const end = value.lastIndexOf('\n', most)
  warnings.push({ code: 'cut', detail: `Cut to ${most} of ${value.length} characters.`, pointer })
  return value.slice(0, end > most / 2 ? end : most).trimEnd()
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

function metadataOf(metadata: PageMetadata, page: Page): NonNullable<MarkdownData['metadata']> {
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
  }
}
