// How faithful the Markdown of main content is: marks shared with what two libraries expect of their own test pages.
import { readSet, haveArticles, type Article } from './main-content/article-sets.ts'
import { loadLibraries, type Output } from './main-content/libraries.ts'
import { MARK_KINDS, marksMatch, type MarksMatch } from './main-content/marks.ts'
import { scorePage, textOfMarkdown } from './main-content/scores.ts'

export const name = 'main-content-fidelity'
export const about =
  'headings, items, code, links, pictures and formulas of main content, against what defuddle and readability expect'

/**
 * One table for each set. Turndown converts all HTML to Markdown, that of libraries and that of the expectation. A set
 * contains the output of its own library after a review by its authors, so that library is bound to lead on it.
 */
export async function run(): Promise<void> {
  if (!haveArticles()) {
    console.log(`${name}: skipped, the article sets are not here (../shared/data/articles)`)
    return
  }
  const { libraries, toMarkdown } = await loadLibraries()
  if (toMarkdown === null) return
  for (const set of ['defuddle', 'readability'] as const) {
    const articles = readSet(set)
    console.log(`\n${set}: ${articles.length} pages`)
    console.log(line(['', 'text', 'marks', ...MARK_KINDS]))
    for (const [library, extract] of Object.entries(libraries)) {
      const matches: MarksMatch[] = []
      const texts: number[] = []
      for (const article of articles) {
        const output = await Promise.resolve(extract(article.html, article.url)).catch((): Output => ({}))
        const markdown = output.markdown ?? toMarkdown(output.html ?? '')
        const expected = expectedMarkdown(article, toMarkdown)
        matches.push(marksMatch(expected, markdown))
        texts.push(likeness({ ...article, expected: { kind: 'markdown', markdown: expected } }, markdown))
      }
      console.log(
        line([
          library,
          mean(texts),
          mean(matches.map(({ all }) => all)),
          ...MARK_KINDS.map((kind) => mean(matches.map(({ byKind }) => byKind[kind]))),
        ]),
      )
    }
  }
}

function expectedMarkdown({ expected }: Article, toMarkdown: (html: string) => string): string {
  if (expected.kind === 'markdown') return expected.markdown
  return expected.kind === 'html' ? toMarkdown(expected.html) : ''
}

/** F1 of groups of four words on one page. */
function likeness(article: Article, markdown: string): number {
  const score = scorePage(article, textOfMarkdown(markdown))
  if (score.kind !== 'shingles') return 0
  const { precision, recall } = score
  return precision === null || recall === null ? 0 : (2 * precision * recall) / (precision + recall || 1)
}

function mean(values: readonly (number | null)[]): string {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? '' : (known.reduce((sum, value) => sum + value, 0) / known.length).toFixed(3)
}

const line = ([first = '', ...cells]: string[]) =>
  first.padEnd(24) + cells.map((cell) => cell.padStart(9)).join('')
