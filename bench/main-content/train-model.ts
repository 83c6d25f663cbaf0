// Trains the model of what is content: lexicons, trees for the kinds of page, trees for lines, each on what it cannot know.
import { LINE_FEATURES } from '#extractors/markdown/main-content/lines/line-features.ts'
import { PAGE_FEATURES } from '#extractors/markdown/main-content/lines/page-features.ts'
import type { Lexicon } from '#extractors/markdown/main-content/model/line-model.ts'
import { PAGE_KINDS } from '#extractors/markdown/main-content/model/page-kinds.ts'
import type {
  StoredForest,
  StoredLexicon,
  StoredModel,
} from '#extractors/markdown/main-content/model/stored-model.ts'
import { lookUp, WORD_FEATURES } from '#extractors/markdown/main-content/model/word-features.ts'
import { boostTrees, randomOf, scoreOf, sigmoid, type Model, type TreeOptions } from './boost-trees.ts'
import { countWords, learnLexicon, type DomainCounts, type WordLine } from './lexicon.ts'
import type { PreparedPage } from './prepare.ts'

const LINE_TREES: TreeOptions = {
  trees: 120,
  leaves: 24,
  rate: 0.1,
  minWeight: 20,
  minGroups: 12,
  lambda: 10,
  rowShare: 0.6,
  columnShare: 0.3,
  seed: 11,
}
const KIND_TREES: TreeOptions = {
  trees: 50,
  leaves: 8,
  rate: 0.12,
  minWeight: 2,
  minGroups: 6,
  lambda: 2,
  rowShare: 0.7,
  columnShare: 0.5,
  seed: 5,
}
/** Parts by domain: what a page is told by lexicons and kinds comes from the other parts. */
const PARTS = 5
/** Longer pages are sampled: a thousand rows of one table teach no more than some. */
const MAX_LINES_OF_PAGE = 300
/** The weight of a page is at most this: much beside little content is still one page. */
const MAX_PAGE_WEIGHT = 3
const MAX_SEGMENT_PAGE_WEIGHT = 0.7
/** The leaves' minimum of weight is in hundredths of a page. */
const PAGE_WEIGHT = 100
const CUTS = 63

const partOf = (page: PreparedPage): number => page.percent % PARTS

export function trainModel(pages: readonly PreparedPage[]): StoredModel {
  const known = pages.map(knownLines)
  const votes = votesOf(pages, known)
  const lexicons = (without: number | null): Lexicon[] =>
    [0, 1, 2].map((which) =>
      learnLexicon(
        votes.filter(({ part }) => part !== without).map(({ counts }) => counts[which] as DomainCounts),
        0.4,
      ),
    )
  const { stored: kinds, probabilities } = trainKinds(pages)
  const rows = rowsOf(pages, known)
  const count = rows.page.length
  const pageOf = (row: number): PreparedPage => pages[rows.page[row] as number] as PreparedPage
  const lineOf = (row: number): number => rows.line[row] as number
  const columns: Column[] = []
  for (let column = 0; column < LINE_FEATURES.length; column += 1)
    columns.push(
      binColumn(count, (row) => pageOf(row).features[lineOf(row) * LINE_FEATURES.length + column] as number),
    )
  for (let column = 0; column < PAGE_FEATURES.length; column += 1)
    columns.push(binColumn(count, (row) => pageOf(row).page[column] as number))
  const words = wordColumns(
    pages,
    rows,
    Array.from({ length: PARTS }, (_, part) => lexicons(part)),
  )
  for (const values of words) columns.push(binColumn(count, (row) => values[row] as number))
  for (let kind = 0; kind < PAGE_KINDS.length; kind += 1)
    columns.push(
      binColumn(count, (row) => (probabilities[rows.page[row] as number] as Float32Array)[kind] as number),
    )
  const model = boostTrees(
    { bins: columns.map(({ bins }) => bins), ...rows },
    Uint32Array.from({ length: count }, (_, row) => row),
    LINE_TREES,
  )
  const [names, said, headed] = lexicons(null).map(storeLexicon) as [
    StoredLexicon,
    StoredLexicon,
    StoredLexicon,
  ]
  return { line: storeForest(model, columns), kinds, names, said, headed }
}

