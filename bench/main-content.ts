// Main content: how much of the right text each library finds, and how fast, on four sets of real pages.
import { existsSync } from 'node:fs'
import { SET_NAMES, haveArticles, readSet, type Article, type SetName } from './main-content/article-sets.ts'
import { marksMatch } from './main-content/marks.ts'
import { extractOurs } from './main-content/ours.ts'
import { scorePage, scoreSet, textOfHtml, textOfMarkdown, type PageScore } from './main-content/scores.ts'

export const name = 'main-content'
export const about =
  'F1, precision, recall, pages/s and p99 of main content, beside readability, defuddle and mdream'

interface Output {
  readonly html?: string
  readonly text?: string
  readonly markdown?: string
}
type Extract = (html: string, url: string) => Promise<Output> | Output

/** Pages each library sees before the clock runs: the first calls pay for compiling it. */
const WARM_UP = 12
const PEERS = new URL('peers/peers.mjs', import.meta.url)

/** Prints one table for each set; the libraries take turns on each page, so that all see the same machine. */
export async function run(): Promise<void> {
  if (!haveArticles()) {
    console.log('main-content: skipped, the article sets are not here (../shared/data/articles)')
    return
  }
  const libraries: Record<string, Extract> = { ours: extractOurs, ...(await loadPeers()) }
  libraries['whole text'] = (html) => ({ text: textOfHtml(html) })
  for (const set of SET_NAMES) await runSet(set, libraries)
}

async function loadPeers(): Promise<Record<string, Extract>> {
  if (!existsSync(new URL('node_modules/', PEERS))) {
    console.log('main-content: without peers (run `npm ci` in bench/peers to measure them too)')
    return {}
  }
  return ((await import(PEERS.href)) as { peers: Record<string, Extract> }).peers
}

async function runSet(set: SetName, libraries: Record<string, Extract>): Promise<void> {
  const articles = readSet(set)
  const rows = new Map(
    Object.keys(libraries).map((library) => [library, { scores: [] as Scored[], times: [] as number[] }]),
  )
  let failures = 0
  for (const article of articles.slice(0, WARM_UP)) {
    for (const extract of Object.values(libraries))
      await Promise.resolve(extract(article.html, article.url)).catch(() => {})
  }
  for (const article of articles) {
    for (const [library, extract] of Object.entries(libraries)) {
      const row = rows.get(library)
      const start = cpuMs()
      let output: Output = {}
      try {
        output = await extract(article.html, article.url)
      } catch {
        failures += 1
      }
      row?.times.push(cpuMs() - start)
      row?.scores.push({
        article,
        score: scorePage(article, textOf(output, article)),
        marks: marksOf(output, article),
      })
    }
  }
  console.log(
    `\n${set}: ${articles.length} pages${failures > 0 ? `, ${failures} calls failed and count as empty` : ''}`,
  )
  console.log(line(['', 'F1 dev', 'held-out', 'all', 'P', 'R', 'pages/s', 'p99 ms', 'marks']))
  for (const [library, { scores, times }] of rows) {
    const of = (half: string | null) =>
      scoreSet(scores.filter((s) => half === null || s.article.half === half).map((s) => s.score))
    const all = of(null)
    const seconds = times.reduce((sum, ms) => sum + ms, 0) / 1_000
    const p99 =
      times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? 0
    console.log(
      line([
        library,
        ...[of('dev').f1, of('held-out').f1, all.f1, all.precision, all.recall].map((value) =>
          value.toFixed(3),
        ),
        (times.length / seconds).toFixed(1),
        p99.toFixed(0),
        meanOf(scores.flatMap(({ marks }) => (marks === null ? [] : [marks]))),
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

/** Running text where the truth is that; the content as a whole where the truth is a page or Markdown. */
function textOf(output: Output, { expected }: Article): string {
  const running = expected.kind === 'text' || expected.kind === 'segments'
  if (output.text !== undefined && (running || output.markdown === undefined)) return output.text
  return output.html === undefined ? textOfMarkdown(output.markdown ?? '') : textOfHtml(output.html)
}

/** Time of this thread alone: other work on the machine does not count, and neither do helper threads. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function marksOf({ markdown }: Output, { expected }: Article): number | null {
  return expected.kind !== 'markdown' || markdown === undefined
    ? null
    : marksMatch(expected.markdown, markdown)
}

const meanOf = (values: readonly number[]): string =>
  values.length === 0 ? '' : (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)

const line = ([first = '', ...cells]: string[]) =>
  first.padEnd(24) + cells.map((cell) => cell.padStart(9)).join('')
