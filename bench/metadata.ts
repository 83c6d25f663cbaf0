// Title, author and date of real pages against what people read on them: right, wrong, missing, by fold of domains.
import { extractHtml } from '#test/support/extract/extract-html.ts'
import { haveRealPages, readTruth, realPages } from '#test/support/extract/real-pages.ts'
import { domainOf, percentOf } from './main-content/kinds-set.ts'

export const name = 'metadata'
export const about =
  'share right, wrong and missing of title, author and date on labelled pages, by fold of domains'

const FOLDS = 5
const DAY_MS = 86_400_000
/** Of the words of two titles or names. */
const SAME = 0.8

type Verdict = 'right' | 'wrong' | 'missing' | 'not labelled'
type Counts = Record<Verdict, number>

/** Prints a row for each field and fold; `not labelled` is found where the labels have nothing. */
export async function run(): Promise<void> {
  if (!haveRealPages()) {
    console.log(`${name}: skipped, the pages are not here (../shared/data/wcxb)`)
    return
  }
  const truths = new Map(readTruth().map((truth) => [truth.id, truth]))
  const counts = new Map<string, Counts>()
  const add = (row: string, verdict: Verdict | null): void => {
    if (verdict === null) return
    const of = counts.get(row) ?? { right: 0, wrong: 0, missing: 0, 'not labelled': 0 }
    of[verdict] += 1
    counts.set(row, of)
  }
  for (const page of realPages((set) => set === 'wcxb')) {
    const truth = truths.get(page.name)
    const data = truth === undefined ? null : readPage(page.html, page.url)
    if (truth === undefined || data === null) continue
    const fold = `fold ${(percentOf(domainOf(truth.url, truth.id)) % FOLDS) + 1}`
    for (const part of [fold, 'all']) {
      add(`title ${part}`, verdictOf(data.title, truth.title, isSameText))
      add(`author ${part}`, verdictOf(data.byline, truth.author, isSameText))
      add(`date ${part}`, verdictOf(data.publishedAt, truth.publishDate, isSameDay))
    }
  }
  console.log(line(['', 'right', 'wrong', 'missing', 'not labelled', 'right %']))
  for (const [row, of] of [...counts].toSorted(([a], [b]) => a.localeCompare(b))) {
    const labelled = of.right + of.wrong + of.missing
    const share = ((100 * of.right) / labelled).toFixed(1)
    console.log(line([row, of.right, of.wrong, of.missing, of['not labelled'], share]))
  }
}

/** Null for a page that is refused as a wall or as empty. */
function readPage(
  html: string,
  url: string,
): { title: string | null; byline: string | null; publishedAt: string | null } | null {
  try {
    return extractHtml(html, url, { formats: ['metadata'] }).data
  } catch {
    return null
  }
}

function verdictOf(
  given: string | null,
  wanted: string | null,
  isSame: (given: string, wanted: string) => boolean,
): Verdict | null {
  if (wanted === null || wanted === '') return given === null ? null : 'not labelled'
  if (given === null) return 'missing'
  return isSame(given, wanted) ? 'right' : 'wrong'
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** One holds the other, or they share most words: titles come with and without the name of the site. */
function isSameText(given: string, wanted: string): boolean {
  const [a, b] = [wordsOf(given), wordsOf(wanted)]
  const [short, long] = a.length < b.length ? [a.join(' '), b.join(' ')] : [b.join(' '), a.join(' ')]
  if (short.length >= 4 && long.includes(short)) return true
  const shared = a.filter((word) => b.includes(word)).length
  return a.length + b.length > 0 && (2 * shared) / (a.length + b.length) >= SAME
}

/** Time zones move a date by a day. */
const isSameDay = (given: string, wanted: string): boolean =>
  Math.abs(Date.parse(given.slice(0, 10)) - Date.parse(wanted.slice(0, 10))) <= DAY_MS

const line = ([first = '', ...cells]: readonly (string | number)[]): string =>
  String(first).padEnd(16) + cells.map((cell) => String(cell).padStart(14)).join('')