interface KnownLines {
  /** 0 for lines that teach nothing. */
  readonly weights: Float32Array
}

function knownLines(page: PreparedPage): KnownLines {
  const weights = new Float32Array(page.lines)
  const truth = page.truth.length || 300
  let sum = 0
  for (let at = 0; at < page.lines; at += 1) {
    if ((page.labels[at] as number) < 0 || page.captions[at] === 1) continue
    weights[at] = Math.min(1, ((page.wordCounts[at] as number) + 0.5) / truth)
    sum += weights[at] as number
  }
  const max = page.set === 'trafilatura' ? MAX_SEGMENT_PAGE_WEIGHT : MAX_PAGE_WEIGHT
  return { weights: sum > max ? weights.map((weight) => (weight * max) / sum) : weights }
}

function headingWords(page: PreparedPage, at: number): Int32Array {
  const heading = page.headings[at] as number
  return heading >= 0 && heading !== at ? (page.said[heading] as Int32Array) : new Int32Array()
}

/** For each domain what the words of names, of short lines and of headings stand for on its pages. */
function votesOf(
  pages: readonly PreparedPage[],
  known: readonly KnownLines[],
): { readonly part: number; readonly counts: readonly DomainCounts[] }[] {
  const byDomain = Map.groupBy(pages.keys(), (at) => (pages[at] as PreparedPage).domain)
  return [...byDomain.values()].map((ofDomain) => {
    const lines: [WordLine[], WordLine[], WordLine[]] = [[], [], []]
    for (const index of ofDomain) {
      const page = pages[index] as PreparedPage
      for (let at = 0; at < page.lines; at += 1) {
        const weight = known[index]?.weights[at] as number
        if (weight <= 0) continue
        const label = page.labels[at] as number
        lines[0].push({ words: page.chain[at] as Int32Array, label, weight })
        lines[1].push({ words: page.said[at] as Int32Array, label, weight })
        lines[2].push({ words: headingWords(page, at), label, weight })
      }
    }
    return { part: partOf(pages[ofDomain[0] as number] as PreparedPage), counts: lines.map(countWords) }
  })
}

interface LineRowTable {
  /** By row: the index of its page, its line, and what the trees need. */
  readonly page: Uint32Array
  readonly line: Uint32Array
  readonly labels: Float32Array
  readonly weights: Float32Array
  readonly groups: Uint16Array
}

