// The rows that trees are trained on: sampled lines of pages, their columns cut into bins.
import { randomOf } from './boost-trees.ts'
import type { PreparedPage } from './prepare.ts'

/** Longer pages are sampled: a thousand rows of one table teach no more than some. */
const MAX_LINES_OF_PAGE = 300
/** The weight of a page is at most this: much beside little content is still one page. */
const MAX_PAGE_WEIGHT = 3
const MAX_SEGMENT_PAGE_WEIGHT = 0.7
/** The leaves' minimum of weight is in hundredths of a page. */
const PAGE_WEIGHT = 100
const CUTS = 63
const MAX_SAMPLE = 20_000

/** The weight of each line; 0 for lines that teach nothing. */
export function weightsOf(page: PreparedPage): Float32Array {
  const weights = new Float32Array(page.lines)
  const truth = page.truthWords || 300
  let sum = 0
  for (let at = 0; at < page.lines; at += 1) {
    if ((page.labels[at] as number) < 0 || page.captions[at] === 1) continue
    weights[at] = Math.min(1, ((page.wordCounts[at] as number) + 0.5) / truth)
    sum += weights[at] as number
  }
  const max = page.set === 'trafilatura' ? MAX_SEGMENT_PAGE_WEIGHT : MAX_PAGE_WEIGHT
  const scale = Math.min(1, max / sum) * page.weight
  return scale === 1 ? weights : weights.map((weight) => weight * scale)
}

export interface LineRowTable {
  /** By row: the index of its page, its line, and what the trees need. */
  readonly page: Uint32Array
  readonly line: Uint32Array
  readonly labels: Float32Array
  readonly weights: Float32Array
  readonly groups: Uint16Array
}

export function rowsOf(pages: readonly PreparedPage[], known: readonly Float32Array[]): LineRowTable {
  const random = randomOf(3)
  const domains = new Map<string, number>()
  const page: number[] = []
  const line: number[] = []
  const labels: number[] = []
  const weights: number[] = []
  const groups: number[] = []
  pages.forEach((each, index) => {
    if (!domains.has(each.domain)) domains.set(each.domain, domains.size)
    const share = Math.min(1, MAX_LINES_OF_PAGE / each.lines)
    for (let at = 0; at < each.lines; at += 1) {
      const weight = known[index]?.[at] as number
      if (weight <= 0 || (share < 1 && random() >= share)) continue
      page.push(index)
      line.push(at)
      labels.push(each.labels[at] as number)
      weights.push((weight * PAGE_WEIGHT) / share)
      groups.push(domains.get(each.domain) as number)
    }
  })
  return {
    page: Uint32Array.from(page),
    line: Uint32Array.from(line),
    labels: Float32Array.from(labels),
    weights: Float32Array.from(weights),
    groups: Uint16Array.from(groups),
  }
}

/** Writes the columns of a row into `into`, from its start. */
export type WriteRow = (row: number, into: Float32Array) => void

/** Cuts columns at their quantiles, or at each value where there are few; `cuts` are the limits between the bins. */
export function binRows(
  count: number,
  width: number,
  write: WriteRow,
): { readonly bins: Uint8Array; readonly cuts: readonly Float32Array[] } {
  const random = randomOf(7)
  const size = Math.min(count, MAX_SAMPLE)
  const values = new Float32Array(width)
  const sample = Array.from({ length: width }, () => new Float32Array(size))
  for (let at = 0; at < size; at += 1) {
    write(size === count ? at : Math.floor(random() * count), values)
    for (let column = 0; column < width; column += 1)
      (sample[column] as Float32Array)[at] = values[column] as number
  }
  const cuts = sample.map(cutsOf)
  const bins = new Uint8Array(count * width)
  for (let row = 0; row < count; row += 1) {
    write(row, values)
    for (let column = 0; column < width; column += 1)
      bins[row * width + column] = binOf(cuts[column] as Float32Array, values[column] as number)
  }
  return { bins, cuts }
}

function cutsOf(sample: Float32Array): Float32Array {
  const sorted = sample.toSorted()
  const distinct = [...new Set(sorted)]
  if (distinct.length <= CUTS) return Float32Array.from(distinct.slice(0, -1))
  const quantiles = Array.from(
    { length: CUTS },
    (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / (CUTS + 1))] as number,
  )
  return Float32Array.from(new Set(quantiles))
}

/** A value of bin b has at most `cuts[b]`. */
function binOf(cuts: Float32Array, value: number): number {
  let low = 0
  let high = cuts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > (cuts[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}
