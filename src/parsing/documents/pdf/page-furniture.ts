// Finds what repeats at the edges of pages: running titles above, page numbers and notices below.
import type { PageContent } from './page-content.ts'
import type { Piece } from './text-pieces.ts'

export interface PagePieces {
  readonly page: number
  readonly content: Pick<PageContent, 'width' | 'height'>
  readonly pieces: readonly Piece[]
}

export type Edge = 'page_header' | 'page_footer'

/** The part of the height of a page at its top and bottom. */
const EDGE = 0.09
const MIN_PAGES = 3
const PAGE_NUMBER = /^(?:page)?[-–—|\s]*(?:\d{1,4}|[ivxlc]{1,7})[-–—|\s]*(?:(?:of|\/)\s*\d{1,4})?$/i

/** The pieces that are furniture, over all pages; a page number counts also where it stands alone. */
export function furnitureOf(pages: readonly PagePieces[]): Map<Piece, Edge> {
  const seen = new Map<string, Set<number>>()
  const candidates: { page: number; piece: Piece; edge: Edge; key: string }[] = []
  for (const { page, content, pieces } of pages) {
    for (const piece of pieces) {
      const edge = edgeOf(piece, content)
      if (edge === null) continue
      // Numbers differ from page to page, and so do the sides of left and right pages.
      const key = `${edge} ${piece.text.replace(/\d+|\b[ivxlc]{1,12}\b/gi, '#').trim()}`
      candidates.push({ page, piece, edge, key })
      const on = seen.get(key) ?? new Set()
      seen.set(key, on.add(page))
    }
  }
  const needed = Math.min(MIN_PAGES, Math.max(2, Math.ceil(pages.length / 3)))
  const furniture = new Map<Piece, Edge>()
  for (const { piece, edge, key } of candidates) {
    const repeats = pages.length > 1 && (seen.get(key)?.size ?? 0) >= needed
    if (repeats || (pages.length > 1 && edge === 'page_footer' && PAGE_NUMBER.test(piece.text)))
      furniture.set(piece, edge)
  }
  // The title of a chapter stands beside a page number, and repeats on too few pages to be known by that.
  const lineOf = ({ page, edge, piece }: (typeof candidates)[number]): string =>
    `${page} ${edge} ${Math.round(piece.baseline)}`
  const numbered = new Set(
    candidates.filter(({ piece }) => furniture.has(piece) && PAGE_NUMBER.test(piece.text)).map(lineOf),
  )
  for (const each of candidates) if (numbered.has(lineOf(each))) furniture.set(each.piece, each.edge)
  return furniture
}

function edgeOf(piece: Piece, { height }: Pick<PageContent, 'height'>): Edge | null {
  if (piece.bottom > height * (1 - EDGE)) return 'page_header'
  return piece.top < height * EDGE ? 'page_footer' : null
}