function rowsOf(pages: readonly PreparedPage[], known: readonly KnownLines[]): LineRowTable {
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
      const weight = known[index]?.weights[at] as number
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

/** What the lexicons of the other parts say about each row. */
function wordColumns(
  pages: readonly PreparedPage[],
  rows: LineRowTable,
  lexicons: readonly (readonly Lexicon[])[],
): Float32Array[] {
  const columns = WORD_FEATURES.map(() => new Float32Array(rows.page.length))
  rows.page.forEach((index, row) => {
    const page = pages[index] as PreparedPage
    const at = rows.line[row] as number
    const [names, said, headed] = lexicons[partOf(page)] as [Lexicon, Lexicon, Lexicon]
    const values = [
      ...lookUp(page.near[at] as Int32Array, names),
      ...lookUp(page.chain[at] as Int32Array, names),
      ...lookUp(page.said[at] as Int32Array, said),
      ...lookUp(headingWords(page, at), headed),
    ]
    columns.forEach((column, k) => {
      column[row] = values[k] as number
    })
  })
  return columns
}

/** Trees of each kind, and for each page what trees say that have not seen its part. */
function trainKinds(pages: readonly PreparedPage[]): {
  readonly stored: readonly StoredForest[]
  readonly probabilities: readonly Float32Array[]
} {
  const columns = PAGE_FEATURES.map((_, column) =>
    binColumn(pages.length, (row) => pages[row]?.page[column] as number),
  )
  const domains = [...new Set(pages.map(({ domain }) => domain))]
  const at = new Map(domains.map((domain, index) => [domain, index]))
  const bins = columns.map((column) => column.bins)
  const groups = Uint16Array.from(pages, ({ domain }) => at.get(domain) as number)
  const weights = new Float32Array(pages.length).fill(1)
  const every = Uint32Array.from(pages.keys())
  const probabilities = pages.map(() => new Float32Array(PAGE_KINDS.length))
  const stored = PAGE_KINDS.map((kind, which) => {
    const labels = Float32Array.from(pages, (page) => ((page.kind ?? 'article') === kind ? 1 : 0))
    const rows = { bins, labels, weights, groups }
    for (let part = 0; part < PARTS; part += 1) {
      const use = every.filter((row) => partOf(pages[row] as PreparedPage) !== part)
      const model = boostTrees(rows, use, KIND_TREES)
      for (const row of every)
        if (partOf(pages[row] as PreparedPage) === part)
          (probabilities[row] as Float32Array)[which] = sigmoid(scoreOf(model, bins, row))
    }
    return storeForest(boostTrees(rows, every, KIND_TREES), columns)
  })
  for (const each of probabilities) {
    const sum = each.reduce((all, value) => all + value, 0)
    each.forEach((value, kind) => {
      each[kind] = value / sum
    })
  }
  return { stored, probabilities }
}

interface Column {
  readonly bins: Uint8Array
  /** A row of bin b has at most `cuts[b]`. */
  readonly cuts: Float32Array
}

/** Cuts a column at its quantiles; at each value where it has few. */
function binColumn(count: number, value: (row: number) => number): Column {
  const random = randomOf(7)
  const size = Math.min(count, 20_000)
  const sample = Float32Array.from({ length: size }, (_, at) =>
    value(size === count ? at : Math.floor(random() * count)),
  ).toSorted()
  const distinct = [...new Set(sample)]
  const quantiles = Array.from(
    { length: CUTS },
    (_, k) => sample[Math.floor(((k + 1) * size) / (CUTS + 1))] as number,
  )
  const cuts = Float32Array.from(distinct.length <= CUTS ? distinct.slice(0, -1) : new Set(quantiles))
  const bins = new Uint8Array(count)
  for (let row = 0; row < count; row += 1) {
    const own = value(row)
    let low = 0
    let high = cuts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (own > (cuts[middle] as number)) low = middle + 1
      else high = middle
    }
    bins[row] = low
  }
  return { bins, cuts }
}

const base64Of = (table: ArrayBufferView): string =>
  Buffer.from(table.buffer, table.byteOffset, table.byteLength).toString('base64')

function storeForest({ start, trees }: Model, columns: readonly Column[]): StoredForest {
  const roots: number[] = []
  const limits: number[] = []
  let nodes = 0
  for (const { column, bin, value } of trees) {
    roots.push(nodes)
    nodes += column.length
    column.forEach((at, node) =>
      limits.push((at < 0 ? value[node] : columns[at]?.cuts[bin[node] as number]) as number),
    )
  }
  return {
    start,
    columns: base64Of(Int16Array.from(trees.flatMap(({ column }) => [...column]))),
    limits: base64Of(Float32Array.from(limits)),
    lefts: base64Of(Uint16Array.from(trees.flatMap(({ left }) => [...left]))),
    roots: base64Of(Uint32Array.from(roots)),
  }
}

function storeLexicon(lexicon: Lexicon): StoredLexicon {
  const sorted = [...lexicon].toSorted(([a], [b]) => a - b)
  return {
    hashes: base64Of(Int32Array.from(sorted, ([hash]) => hash)),
    values: base64Of(Float32Array.from(sorted, ([, value]) => value)),
  }
}
