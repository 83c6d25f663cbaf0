// What the lexicons say about each line: by the names around it, by its own words, by those of the heading above.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { eachNameWord, hashOfWord } from '#extractors/markdown/main-content/lines/name-words.ts'
import type { PageLines } from '#extractors/markdown/main-content/lines/line-features.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import type { Lexicon, LineModel } from './line-model.ts'

/** Lowest, highest and mean value of the names near, of all names above, of the own words, of those of the heading. */
export const WORD_FEATURES: readonly string[] = ['near', 'chain', 'said', 'headed'].flatMap((words) =>
  ['low', 'high', 'mean'].map((value) => `${words} ${value}`),
)
/** A longer line is a sentence: its words say what it is about, not what it is for. */
const MAX_WORDS = 12
const MAX_CHARS = 150
/** An element and so many above it are near. */
const NEAR_LEVELS = 3

/** The hashes of the words of a short line; none of a long one. */
export function wordsOfLine(element: HtmlElement, view: PageView): Int32Array {
  if ((view.ownText[element.order] as number) > MAX_CHARS) return new Int32Array()
  let text = ''
  const visit = (each: HtmlElement): void => {
    for (const child of each.children) {
      if (child.kind === 'text') text += child.text
      else if (view.isVisible(child) && view.block[child.order] === 0) visit(child)
    }
  }
  visit(element)
  const words = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
  return words.length > MAX_WORDS ? new Int32Array() : Int32Array.from(words, hashOfWord)
}

/** Lowest, highest and mean value of the words that the lexicon has; all 0 where it has none. */
export function lookUp(words: Int32Array, lexicon: Lexicon): [number, number, number] {
  let low = 0
  let high = 0
  let sum = 0
  let count = 0
  for (const word of words) {
    const value = lexicon.get(word)
    if (value === undefined) continue
    if (count === 0 || value < low) low = value
    if (count === 0 || value > high) high = value
    sum += value
    count += 1
  }
  return [low, high, count === 0 ? 0 : sum / count]
}

/** One row of `WORD_FEATURES` for each line. */
export function describeWords(
  all: readonly HtmlElement[],
  view: PageView,
  { orders, headings }: PageLines,
  { names, said, headed }: Pick<LineModel, 'names' | 'said' | 'headed'>,
): Float32Array {
  const width = WORD_FEATURES.length
  const rows = new Float32Array(orders.length * width)
  const own = spreadOf(all.length)
  const chain = spreadOf(all.length)
  for (let i = 0; i < all.length; i += 1) {
    if (view.shown[i] === 0) continue
    const element = all[i] as HtmlElement
    const parent = element.parent?.order ?? 0
    if ((view.text[i] as number) > 0)
      eachNameWord(element, (hash) => {
        const value = names.get(hash)
        if (value !== undefined) addValue(own, i, value, value, value, 1)
      })
    if (i > 0) addAll(chain, i, chain, parent)
    addAll(chain, i, own, i)
  }
  const near = spreadOf(1)
  let sayingOf = -1
  let saying: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < orders.length; at += 1) {
    const i = orders[at] as number
    near.count[0] = 0
    near.sum[0] = 0
    let element: HtmlElement | null = all[i] as HtmlElement
    for (let step = 0; step <= NEAR_LEVELS && element !== null; step += 1) {
      addAll(near, 0, own, element.order)
      element = element.parent
    }
    const heading = headings[at] as number
    if (heading >= 0 && heading !== at && heading !== sayingOf) {
      sayingOf = heading
      saying = lookUp(wordsOfLine(all[orders[heading] as number] as HtmlElement, view), headed)
    }
    const row = at * width
    writeSpread(rows, row, near, 0)
    writeSpread(rows, row + 3, chain, i)
    rows.set(lookUp(wordsOfLine(all[i] as HtmlElement, view), said), row + 6)
    if (heading >= 0 && heading !== at) rows.set(saying, row + 9)
  }
  return rows
}

interface Spread {
  readonly low: Float32Array
  readonly high: Float32Array
  readonly sum: Float64Array
  readonly count: Uint32Array
}

const spreadOf = (size: number): Spread => ({
  low: new Float32Array(size),
  high: new Float32Array(size),
  sum: new Float64Array(size),
  count: new Uint32Array(size),
})

function addValue(to: Spread, at: number, low: number, high: number, sum: number, count: number): void {
  if (to.count[at] === 0 || low < (to.low[at] as number)) to.low[at] = low
  if (to.count[at] === 0 || high > (to.high[at] as number)) to.high[at] = high
  to.sum[at] = (to.sum[at] as number) + sum
  to.count[at] = (to.count[at] as number) + count
}

function addAll(to: Spread, at: number, from: Spread, of: number): void {
  const count = from.count[of] as number
  if (count > 0)
    addValue(to, at, from.low[of] as number, from.high[of] as number, from.sum[of] as number, count)
}

function writeSpread(rows: Float32Array, from: number, spread: Spread, at: number): void {
  const count = spread.count[at] as number
  if (count === 0) return
  rows[from] = spread.low[at] as number
  rows[from + 1] = spread.high[at] as number
  rows[from + 2] = (spread.sum[at] as number) / count
}
