// How an extraction is scored: the published metrics of two article sets, and word-group likeness for the others.
import { parseHtml } from '#parsing/html/parse-html.ts'
import { rawText } from '#parsing/html/html-node.ts'
import type { Article, Expected } from './article-sets.ts'

/** The contribution of one page to the score of a set. */
export type PageScore =
  | { readonly kind: 'shingles'; readonly precision: number | null; readonly recall: number | null }
  | {
      readonly kind: 'segments'
      readonly found: number
      readonly missed: number
      readonly wrong: number
    }

export interface SetScore {
  readonly f1: number
  readonly precision: number
  readonly recall: number
}

export function scorePage(article: Article, extracted: string): PageScore {
  const { expected } = article
  if (expected.kind === 'segments') {
    const text = oneLine(extracted)
    const found = expected.inside.filter((segment) => text.includes(oneLine(segment))).length
    return {
      kind: 'segments',
      found,
      missed: expected.inside.length - found,
      wrong: expected.outside.filter((segment) => text.includes(oneLine(segment))).length,
    }
  }
  return { kind: 'shingles', ...shingleMatch(truthOf(expected) ?? '', extracted) }
}

/** The expected content as text; null where only parts of it are known. */
export function truthOf(expected: Expected): string | null {
  if (expected.kind === 'text') return expected.text
  if (expected.kind === 'html') return textOfHtml(expected.html)
  return expected.kind === 'markdown' ? textOfMarkdown(expected.markdown) : null
}

/** Shingles: means over pages, then F1 of the means, as evaluate.py has it. Segments: one count over the set. */
export function scoreSet(pages: readonly PageScore[]): SetScore {
  const counts = { found: 0, missed: 0, wrong: 0 }
  const precisions: number[] = []
  const recalls: number[] = []
  for (const page of pages) {
    if (page.kind === 'segments') {
      counts.found += page.found
      counts.missed += page.missed
      counts.wrong += page.wrong
    } else {
      if (page.precision !== null) precisions.push(page.precision)
      if (page.recall !== null) recalls.push(page.recall)
    }
  }
  const segments = counts.found + counts.missed > 0
  const precision = segments ? counts.found / Math.max(1, counts.found + counts.wrong) : mean(precisions)
  const recall = segments ? counts.found / (counts.found + counts.missed) : mean(recalls)
  return { f1: (2 * precision * recall) / (precision + recall || 1), precision, recall }
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Groups of four words with their counts; `\w` of Python is letters, digits and the underscore of any script. */
export function shinglesOf(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const shingles = new Map<string, number>()
  for (let i = 0; i < Math.max(1, words.length - 3); i += 1) {
    const shingle = words.slice(i, i + 4).join(' ')
    if (shingle !== '') shingles.set(shingle, (shingles.get(shingle) ?? 0) + 1)
  }
  return shingles
}

function shingleMatch(truth: string, predicted: string): { precision: number | null; recall: number | null } {
  const expected = shinglesOf(truth)
  const actual = shinglesOf(predicted)
  let both = 0
  let extra = 0
  let missing = 0
  for (const [shingle, count] of actual) {
    const wanted = expected.get(shingle) ?? 0
    both += Math.min(count, wanted)
    extra += Math.max(0, count - wanted)
  }
  for (const [shingle, count] of expected) missing += Math.max(0, count - (actual.get(shingle) ?? 0))
  return {
    precision: both + extra === 0 ? null : both / (both + extra),
    recall: both + missing === 0 ? null : both / (both + missing),
  }
}

const BLOCK =
  /<(?=\/?(?:p|div|h\d|li|td|th|tr|br|table|ul|ol|dl|dt|dd|pre|section|article|blockquote|figcaption)\b)/gi

/** One way to make text of the HTML of every library. */
export function textOfHtml(html: string): string {
  return rawText(parseHtml(html.replace(BLOCK, '\n<')).root)
}

const ADDRESS = String.raw`\((?:<[^>\n]*>|(?:[^()\s]|\([^()\s]*\))*)(?:\s+"(?:[^"\\]|\\.)*")?\s*\)`
const IMAGE = new RegExp(String.raw`!\[(?:[^\]\\]|\\.)*\]${ADDRESS}`, 'g')
const LINK_END = new RegExp(String.raw`\]${ADDRESS}`, 'g')

/** Markdown without its marks: pictures and the addresses of links are not text, as in the HTML of the others. */
export function textOfMarkdown(markdown: string): string {
  return markdown
    .replace(IMAGE, ' ')
    .replace(LINK_END, '')
    .replace(/<\/?(?:sup|sub|br)\/?>/g, ' ')
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/[*_`~[\]]+/g, (marks) => (marks.includes('_') && !/[*`]/.test(marks) ? '_' : ''))
    .replace(/^\s*(#+|>|[-+]|\d+\.)\s/gm, '')
}
