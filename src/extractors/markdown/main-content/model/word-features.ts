// What the lexicons say about each line: by the names around it, by its own words, by those of the heading above.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { eachWordIn, namesSomething } from '#extractors/markdown/main-content/view/name-words.ts'
import type { PageLines } from '#extractors/markdown/main-content/lines/page-lines.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import type { Lexicon, LineModel } from './line-model.ts'

type Lexicons = Pick<LineModel, 'names' | 'said' | 'headed'>

/** Lowest, highest and mean value of the names near, of all names above, of the own words, of those of the heading. */
export const WORD_FEATURES: readonly string[] = ['near', 'chain', 'said', 'headed'].flatMap((words) =>
  ['low', 'high', 'mean'].map((value) => `${words} ${value}`),
)
/** An element and so many above it are near. */
const NEAR_LEVELS = 3

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

/** One row of `WORD_FEATURES` for each line; `said` has the words of each. */
export function describeWords(
  all: readonly HtmlElement[],
  view: PageView,
  { orders, headings }: PageLines,
  said: readonly Int32Array[],
  model: Lexicons,
): Float32Array {
  const width = WORD_FEATURES.length
  const rows = new Float32Array(orders.length * width)
  const { own, chain } = readNames(all, view, model.names)
  const near = spreadOf(1)
  let heading: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < orders.length; at += 1) {
    const i = orders[at] as number
    near.count[0] = 0
    near.sum[0] = 0
    addAll(near, 0, own, i)
    for (let step = 0, above = i; step < NEAR_LEVELS && above !== 0; step += 1) {
      above = view.parents[above] as number
      addAll(near, 0, own, above)
    }
    const row = at * width
    writeSpread(rows, row, near, 0)
    writeSpread(rows, row + 3, chain, i)
    const words = said[at] as Int32Array
    if (words.length > 0) rows.set(lookUp(words, model.said), row + 6)
    if (headings[at] === at) heading = lookUp(words, model.headed)
    else if ((headings[at] as number) >= 0) rows.set(heading, row + 9)
  }
  return rows
}

/** What the lexicon says of the names of each element, and of those of the element and all above it. */
function readNames(
  all: readonly HtmlElement[],
  view: PageView,
  names: Lexicon,
): { readonly own: Spread; readonly chain: Spread } {
  const own = spreadOf(all.length)
  const chain = spreadOf(all.length)
  const { classes } = view
  const ofClass = classes.names.map((name) => spreadOfName(name, names))
  for (let i = 0; i < all.length; i += 1) {
    if (view.shown[i] === 0) continue
    const element = all[i] as HtmlElement
    if ((view.text[i] as number) > 0) {
      const { attributes } = element
      const number = classes.numbers[i] as number
      for (let at = 0; at < attributes.length; at += 2)
        if (namesSomething(attributes[at] as string)) {
          const name = attributes[at + 1] as string
          const value =
            name === classes.names[number] ? (ofClass[number] as NameValue | null) : spreadOfName(name, names)
          if (value !== null) addValue(own, i, value.low, value.high, value.sum, value.count)
        }
    }
    if (i > 0) addAll(chain, i, chain, view.parents[i] as number)
    addAll(chain, i, own, i)
  }
  return { own, chain }
}

/** Of the words of one name that the lexicon has. */
interface NameValue {
  low: number
  high: number
  sum: number
  count: number
}

/** Null where the lexicon has none of its words. */
function spreadOfName(name: string, names: Lexicon): NameValue | null {
  let spread: NameValue | null = null
  eachWordIn(name, (hash) => {
    const value = names.get(hash)
    if (value === undefined) return
    spread ??= { low: value, high: value, sum: 0, count: 0 }
    spread.low = Math.min(spread.low, value)
    spread.high = Math.max(spread.high, value)
    spread.sum += value
    spread.count += 1
  })
  return spread
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
