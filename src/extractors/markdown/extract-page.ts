// Makes the answer for one page: chooses the content, and says what is to be known of it.
import { charsetWarnings, type CharsetSource } from '#parsing/sniffing/charset.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { noMatchError, pageError } from '#extract/errors.ts'
import { parseSelector, selectAll } from '#parsing/html/css-selector.ts'
import { closest, type HtmlElement } from '#parsing/html/html-node.ts'
import { baseOf } from '#parsing/page/link-target.ts'
import { withStoredProduct } from './stored-product.ts'
import { openShadowRoots } from './open-shadow-roots.ts'
import { readMetadata, type PageMetadata } from '#parsing/page/page-metadata.ts'
import { classifyPage, type PageProblem, type PageQuality } from '#parsing/page/page-quality.ts'
import { readPageSignals } from '#parsing/page/walls/page-signals.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { pageWarnings, type OpenPage } from '#extract/page/load-page.ts'
import { revealContent } from './reveal-content.ts'
import { nothingIncluded } from './nothing-included.ts'
import { hasFrames, placeFrames, type FrameContent } from './read-frames.ts'
import {
  mainContent,
  selected,
  wholePage,
  type Content,
} from '#extractors/markdown/main-content/choose-content.ts'
import type { MarkdownData, Options } from './options.ts'
import { formsOf } from './page-forms.ts'
import { withLeadPictures } from './lead-pictures.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'

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
  const chosen = { page, document, base, metadata, content, text, options }
  return { data: formsOf(chosen, shownChars, warnings), warnings, quality }
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
  const { include = [] } = options
  const included = selectEach(document, include)
  if (included.length === 0) {
    const { statusCode, engine } = page
    const detail = nothingIncluded(document, { include, statusCode, wasSent: engine === 'http' })
    throw noMatchError('/include', detail)
  }
  return without(selected(document, included))
}

/** In document order. */
function selectEach(document: HtmlDocument, selectors: readonly string[]): HtmlElement[] {
  const found = new Set<HtmlElement>()
  for (const selector of selectors)
    for (const element of selectAll(document, parseSelector(selector))) found.add(element)
  return [...found].toSorted((a, b) => a.order - b.order)
}

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
