// Finds what repeats at the edges of pages: running titles above, page numbers and notices below.
import type { PageContent } from './page/page-content.ts'
import type { Piece } from './page/text-pieces.ts'

export interface PagePieces {
  readonly page: number
  readonly content: Pick<PageContent, 'width' | 'height'>
  readonly pieces: readonly Piece[]
}

export type Edge = 'page_header' | 'page_footer'

/** The part of the height of a page at its top and bottom. */
const EDGE = 0.09
const MIN_PAGES = 3
/** Of the size of the text: a running title is smaller, and further from the text than lines of it from each other. */
const SMALL = 0.9
const MIN_GAP = 2.2
const SAME_LINE = 0.5
const MAX_LETTERS = 120
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
  for (const [piece, edge] of marginLines(pages, furniture)) furniture.set(piece, edge)
  return furniture
}

/**
 * Running titles that stand on one page only, as on the right-hand pages of a short chapter: small, apart from the text, and
 * further out than any text of the other pages. The first page begins with titles of its own, which stay.
 */
function marginLines(pages: readonly PagePieces[], furniture: ReadonlyMap<Piece, Edge>): [Piece, Edge][] {
  if (pages.length < 2) return []
  const bodies = pages.map(({ pieces }) => pieces.filter((piece) => !furniture.has(piece)))
  const sizes = Map.groupBy(bodies.flat(), ({ size }) => size)
  const lettersOf = (list: readonly Piece[]): number => list.reduce((sum, { text }) => sum + text.length, 0)
  const [body = 0] = [...sizes].toSorted((a, b) => lettersOf(b[1]) - lettersOf(a[1]))[0] ?? []
  const ends = pages.flatMap(({ content }, at) => {
    const edges: readonly Edge[] = at === 0 ? ['page_footer'] : ['page_header', 'page_footer']
    return edges.map((edge) => ({ at, edge, line: outermost(bodies[at] ?? [], content, edge, body) }))
  })
  const outer = new Set(ends.flatMap(({ line }) => line ?? []))
  const rest = bodies.map((list) => list.filter((piece) => !outer.has(piece)))
  const [tops, bottoms] = [
    rest.map((list) => list.reduce((most, { top }) => Math.max(most, top), -Infinity)),
    rest.map((list) => list.reduce((least, { bottom }) => Math.min(least, bottom), Infinity)),
  ]
  return ends.flatMap(({ edge, line }) => {
    if (line === null) return []
    const isOutside = line.every((piece) =>
      edge === 'page_header'
        ? tops.every((top) => piece.bottom > top)
        : bottoms.every((bottom) => piece.top < bottom),
    )
    return isOutside ? line.map((piece): [Piece, Edge] => [piece, edge]) : []
  })
}

/** The first or last line of a page, if it is small, short and apart from the others. */
function outermost(
  pieces: readonly Piece[],
  content: PagePieces['content'],
  edge: Edge,
  body: number,
): readonly Piece[] | null {
  const sign = edge === 'page_header' ? 1 : -1
  const first = pieces.reduce<Piece | null>(
    (best, piece) => (best === null || sign * (piece.baseline - best.baseline) > 0 ? piece : best),
    null,
  )
  if (first === null) return null
  const line = pieces.filter(({ baseline }) => Math.abs(baseline - first.baseline) <= SAME_LINE * body)
  const next = pieces.reduce((gap, { baseline }) => {
    const each = Math.abs(baseline - first.baseline)
    return each > SAME_LINE * body ? Math.min(gap, each) : gap
  }, Infinity)
  const letters = line.reduce((sum, { text }) => sum + text.length, 0)
  const isSmall = line.every((piece) => piece.size <= SMALL * body && edgeOf(piece, content) === edge)
  return isSmall && letters <= MAX_LETTERS && next >= MIN_GAP * body && next < Infinity ? line : null
}

function edgeOf(piece: Piece, { height }: Pick<PageContent, 'height'>): Edge | null {
  if (piece.bottom > height * (1 - EDGE)) return 'page_header'
  return piece.top < height * EDGE ? 'page_footer' : null
}
