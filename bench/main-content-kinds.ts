// Main content over seven kinds of page: the model trained without a fifth of the domains, and measured on that fifth.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { readMetadata } from '#parsing/page/page-metadata.ts'
import { findMainContent } from '#extractors/markdown/main-content/find-main-content.ts'
import { readModel, type LineModel } from '#extractors/markdown/main-content/model/line-model.ts'
import { PAGE_KINDS } from '#extractors/markdown/main-content/model/page-kinds.ts'
import { revealContent } from '#extractors/markdown/reveal-content.ts'
import { headingText } from '#extractors/markdown/serialize/permalinks.ts'
import { plainText } from '#extractors/markdown/serialize/plain-text.ts'
import { readSet, SET_NAMES } from './main-content/article-sets.ts'
import { haveKinds, readKinds, wordScore } from './main-content/kinds-set.ts'
import { scorePage, scoreSet, type PageScore } from './main-content/scores.ts'
import { loadPrepared, type PreparedPage } from './main-content/prepare.ts'
import { trainModel } from './main-content/train-model.ts'
import { markedShare, readWritten } from './main-content/written-set.ts'

export const name = 'main-content-kinds'
export const about = 'cross-validated word F1 of main content by kind of page, with a hold-out of domains'

const FOLDS = 5
/** Domains from here on are no part of any fold: no rule and no number was chosen by them. */
const HOLD_OUT_FROM = 85

interface Part {
  readonly label: string
  readonly isTest: (percent: number) => boolean
}

/** Trains six models, which takes minutes; the pages are prepared once and kept in the temporary folder. */
export async function run(): Promise<void> {
  if (!haveKinds()) {
    console.log('main-content-kinds: skipped, the pages are not here (../shared/data/wcxb)')
    return
  }
  const pages = loadPrepared(join(tmpdir(), 'surveyor-main-content'))
  const isFold = (percent: number, fold: number): boolean =>
    percent < HOLD_OUT_FROM && percent % FOLDS === fold
  const parts: Part[] = [
    ...Array.from({ length: FOLDS }, (_, fold) => ({
      label: `fold ${fold + 1}`,
      isTest: (percent: number) => isFold(percent, fold),
    })),
    { label: 'hold-out', isTest: (percent) => percent >= HOLD_OUT_FROM },
  ]
  const rows: Map<string, number>[] = []
  console.log(line(['', ...COLUMNS]))
  for (const { label, isTest } of parts) {
    const seen = pages.filter(({ percent }) => percent < HOLD_OUT_FROM && !isTest(percent))
    const tests = new Set(pages.filter(({ percent }) => isTest(percent)).map(nameOf))
    const row = measure(readModel(trainModel(seen)), (set, id) => tests.has(nameOf({ set, id })))
    if (label !== 'hold-out') rows.push(row)
    else printSpread(rows)
    console.log(line([label, ...COLUMNS.map((column) => row.get(column)?.toFixed(3) ?? '')]))
  }
}

const COLUMNS: readonly string[] = [
  'all',
  ...PAGE_KINDS,
  'right kind',
  ...SET_NAMES,
  'written',
  'written kind',
]

function printSpread(rows: readonly ReadonlyMap<string, number>[]): void {
  const cells = COLUMNS.map((column) => {
    const values = rows.flatMap((row) => row.get(column) ?? [])
    const mean = meanOf(values)
    return `${mean.toFixed(3)}±${Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))).toFixed(3)}`
  })
  console.log(line(['mean of folds', ...cells]))
}

const nameOf = ({ set, id }: Pick<PreparedPage, 'set' | 'id'>): string => `${set} ${id}`

/** Each column's figure on the pages that `isTest` names. */
function measure(
  model: LineModel,
  isTest: (set: PreparedPage['set'], id: string) => boolean,
): Map<string, number> {
  const f1: Record<string, number[]> = {}
  const add = (column: string, value: number): void => {
    ;(f1[column] ??= []).push(value)
  }
  for (const page of readKinds()) {
    if (!isTest('kinds', page.id)) continue
    const { title, text, kind } = extract(page.html, page.url, model)
    const score = wordScore(page.text, `${title}\n${text}`).f1
    add('all', score)
    add(page.kind, score)
    add('right kind', kind === page.kind ? 1 : 0)
  }
  const row = new Map(Object.entries(f1).map(([column, values]) => [column, meanOf(values)]))
  for (const set of SET_NAMES) {
    const scores: PageScore[] = []
    for (const article of readSet(set)) {
      if (!isTest(set, article.name)) continue
      scores.push(scorePage(article, extract(article.html, article.url, model).text))
    }
    if (scores.length > 0) row.set(set, scoreSet(scores).f1)
  }
  const written = [...readWritten()].filter(({ id }) => isTest('written', id))
  row.set('written', meanOf(written.map(({ html }) => scoreWritten(html, model))))
  const kindPages = written.filter(({ kind }) => kind !== null)
  row.set(
    'written kind',
    meanOf(kindPages.map(({ html, kind }) => (kind === extract(html, null, model).kind ? 1 : 0))),
  )
  return row
}

/** F1 over the characters of lines, but for those that may be content or not. */
function scoreWritten(html: string, model: LineModel): number {
  const { main, all } = find(html, null, model)
  const { view, title, kept } = main
  let both = 0
  let either = 0
  main.scored.lines.orders.forEach((order, at) => {
    const share = markedShare(all[order] as HtmlElement)
    if (share < 0) return
    const chars = view.ownText[order] as number
    const given = kept[at] === 1 || order === title?.order ? 1 : 0
    both += share * given * chars
    either += (share + given) * chars
  })
  return either === 0 ? 1 : (2 * both) / either
}

function extract(html: string, url: string | null, model: LineModel) {
  const { main } = find(html, url, model)
  const { dropped, view, scored } = main
  const text = plainText(main.roots, ({ order }) => dropped[order] !== 0 || view.shown[order] === 0)
  return {
    title: main.title === null ? '' : headingText(main.title, 500),
    text,
    kind: PAGE_KINDS[scored.kinds.indexOf(Math.max(...scored.kinds))],
  }
}

function find(html: string, url: string | null, model: LineModel) {
  const document = revealContent(parseHtml(html))
  const { title, description, og, jsonLdTypes } = readMetadata(document, url)
  const hints = { title, description, url, ogType: og['og:type'] ?? null, jsonLdTypes }
  return { main: findMainContent(document, hints, model), all: document.all }
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

const line = ([first = '', ...cells]: readonly string[]): string =>
  first.padEnd(16) + cells.map((cell) => cell.slice(0, 12).padStart(13)).join('')
