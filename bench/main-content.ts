// Main content: how much of the right text each library finds, and how fast, on four sets of real pages.
import { SET_NAMES, haveArticles, readSet, type Article, type SetName } from './main-content/article-sets.ts'
import { loadLibraries, type Extract, type Output } from './main-content/libraries.ts'
import { marksMatch } from './main-content/marks.ts'
import { scorePage, scoreSet, textOfHtml, textOfMarkdown, type PageScore } from './main-content/scores.ts'

export const name = 'main-content'
export const about =
  'F1, precision, recall, pages/s and p99 of main content, beside readability, defuddle and mdream'

/** Pages of each set that each library sees before the clock runs: the first calls pay for compiling it. */
const WARM_UP = 20
/** How often each reads a set: the last time is measured, as a worker does that has run for a while. */
const ROUNDS = 2
/** All speeds are relative to the pages a second of this one. */
const MEASURE = 'readability + linkedom'

/** Prints one table for each set; the libraries take turns, each with the set as a whole: garbage is then its own. */
export async function run(): Promise<void> {
  if (!haveArticles()) {
    console.log('main-content: skipped, the article sets are not here (../shared/data/articles)')
    return
  }
  const { libraries } = await loadLibraries()
  libraries['whole text'] = (html) => ({ text: textOfHtml(html) })
  for (const set of SET_NAMES) {
    for (const article of readSet(set).slice(0, WARM_UP)) {
      for (const extract of Object.values(libraries)) await outputOf(extract, article)
    }
  }
  for (const set of SET_NAMES) await runSet(set, libraries)
}

/** Null where the library throws. */
async function outputOf(extract: Extract, { html, url }: Article): Promise<Output | null> {
  try {
    return await extract(html, url)
  } catch {
    return null
  }
}

async function runSet(set: SetName, libraries: Record<string, Extract>): Promise<void> {
  const articles = readSet(set)
  const rows = new Map(
    Object.keys(libraries).map((library) => [
      library,
      { scores: [] as Scored[], cpuMs: 0, wallMs: [] as number[], failures: 0 },
    ]),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [library, extract] of Object.entries(libraries)) {
      const row = rows.get(library)
      if (row === undefined) continue
      const cpu = cpuMs()
      const outputs: (Output | null)[] = []
      for (const article of articles) {
        const wall = performance.now()
        outputs.push(await outputOf(extract, article))
        row.wallMs.push(performance.now() - wall)
      }
      row.cpuMs = cpuMs() - cpu
      if (round > 0) continue
      row.wallMs.length = 0
      row.failures = outputs.filter((output) => output === null).length
      row.scores = articles.map((article, at) => ({
        article,
        score: scorePage(article, textOf(outputs[at] ?? {}, article)),
        marks: marksOf(outputs[at] ?? {}, article),
      }))
    }
  }
  console.log(`\n${set}: ${articles.length} pages`)
  console.log(
    line(['', 'F1 dev', 'held-out', 'all', 'P', 'R', 'pages/s', 'speed', 'p99 ms', 'marks', 'failed']),
  )
  const perSecond = (row: { readonly cpuMs: number }) => (articles.length / row.cpuMs) * 1_000
  const measure = rows.get(MEASURE)
  for (const [library, row] of rows) {
    const { scores, wallMs, failures } = row
    const of = (half: string | null) =>
      scoreSet(scores.filter((s) => half === null || s.article.half === half).map((s) => s.score))
    const all = of(null)
    const p99 = wallMs.toSorted((a, b) => a - b)[Math.ceil(wallMs.length * 0.99) - 1] ?? 0
    console.log(
      line([
        library,
        ...[of('dev').f1, of('held-out').f1, all.f1, all.precision, all.recall].map((value) =>
          value.toFixed(3),
        ),
        perSecond(row).toFixed(1),
        measure === undefined ? '' : `${(perSecond(row) / perSecond(measure)).toFixed(1)} x`,
        p99.toFixed(0),
        meanOf(scores.flatMap(({ marks }) => (marks === null ? [] : [marks]))),
        failures === 0 ? '' : String(failures),
      ]),
    )
  }
}

interface Scored {
  readonly article: Article
  readonly score: PageScore
  /** Likeness of headings, lists, tables, code, links; null where there is no Markdown to compare. */
  readonly marks: number | null
}

/** Running text when the expectation is text; the content as a whole when it is a page or Markdown. */
function textOf(output: Output, { expected }: Article): string {
  const running = expected.kind === 'text' || expected.kind === 'segments'
  if (output.text !== undefined && (running || output.markdown === undefined)) return output.text
  return output.html === undefined ? textOfMarkdown(output.markdown ?? '') : textOfHtml(output.html)
}

/**
 * Time of this thread alone: other work on the machine does not count, and neither do helper threads. It ticks in 4 ms
 * on some kernels, so it is summed up; a single page is timed by the clock on the wall.
 */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function marksOf({ markdown }: Output, { expected }: Article): number | null {
  return expected.kind !== 'markdown' || markdown === undefined
    ? null
    : marksMatch(expected.markdown, markdown).all
}

const meanOf = (values: readonly number[]): string =>
  values.length === 0 ? '' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)

const line = ([first = '', ...cells]: string[]) =>
  first.padEnd(24) + cells.map((cell) => cell.padStart(9)).join('')
