// The sketch of a page: of its text without links, and of its text with them. Both must be similar in similar pages: menus
// made of links alone make no two short articles alike, and the same words around other links make no two lists alike.
import {
  readSketch,
  sketchBands,
  sketchSimilarity,
  textSketch,
  writeSketch,
  type TextSketch,
} from '#kit/text/text-sketch.ts'

/** Pages are nearly the same when they share this much of their shingles; docs/sites.md says what that means. */
export const NEAR_DUPLICATE = 0.9

/**
 * Of a page whose address, or what it says of itself, makes it a copy of another one, less has to agree: around a printed
 * page there are other links, and a product below a collection leads back to it. Real pages that share as much without
 * being copies are of one template, and docs/sites.md says how many there are.
 */
const COPY = { plain: 0.85, whole: 0.7 } as const
/** A page with hardly any text besides its links says less. */
const SHORT_COPY = 0.85
const SHORT_WORDS = 20

export interface PageSketch {
  /** Null for a page with too little text outside of links: it is compared with what it may be a copy of, and no others. */
  readonly plain: TextSketch | null
  readonly whole: TextSketch
}

/** As it is stored; null for a page with too little text. */
export function writePageSketch(textWithoutLinks: string, text: string): string | null {
  const plain = textSketch(textWithoutLinks)
  const whole = textSketch(text, SHORT_WORDS)
  return whole === null ? null : `${plain === null ? '' : writeSketch(plain)}.${writeSketch(whole)}`
}

/** Null for what `writePageSketch` did not write. */
export function readPageSketch(stored: string): PageSketch | null {
  const [first = '', second = ''] = stored.split('.', 2)
  const plain = first === '' ? null : readSketch(first)
  const whole = readSketch(second)
  return whole === null || (plain === null && first !== '') ? null : { plain, whole }
}

/** From 0 to 1; 0 for a page with too little text. */
export const pageSimilarity = (a: PageSketch, b: PageSketch): number =>
  a.plain === null || b.plain === null
    ? 0
    : Math.min(sketchSimilarity(a.plain, b.plain), sketchSimilarity(a.whole, b.whole))

/** Pages that share none of these are not compared. */
export const pageBands = ({ plain }: PageSketch): number[] => (plain === null ? [] : sketchBands(plain))

/** What tells whether a page is a copy. */
export interface ComparedPage {
  readonly title: string | null
  /** As stored. */
  readonly sketch: string | null
}

/** Whether the texts allow that one page is a copy of the other one; they alone do not say so. */
export function mayBeCopies(one: ComparedPage, other: ComparedPage): boolean {
  const a = one.sketch === null ? null : readPageSketch(one.sketch)
  const b = other.sketch === null ? null : readPageSketch(other.sketch)
  if (a === null || b === null) return false
  const whole = sketchSimilarity(a.whole, b.whole)
  if (a.plain === null || b.plain === null)
    return a.plain === b.plain && one.title !== null && one.title === other.title && whole >= SHORT_COPY
  return whole >= COPY.whole && sketchSimilarity(a.plain, b.plain) >= COPY.plain
}
