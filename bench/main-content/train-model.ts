// Trains the model of what is content: lexicons, trees for the kinds of page, trees for lines, each on what it cannot know.
import { LINE_FEATURES } from '#extractors/markdown/main-content/lines/line-features.ts'
import { PAGE_FEATURES } from '#extractors/markdown/main-content/lines/page-features.ts'
import type { Lexicon } from '#extractors/markdown/main-content/model/line-model.ts'
import { PAGE_KINDS } from '#extractors/markdown/main-content/model/page-kinds.ts'
import type { StoredLexicon, StoredModel } from '#extractors/markdown/main-content/model/stored-model.ts'
import { lookUp, WORD_FEATURES } from '#extractors/markdown/main-content/model/word-features.ts'
import { boostTrees, transposed, type Model, type Rows, type TreeOptions } from './boost-trees.ts'
import { countWords, learnLexicon, type DomainCounts, type WordLine } from './lexicon.ts'
import { partOf, PARTS, type PreparedPage } from './prepare.ts'
import { binRows, rowsOf, weightsOf } from './rows.ts'
import { storeForest, storeLexicon } from './store-model.ts'
import { trainKinds } from './train-kinds.ts'

const LINE_TREES: Omit<TreeOptions, 'seed'> = {
  trees: 70,
  leaves: 20,
  rate: 0.14,
  minWeight: 20,
  minGroups: 12,
  lambda: 10,
  rowShare: 0.6,
  columnShare: 0.3,
}
/** Trees that were grown on other samples are wrong elsewhere: the mean of two forests is better than either. */
const SEEDS = [11, 12]
const FROM_WORDS = LINE_FEATURES.length + PAGE_FEATURES.length
const FROM_KINDS = FROM_WORDS + WORD_FEATURES.length
const WIDTH = FROM_KINDS + PAGE_KINDS.length

export function trainModel(pages: readonly PreparedPage[]): StoredModel {
  const known = pages.map(weightsOf)
  const votes = votesOf(pages, known)
  const lexicons = (without: number | null): Map<number, number>[] =>
    [0, 1, 2].map((which) =>
      learnLexicon(
        votes.filter(({ part }) => part !== without).map(({ counts }) => counts[which] as DomainCounts),
        0.4,
      ),
    )
  const ofParts = Array.from({ length: PARTS }, (_, part) => lexicons(part))
  const words = pages.map((page) => wordRows(page, ofParts[partOf(page)] as Lexicon[]))
  const { stored: kinds, words: kindWords, probabilities } = trainKinds(pages)
  const table = rowsOf(pages, known)
  const count = table.page.length
  /** What is known of a line without the part of its page. */
  const writeLine = (index: number, at: number, into: Float32Array): void => {
    const page = pages[index] as PreparedPage
    const width = LINE_FEATURES.length
    into.set(page.features.subarray(at * width, at * width + width))
    into.set(page.page, width)
    const ofWords = WORD_FEATURES.length
    into.set((words[index] as Float32Array).subarray(at * ofWords, at * ofWords + ofWords), FROM_WORDS)
    into.set(probabilities[index] as Float32Array, FROM_KINDS)
  }
  const { bins, cuts } = binRows(count, WIDTH, (row, into) =>
    writeLine(table.page[row] as number, table.line[row] as number, into),
  )
  const rows: Rows = { bins, width: WIDTH, columns: transposed(bins, WIDTH), ...table }
  const every = Uint32Array.from({ length: count }, (_, row) => row)
  const line = storeForest(
    meanOf(SEEDS.map((seed) => boostTrees(rows, every, { ...LINE_TREES, seed }))),
    cuts,
  )
  const [names, said, headed] = lexicons(null).map(storeLexicon) as [
    StoredLexicon,
    StoredLexicon,
    StoredLexicon,
  ]
  return { line, kinds, names, said, headed, kindWords }
}

/** One model that says the mean of several, as log odds. */
function meanOf(models: readonly Model[]): Model {
  const share = 1 / models.length
  return {
    start: models.reduce((sum, { start }) => sum + start * share, 0),
    trees: models
      .flatMap(({ trees }) => trees)
      .map((tree) => ({ ...tree, value: tree.value.map((value) => value * share) })),
  }
}

function headingWords(page: PreparedPage, at: number): Int32Array {
  const heading = page.headings[at] as number
  return heading >= 0 && heading !== at ? (page.said[heading] as Int32Array) : new Int32Array()
}

/** The columns of `WORD_FEATURES` of each line. */
function wordRows(page: PreparedPage, lexicons: readonly Lexicon[]): Float32Array {
  const [names, said, headed] = lexicons as [Lexicon, Lexicon, Lexicon]
  const width = WORD_FEATURES.length
  const rows = new Float32Array(page.lines * width)
  for (let at = 0; at < page.lines; at += 1) {
    rows.set(lookUp(page.near[at] as Int32Array, names), at * width)
    rows.set(lookUp(page.chain[at] as Int32Array, names), at * width + 3)
    rows.set(lookUp(page.said[at] as Int32Array, said), at * width + 6)
    rows.set(lookUp(headingWords(page, at), headed), at * width + 9)
  }
  return rows
}

/** For each domain what the words of names, of short lines and of headings stand for on its pages. */
function votesOf(
  pages: readonly PreparedPage[],
  known: readonly Float32Array[],
): { readonly part: number; readonly counts: readonly DomainCounts[] }[] {
  const byDomain = Map.groupBy(pages.keys(), (at) => (pages[at] as PreparedPage).domain)
  return [...byDomain.values()].map((ofDomain) => {
    const lines: [WordLine[], WordLine[], WordLine[]] = [[], [], []]
    for (const index of ofDomain) {
      const page = pages[index] as PreparedPage
      for (let at = 0; at < page.lines; at += 1) {
        const weight = known[index]?.[at] as number
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
