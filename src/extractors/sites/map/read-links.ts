// The links, the title and the feeds of a page, as work that a large page does in a child process.
import type { Warning } from '#contract/crawl/result.ts'
import { pageEvidence, type OpenPage } from '#extract/page/load-page.ts'
import { childSide, defineWork } from '#extract/work.ts'
import { attribute, lineText } from '#parsing/html/html-node.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { pageHref } from '#parsing/page/link-target.ts'
import { readMetadata } from '#parsing/page/page-metadata.ts'
import { listedTitle } from '#parsing/sitemaps/site-list.ts'

/** A page, and whether one that is a wall or empty is an error. */
export interface LinksTask extends Pick<
  OpenPage,
  'html' | 'url' | 'statusCode' | 'charset' | 'charsetSource' | 'engine'
> {
  /** Where it is parsed already; a child parses the page itself. */
  readonly tree?: () => HtmlDocument
}

export interface PageLinks {
  readonly title: string | null
  /** As written; `base` resolves them. */
  readonly links: readonly { readonly href: string; readonly text: string | null }[]
  readonly base: string | null
  readonly feeds: readonly string[]
  /** True where the page has more links than are read. */
  readonly isCut: boolean
  readonly quality: { readonly score: number; readonly signals: readonly string[] }
  readonly warnings: readonly Warning[]
}

const MAX_CHARS_HERE = 500_000
const MAX_LINKS = 20_000
const MAX_HREF_CHARS = 4_096
const MAX_TEXT_CHARS = 200

/** Throws as `pageEvidence`: a wall is no page. */
export const readLinks = defineWork<LinksTask, PageLinks>({
  module: new URL('./read-links.ts', import.meta.url),
  child: 'large',
  sizeOf: ({ html }) => html.length,
  maxSizeHere: MAX_CHARS_HERE,
  run: read,
})

/** The side of the child. */
export const parse = childSide(read)

function read(task: LinksTask): PageLinks {
  const { document, base, quality, warnings } = pageEvidence(
    { ...task, tree: task.tree ?? (() => parseHtml(task.html)) },
    { shell: 'warning' },
  )
  const links: { href: string; text: string | null }[] = []
  let isCut = false
  for (const element of document.all) {
    const href = pageHref(element)?.trim() ?? ''
    if (href === '' || href.startsWith('#') || href.length > MAX_HREF_CHARS) continue
    isCut = links.length === MAX_LINKS
    if (isCut) break
    const text = lineText(element, MAX_TEXT_CHARS) || attribute(element, 'title')
    links.push({ href, text: listedTitle(text) })
  }
  const { title, feeds } = readMetadata(document, task.url)
  return {
    title: listedTitle(title),
    links,
    base,
    feeds: feeds.map(({ href }) => href),
    isCut,
    quality: { score: quality.score, signals: [...quality.signals] },
    warnings,
  }
}
