// Which real pages a crawl would take for near duplicates of each other: none of them are, but for the same page twice. And
// how much of a page may change before it is no near duplicate of itself.
import { loadavg } from 'node:os'
import {
  NEAR_DUPLICATE,
  pageBands,
  pageSimilarity,
  readPageSketch,
  writePageSketch,
  type PageSketch,
} from '#kit/site/page-sketch.ts'
import { seededRandom } from '#kit/chance/seeded-random.ts'
import { registrableDomain } from '#kit/url/registrable-domain.ts'
import { readPageFacts } from '#extractors/page/page-facts.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { haveRealPages, readTruth, realPages } from '#test/support/extract/real-pages.ts'

export const name = 'near-duplicates'
export const about =
  'real pages taken for near duplicates, by threshold; altered copies found; time for a page'

const THRESHOLDS = [0.6, 0.7, 0.8, 0.85, NEAR_DUPLICATE, 0.95]
const ALTERED_SHARES = [0.01, 0.02, 0.05, 0.1, 0.2]
/** Labelled texts are one text where the shorter one has this share of its words, three in a row, in the other one. */
const SAME_TEXT = 0.5
const SHOWN = 12

interface Page {
  readonly name: string
  readonly site: string | null
  /** As people labelled it; null where nobody did. */
  readonly text: string | null
  readonly sketch: PageSketch
}

/** Two pages that share a band, as a crawl finds them. */
interface Pair {
  readonly names: string
  readonly similarity: number
  readonly isSameSite: boolean
  /** By their labels; null without both. */
  readonly isSameText: boolean | null
}

export async function run(): Promise<void> {
  if (!haveRealPages()) {
    console.log(`${name}: skipped, the pages are not here (../shared/data)`)
    return
  }
  const truths = new Map(readTruth().map((truth) => [truth.id, truth]))
  const pages: Page[] = []
  let read = 0
  let ms = 0
  for (const { set, name: page, html, url } of realPages()) {
    const document = parseHtml(html)
    const from = performance.now()
    const { contentSketch = null } = readPageFacts(document, url, null)
    ms += performance.now() - from
    read += 1
    const sketch = contentSketch === null ? null : readPageSketch(contentSketch)
    if (sketch === null) continue
    const truth = set === 'wcxb' ? truths.get(page) : undefined
    const site = truth?.url === undefined || truth.url === null ? null : registrableDomain(truth.url)
    pages.push({ name: `${set} ${page}`, site, text: truth?.mainContent ?? null, sketch })
  }
  const sites = Map.groupBy(
    pages.filter(({ site }) => site !== null),
    ({ site }) => site,
  )
  const sameSite = [...sites.values()].reduce((sum, { length }) => sum + pairsAmong(length), 0)
  const all = pairsAmong(pages.length)
  const labels = pages.filter(({ text }) => text !== null).length
  console.log(
    `\n${pages.length} of ${read} pages have a sketch; ${all} pairs, ${pairsAmong(labels)} with labels, ${sameSite} of one ` +
      `site; all facts of a page in ${(ms / read).toFixed(2)} ms, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const pairs = pairsOf(pages)
  console.log('  joined, by similarity: one text by their labels, other texts (of one site), without labels')
  for (const threshold of THRESHOLDS) {
    const joined = pairs.filter(({ similarity }) => similarity >= threshold)
    const labelled = (is: boolean | null) => joined.filter(({ isSameText }) => isSameText === is)
    const ofSite = labelled(false).filter(({ isSameSite }) => isSameSite).length
    const counts = [labelled(true).length, `${labelled(false).length} (${ofSite})`, labelled(null).length]
    console.log(`    ${threshold.toFixed(2)} ${counts.map((count) => String(count).padStart(8)).join('')}`)
  }
  for (const { names, similarity, isSameText } of pairs.slice(0, SHOWN))
    console.log(`    ${similarity.toFixed(2)} ${names}${SAID.get(isSameText) ?? ''}`)
  reportAltered([...truths.values()].map(({ mainContent }) => mainContent))
}

const pairsAmong = (count: number): number => (count * (count - 1)) / 2

/** The most similar first. */
function pairsOf(pages: readonly Page[]): Pair[] {
  const byBand = Map.groupBy(
    pages.flatMap((page) => pageBands(page.sketch).map((band) => ({ band, page }))),
    ({ band }) => band,
  )
  const seen = new Set<string>()
  const pairs: Pair[] = []
  for (const shared of byBand.values()) {
    for (const [at, { page }] of shared.entries()) {
      for (const { page: other } of shared.slice(at + 1)) {
        const names = `${page.name} and ${other.name}`
        if (page === other || seen.has(names)) continue
        seen.add(names)
        pairs.push({
          names,
          similarity: pageSimilarity(page.sketch, other.sketch),
          isSameSite: page.site !== null && page.site === other.site,
          isSameText: isSameText(page.text, other.text),
        })
      }
    }
  }
  return pairs.toSorted((a, b) => b.similarity - a.similarity)
}

const SAID = new Map<boolean | null, string>([
  [true, ' (one text)'],
  [false, ' (other texts)'],
])

function isSameText(a: string | null, b: string | null): boolean | null {
  if (a === null || b === null) return null
  const [one, two] = [shinglesOf(a), shinglesOf(b)]
  const both = [...one].filter((shingle) => two.has(shingle)).length
  return both >= SAME_TEXT * Math.max(1, Math.min(one.size, two.size))
}

function shinglesOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`))
}

/** Words replaced one by one, and a part added at the end. */
function reportAltered(texts: readonly string[]): void {
  const random = seededRandom('near-duplicates')
  const found = (text: string, other: string): boolean | null => {
    const [a, b] = [text, other].map((one) => {
      const stored = writePageSketch(one, one)
      return stored === null ? null : readPageSketch(stored)
    })
    if (a === null || b === null || a === undefined || b === undefined) return null
    const bands = new Set(pageBands(a))
    return pageBands(b).some((band) => bands.has(band)) && pageSimilarity(a, b) >= NEAR_DUPLICATE
  }
  const shareOf = (alter: (words: readonly string[]) => string[]): string => {
    const answers = texts.flatMap((text) => {
      const answer = found(text, alter(text.split(/\s+/)).join(' '))
      return answer === null ? [] : [answer]
    })
    return ((100 * answers.filter(Boolean).length) / answers.length).toFixed(1).padStart(5)
  }
  console.log(
    '  altered copies that are found, in per cent: words changed here and there, and added in one place',
  )
  for (const share of ALTERED_SHARES) {
    const changed = shareOf((words) => words.map((word) => (random() < share ? `${word}x` : word)))
    const added = shareOf((words) => [
      ...words,
      ...Array.from({ length: Math.ceil(share * words.length) }, (_, at) => `word${at}`),
    ])
    console.log(`    ${String(100 * share).padStart(3)} % ${changed} ${added}`)
  }
}
