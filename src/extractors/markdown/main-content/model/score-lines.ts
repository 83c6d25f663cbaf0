// The probability of each line of a page to be content, and of the page to be of each kind.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import {
  describeLines,
  linesOf,
  LINE_FEATURES,
  type Landmarks,
  type PageLines,
} from '#extractors/markdown/main-content/lines/line-features.ts'
import {
  describePage,
  PAGE_FEATURES,
  type PageHints,
} from '#extractors/markdown/main-content/lines/page-features.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { probabilityOf } from './forest.ts'
import type { LineModel } from './line-model.ts'
import { describeWords, WORD_FEATURES } from './word-features.ts'

export interface ScoredLines {
  readonly lines: PageLines
  /** By line, 0 to 1. */
  readonly probabilities: Float64Array
  /** By kind in the order of `PAGE_KINDS`; the sum is 1. */
  readonly kinds: Float32Array
}

export function scoreLines(
  { all }: HtmlDocument,
  view: PageView,
  landmarks: Landmarks,
  hints: PageHints,
  model: LineModel,
): ScoredLines {
  const lines = linesOf(all, view)
  const rows = describeLines(all, view, lines, landmarks)
  const words = describeWords(all, view, lines, model)
  const page = describePage(all, view, lines, hints)
  const kinds = kindsOf(page, model)
  const fromPage = LINE_FEATURES.length
  const fromWords = fromPage + PAGE_FEATURES.length
  const fromKinds = fromWords + WORD_FEATURES.length
  const row = new Float32Array(fromKinds + kinds.length)
  row.set(page, fromPage)
  row.set(kinds, fromKinds)
  const count = lines.orders.length
  const probabilities = new Float64Array(count)
  for (let at = 0; at < count; at += 1) {
    for (let k = 0; k < fromPage; k += 1) row[k] = rows[at * fromPage + k] as number
    for (let k = 0; k < WORD_FEATURES.length; k += 1)
      row[fromWords + k] = words[at * WORD_FEATURES.length + k] as number
    probabilities[at] = probabilityOf(model.line, row)
  }
  return { lines, probabilities, kinds }
}

/** Each kind has trees of its own; together they share one whole. */
export function kindsOf(page: Float32Array, model: Pick<LineModel, 'kinds'>): Float32Array {
  const kinds = Float32Array.from(model.kinds, (forest) => probabilityOf(forest, page))
  const sum = kinds.reduce((all, each) => all + each, 0)
  return sum > 0 ? kinds.map((each) => each / sum) : kinds
}
