// The shared state of the Markdown writer for one page.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import { attribute, elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isBlockCode } from './block-code.ts'
import { codeLabels } from './code-labels.ts'
import { findFootnotes, type Footnotes } from '#extractors/markdown/serialize/notes/footnotes.ts'
import {
  repeatedPictures,
  type RepeatedPictures,
} from '#extractors/markdown/serialize/pictures/repeated-pictures.ts'

export type LinkMode = 'inline' | 'reference' | 'text' | 'none'
export type ImageMode = 'keep' | 'alt' | 'drop'

export interface MarkdownOptions {
  /** The base of relative addresses. */
  readonly base: string | null
  readonly links: LinkMode
  readonly images: ImageMode
  /** Whether pictures with inline bytes count as pictures. */
  readonly dataUrls: boolean
  /** Whether the reader knows more than CommonMark: tables, deletions. */
  readonly gfm: boolean
  /** Whether entries of one shape in a row are the items of a list, as on a page of many things. */
  readonly cards?: boolean
  /** True for elements that are not content. */
  readonly skip: (element: HtmlElement) => boolean
}

export interface MarkdownContext extends MarkdownOptions {
  readonly isBlock: (element: HtmlElement) => boolean
  readonly footnotes: Footnotes
  /** Numbers of reference links by address, from 1. */
  readonly references: Map<string, number>
  readonly pictures: RepeatedPictures
  /** True when formulas are in scripts: the rendering beside them is a repetition. */
  readonly texInScripts: boolean
}

/** `page` is where footnotes may stand, `roots` the content to be written. */
export function markdownContext(
  page: HtmlDocument,
  roots: readonly HtmlElement[],
  options: MarkdownOptions,
): MarkdownContext {
  // One walk for all who look through the content.
  const elements = roots.flatMap((root) => [...elementsOf(root)])
  const labels = codeLabels(elements)
  return {
    ...options,
    skip: (element) => labels.has(element) || options.skip(element),
    isBlock: blockTest(roots),
    footnotes: findFootnotes(roots, elements, page),
    references: new Map(),
    pictures: repeatedPictures(page.all, options.base),
    texInScripts: page.all.some(isTexScript),
  }
}

const isTexScript = (element: HtmlElement): boolean =>
  element.name === 'script' && /^math\/tex/i.test(attribute(element, 'type') ?? '')

/** The position in the text where something is written. */
export interface InlineState {
  readonly bold: boolean
  readonly italic: boolean
  readonly link: boolean
  readonly table: boolean
  /** Line ends become blanks: headings, table cells, link texts. */
  readonly oneLine: boolean
}

export const PLAIN: InlineState = { bold: false, italic: false, link: false, table: false, oneLine: false }

/** The number of a reference link, from 1. */
export function referenceNumber({ references }: MarkdownContext, url: string): number {
  const number = references.get(url) ?? references.size + 1
  references.set(url, number)
  return number
}

/** Blocks by name, and inline elements that hold one, found in one walk. */
function blockTest(roots: readonly HtmlElement[]): (element: HtmlElement) => boolean {
  const holders = new Set<HtmlElement>()
  const mark = (element: HtmlElement): boolean => {
    let holds = false
    for (const child of element.children) if (child.kind === 'element' && mark(child)) holds = true
    holds = (holds && element.name !== 'svg') || isBlockCode(element)
    if (holds) holders.add(element)
    return holds || BLOCK_ELEMENTS.has(element.name)
  }
  for (const root of roots) mark(root)
  return (element) => BLOCK_ELEMENTS.has(element.name) || holders.has(element)
}
