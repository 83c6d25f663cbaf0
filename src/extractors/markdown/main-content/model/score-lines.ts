// The probability of each line of a page to be content, and of the page to be of each kind.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { describedPage, type DescribedPage } from '#extractors/markdown/main-content/lines/described-page.ts'
import type { Landmarks } from '#extractors/markdown/main-content/lines/element-tables.ts'
import { describeLine, LINE_FEATURES } from '#extractors/markdown/main-content/lines/line-features.ts'
import {
  describePage,
  PAGE_FEATURES,
  type PageHints,
} from '#extractors/markdown/main-content/lines/page-features.ts'
import { wordsOfLine } from '#extractors/markdown/main-content/lines/line-words.ts'
import { linesOf, type PageLines } from '#extractors/markdown/main-content/lines/page-lines.ts'
import { wordsOfPage } from '#extractors/markdown/main-content/lines/page-words.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { probabilityOf } from './forest.ts'
import { describeKindWords, KIND_WORD_FEATURES } from './kind-words.ts'
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
  const lines = linesOf(view)
  const page = describedPage(all, view, lines, landmarks)
  const features = describePage(view, lines, hints)
  const said = Array.from(lines.orders, (order) => wordsOfLine(all[order] as HtmlElement, view))
  const words = describeKindWords(wordsOfPage(all, view, said, hints), model.kindWords)
  const kinds = kindsOf(features, words, model)
  return { lines, probabilities: scoresOf(page, said, features, kinds, model), kinds }
}

function scoresOf(
  page: DescribedPage,
  said: readonly Int32Array[],
  features: Float32Array,
  kinds: Float32Array,
  model: LineModel,
): Float64Array {
  const words = describeWords(page.all, page.view, page.lines, said, model)
  const width = WORD_FEATURES.length
  const fromPage = LINE_FEATURES.length
  const fromWords = fromPage + PAGE_FEATURES.length
  const row = new Float32Array(fromWords + width + kinds.length)
  row.set(features, fromPage)
  row.set(kinds, fromWords + width)
  const scores = new Float64Array(page.lines.orders.length)
  for (let at = 0; at < scores.length; at += 1) {
    describeLine(page, at, row)
    for (let k = 0; k < width; k += 1) row[fromWords + k] = words[at * width + k] as number
    scores[at] = probabilityOf(model.line, row)
  }
  return scores
}

/** Each kind has trees of its own; together they share one whole. */
function kindsOf(features: Float32Array, words: Float32Array, model: Pick<LineModel, 'kinds'>): Float32Array {
  const row = new Float32Array(PAGE_FEATURES.length + KIND_WORD_FEATURES.length)
  row.set(features)
  row.set(words, PAGE_FEATURES.length)
  const kinds = Float32Array.from(model.kinds, (forest) => probabilityOf(forest, row))
  const sum = kinds.reduce((all, each) => all + each, 0)
  return sum > 0 ? kinds.map((each) => each / sum) : kinds
}
