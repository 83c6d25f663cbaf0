// Text that OCR found in a picture, as the pieces of lines that any other text of a page is made of.
import { medianOf } from '#kit/median.ts'
import { unionOf, type PageText, type Piece } from './page/text-pieces.ts'

/** A word as OCR gives it: in points of the picture, counted downwards from its upper left corner. */
export interface RecognizedWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Words of one line, from left to right, with the size of its letters. */
export interface RecognizedLine {
  readonly words: readonly RecognizedWord[]
  readonly size: number
  /** Where the letters stand, without what hangs below. */
  readonly baseline: number
}

/** What OCR found in the picture of one page. */
export interface RecognizedPage {
  readonly page: number
  /** The size of the picture in its points. */
  readonly width: number
  readonly height: number
  readonly lines: readonly RecognizedLine[]
}

/** In letter sizes: a wider gap is one between columns or cells. */
const MAX_GAP = 1.5
/** OCR measures the letters of equal lines differently by so much. */
const SIZE_TOLERANCE = 0.2

/** The pieces in the units of the page, counted upwards from its lower left corner. */
export function recognizedText(
  { lines, width, height }: Omit<RecognizedPage, 'page'>,
  page: { readonly width: number; readonly height: number },
): PageText {
  const [across, down] = [page.width / Math.max(1, width), page.height / Math.max(1, height)]
  const usual = medianOf(
    lines.flatMap(({ size, words }) => words.map(() => size)),
    1,
  )
  const pieces: Piece[] = []
  for (const { words, size: measured, baseline } of lines) {
    const size = Math.abs(measured - usual) <= SIZE_TOLERANCE * usual ? usual : measured
    for (const run of runsOf(words, size)) {
      const box = unionOf(
        run.map(({ left, right, top, bottom }) => ({ left, right, top: bottom, bottom: top })),
      )
      pieces.push({
        text: run.map(({ text }) => text).join(' '),
        left: box.left * across,
        right: box.right * across,
        top: page.height - box.bottom * down,
        bottom: page.height - box.top * down,
        baseline: page.height - baseline * down,
        size: size * down,
        bold: false,
        italic: false,
        mono: false,
        fontName: '',
      })
    }
  }
  return { pieces, turned: '' }
}

/** Words of a line without a wide gap between them. */
function runsOf(words: readonly RecognizedWord[], size: number): RecognizedWord[][] {
  const runs: RecognizedWord[][] = []
  for (const word of words) {
    const last = runs.at(-1)?.at(-1)
    if (last !== undefined && word.left - last.right <= MAX_GAP * size) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs
}
