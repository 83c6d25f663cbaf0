// Pages that were written for this set, each as if by another site, with their main content marked: small ones by the first four
// authors, of all sizes up to some 9,000 characters by the others.
import { readdirSync, readFileSync } from 'node:fs'
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { PAGE_KINDS, type PageKind } from '#extractors/markdown/main-content/model/page-kinds.ts'
import { LABEL_ATTRIBUTE } from './thin-page.ts'

export interface WrittenPage {
  readonly id: string
  /** Null where it is of none, or of several. */
  readonly kind: PageKind | null
  readonly html: string
}

const root = new URL('./written/', import.meta.url)
const KIND = /<html[^>]* data-page-kind="(\w+)"/i

/** In the order of their names; a folder has the pages of one author. */
export function* readWritten(): Generator<WrittenPage> {
  for (const author of readdirSync(root).toSorted()) {
    for (const file of readdirSync(new URL(`${author}/`, root)).toSorted()) {
      const html = readFileSync(new URL(`${author}/${file}`, root), 'utf8')
      const named = KIND.exec(html)?.[1]
      yield { id: `${author}/${file}`, kind: PAGE_KINDS.find((kind) => kind === named) ?? null, html }
    }
  }
}

/** The share of content that the nearest mark at or above an element gives; -1 where either is right, or there is none. */
export function markedShare(element: HtmlElement): number {
  for (let at: HtmlElement | null = element; at !== null; at = at.parent) {
    const mark = attribute(at, LABEL_ATTRIBUTE)
    if (mark !== null) return Number(mark)
  }
  return -1
}
