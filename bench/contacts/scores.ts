// Precision and recall over folds of sites: how much a figure depends on which sites were looked at.

/** What was found of one page, and what was not. */
export interface PageResult {
  readonly page: string
  readonly right: number
  readonly extra: number
  readonly missed: number
}

const FOLDS = 5
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000

/** Each site is in one fold, by the order of its name; the spread is the standard deviation over the folds. */
export function foldScores(pages: readonly PageResult[]): Record<string, number | string> {
  const sorted = pages.toSorted((a, b) => a.page.localeCompare(b.page))
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    scoresOf(sorted.filter((_page, at) => at % FOLDS === fold)),
  )
  const all = scoresOf(pages)
  const withSpread = (name: 'precision' | 'recall'): string =>
    `${rounded(all[name])} ± ${rounded(spread(folds.map((fold) => fold[name])))}`
  return {
    pages: pages.length,
    right: all.right,
    extra: all.extra,
    missed: all.missed,
    precision: withSpread('precision'),
    recall: withSpread('recall'),
  }
}

function scoresOf(pages: readonly PageResult[]): Omit<PageResult, 'page'> & {
  readonly precision: number
  readonly recall: number
} {
  const sum = (name: 'right' | 'extra' | 'missed'): number =>
    pages.reduce((total, page) => total + page[name], 0)
  const [right, extra, missed] = [sum('right'), sum('extra'), sum('missed')]
  return {
    right,
    extra,
    missed,
    precision: right + extra === 0 ? 1 : right / (right + extra),
    recall: right + missed === 0 ? 1 : right / (right + missed),
  }
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((total, value) => total + value, 0) / values.length
  return Math.sqrt(values.reduce((total, value) => total + (value - mean) ** 2, 0) / (values.length - 1))
}
