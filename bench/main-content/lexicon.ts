// Learns what the words of names and headings say about the lines under them: the share of domains where they are content.

/** So many domains must use a word: fewer would be about those sites. */
const MIN_DOMAINS = 10
/** Domains' worth of doubt in each word. */
const DOUBT = 4

export interface WordLine {
  readonly words: Int32Array
  readonly label: number
  readonly weight: number
}

/** Counts of one domain: how much of the text under each word is content. */
export type DomainCounts = ReadonlyMap<number, { readonly positive: number; readonly all: number }>

export function countWords(lines: Iterable<WordLine>): DomainCounts {
  const counts = new Map<number, { positive: number; all: number }>()
  for (const { words, label, weight } of lines) {
    for (const word of new Set(words)) {
      const count = counts.get(word) ?? { positive: 0, all: 0 }
      count.positive += label * weight
      count.all += weight
      counts.set(word, count)
    }
  }
  return counts
}

/** A word of few domains has no value. Each domain has at most one vote on a word, so that no large page speaks for all. */
export function learnLexicon(domains: Iterable<DomainCounts>, prior: number): Map<number, number> {
  const sums = new Map<number, { positive: number; all: number; domains: number }>()
  for (const counts of domains) {
    for (const [word, { positive, all }] of counts) {
      if (all <= 0) continue
      const vote = Math.min(1, all * 5 + 0.2)
      const sum = sums.get(word) ?? { positive: 0, all: 0, domains: 0 }
      sum.positive += (positive / all) * vote
      sum.all += vote
      sum.domains += 1
      sums.set(word, sum)
    }
  }
  const lexicon = new Map<number, number>()
  for (const [word, { positive, all, domains: count }] of sums) {
    if (count < MIN_DOMAINS) continue
    const share = (positive + DOUBT * prior) / (all + DOUBT)
    lexicon.set(word, Math.log(share / (1 - share)))
  }
  return lexicon
}
