// Trains the trees that tell the kinds of page apart, and says what they make of pages that they have not seen.
import { PAGE_FEATURES } from '#extractors/markdown/main-content/lines/page-features.ts'
import { PAGE_KINDS, type PageKind } from '#extractors/markdown/main-content/model/page-kinds.ts'
import { describeKindWords, KIND_WORD_FEATURES } from '#extractors/markdown/main-content/model/kind-words.ts'
import type { StoredForest, StoredKindLexicon } from '#extractors/markdown/main-content/model/stored-model.ts'
import { boostTrees, scoreOf, sigmoid, transposed, type TreeOptions } from './boost-trees.ts'
import { learnKindWords } from './kind-lexicon.ts'
import { partOf, PARTS, type PreparedPage } from './prepare.ts'
import { binRows } from './rows.ts'
import { storeForest, storeKindLexicon } from './store-model.ts'

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

/** The written pages are few, and others seldom are as small. */
const WRITTEN_WEIGHT = 2

/** Trees and words of each kind, and for each page what trees say that have not seen its part. */
export function trainKinds(pages: readonly PreparedPage[]): {
  readonly stored: readonly StoredForest[]
  readonly words: StoredKindLexicon
  readonly probabilities: readonly Float32Array[]
} {
  const width = PAGE_FEATURES.length + KIND_WORD_FEATURES.length
  const known = pages.map(kindOf)
  /** Without the smaller copies, which say the same. */
  const wordsWithout = (part: number | null): Map<number, Float32Array> =>
    learnKindWords(
      pages.flatMap((page, at) =>
        known[at] === null || page.weight < 1 || partOf(page) === part
          ? []
          : { domain: page.domain, kind: PAGE_KINDS.indexOf(known[at] as PageKind), words: page.words },
      ),
    )
  const ofParts = Array.from({ length: PARTS }, (_, part) => wordsWithout(part))
  const { bins, cuts } = binRows(pages.length, width, (row, into) => {
    const page = pages[row] as PreparedPage
    const lexicon = ofParts[partOf(page)] as Map<number, Float32Array>
    into.set(page.page)
    into.set(
      describeKindWords(page.words, (hash) => lexicon.get(hash)),
      PAGE_FEATURES.length,
    )
  })
  const columns = transposed(bins, width)
  const domains = [...new Set(pages.map(({ domain }) => domain))]
  const at = new Map(domains.map((domain, index) => [domain, index]))
  const groups = Uint16Array.from(pages, ({ domain }) => at.get(domain) as number)
  const weights = Float32Array.from(pages, ({ set }, at) =>
    known[at] === null ? 0 : set === 'written' ? WRITTEN_WEIGHT : 1,
  )
  const every = Uint32Array.from(pages.keys())
  const probabilities = pages.map(() => new Float32Array(PAGE_KINDS.length))
  const stored = PAGE_KINDS.map((kind, which) => {
    const labels = Float32Array.from(known, (own) => (own === kind ? 1 : 0))
    const rows = { bins, width, columns, labels, weights, groups }
    for (let part = 0; part < PARTS; part += 1) {
      const isOf = (row: number): boolean => partOf(pages[row] as PreparedPage) === part
      const model = boostTrees(
        rows,
        every.filter((row) => !isOf(row)),
        KIND_TREES,
      )
      for (const row of every)
        if (isOf(row)) (probabilities[row] as Float32Array)[which] = sigmoid(scoreOf(model, rows, row))
    }
    return storeForest(boostTrees(rows, every, KIND_TREES), cuts)
  })
  for (const each of probabilities) {
    const sum = each.reduce((all, value) => all + value, 0)
    each.forEach((value, kind) => {
      each[kind] = value / sum
    })
  }
  return { stored, words: storeKindLexicon(wordsWithout(null)), probabilities }
}

/** Null where nobody has said it: the fixtures of defuddle are of all kinds, those of the other article sets are articles. */
function kindOf({ set, kind }: PreparedPage): PageKind | null {
  return kind ?? (set === 'defuddle' || set === 'written' ? null : 'article')
}
