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

export interface PageSketch {
  readonly plain: TextSketch
  readonly whole: TextSketch
}

/** As it is stored; null for a page with too little text. */
export function writePageSketch(textWithoutLinks: string, text: string): string | null {
  const plain = textSketch(textWithoutLinks)
  const whole = plain === null ? null : textSketch(text)
  return plain === null || whole === null ? null : `${writeSketch(plain)}.${writeSketch(whole)}`
}

/** Null for what `writePageSketch` did not write. */
export function readPageSketch(stored: string): PageSketch | null {
  const [first = '', second = ''] = stored.split('.', 2)
  const plain = readSketch(first)
  const whole = readSketch(second)
  return plain === null || whole === null ? null : { plain, whole }
}

/** From 0 to 1. */
export const pageSimilarity = (a: PageSketch, b: PageSketch): number =>
  Math.min(sketchSimilarity(a.plain, b.plain), sketchSimilarity(a.whole, b.whole))

/** Pages that share none of these are not compared. */
export const pageBands = ({ plain }: PageSketch): number[] => sketchBands(plain)
