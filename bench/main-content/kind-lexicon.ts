// Learns what the words of pages say about their kind: in how many domains of each kind they stand.
import { PAGE_KINDS } from '#extractors/markdown/main-content/model/page-kinds.ts'

/** So many domains must use a word: fewer would be about those sites. */
const MIN_DOMAINS = 20
/** Domains' worth of doubt in each word. */
const DOUBT = 4

/** A page of a known kind, as an index into `PAGE_KINDS`. */
export interface KindPage {
  readonly domain: string
  readonly kind: number
  readonly words: Int32Array
}

/** For each word and kind how much likelier it is there than anywhere, as a logarithm. Each domain has one vote on a word. */
export function learnKindWords(pages: readonly KindPage[]): Map<number, Float32Array> {
  const kinds = PAGE_KINDS.length
  const domains = Map.groupBy(pages, ({ domain }) => domain)
  const prior = new Float64Array(kinds)
  /** By word the votes for each kind. */
  const votes = new Map<number, Float64Array>()
  for (const ofDomain of domains.values()) {
    const own = new Map<number, Float64Array>()
    for (const { kind, words } of ofDomain) {
      prior[kind] = (prior[kind] as number) + 1 / ofDomain.length / domains.size
      for (const word of words) {
        const counts = own.get(word) ?? new Float64Array(kinds)
        counts[kind] = (counts[kind] as number) + 1
        own.set(word, counts)
      }
    }
    for (const [word, counts] of own) {
      const total = sumOf(counts)
      const sums = votes.get(word) ?? new Float64Array(kinds)
      counts.forEach((count, kind) => {
        sums[kind] = (sums[kind] as number) + count / total
      })
      votes.set(word, sums)
    }
  }
  const lexicon = new Map<number, Float32Array>()
  for (const [word, sums] of votes) {
    const count = sumOf(sums)
    if (count < MIN_DOMAINS - 1e-6) continue
    const values = Array.from(prior, (share, kind) =>
      Math.log(((sums[kind] as number) + DOUBT * share) / (count + DOUBT) / share),
    )
    lexicon.set(word, Float32Array.from(values))
  }
  return lexicon
}

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)
