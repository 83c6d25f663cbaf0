// How near Markdown is to docling's own: words, their order, and the lines that give it structure.

export interface MarkdownScore {
  readonly tokens: number
  readonly fourGrams: number
  readonly structure: number
}

/** Each from 0 to 1: F1 of words as a multiset, of runs of four words, and of the counts of structural lines. */
export function scoreMarkdown(markdown: string, truth: string): MarkdownScore {
  const [ours, theirs] = [wordsOf(markdown), wordsOf(truth)]
  return {
    tokens: f1(ours, theirs),
    fourGrams: f1(gramsOf(ours), gramsOf(theirs)),
    structure: f1(structureOf(markdown), structureOf(truth)),
  }
}

const wordsOf = (markdown: string): string[] => markdown.match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []

/** A text of fewer words is one run. */
function gramsOf(words: readonly string[]): string[] {
  if (words.length < 4) return words.length === 0 ? [] : [words.join(' ')]
  return words.slice(3).map((_, at) => words.slice(at, at + 4).join(' '))
}

/** A word for each heading with its level, list item, row of a table and fence. */
function structureOf(markdown: string): string[] {
  return markdown.split('\n').flatMap((line) => {
    const heading = /^(#{1,6}) /.exec(line)?.[1]
    if (heading !== undefined) return [`heading ${heading.length}`]
    if (/^\s*(?:[-*+]|\d{1,9}[.)]) /.test(line)) return ['item']
    if (/^\s*\|.*\|\s*$/.test(line)) return ['row']
    return /^\s*(?:```|~~~)/.test(line) ? ['fence'] : []
  })
}

/** Two empty lists are equal. */
function f1(ours: readonly string[], theirs: readonly string[]): number {
  if (ours.length === 0 && theirs.length === 0) return 1
  const left = new Map<string, number>()
  for (const each of theirs) left.set(each, (left.get(each) ?? 0) + 1)
  let hits = 0
  for (const each of ours) {
    const count = left.get(each) ?? 0
    if (count === 0) continue
    left.set(each, count - 1)
    hits += 1
  }
  return (2 * hits) / (ours.length + theirs.length)
}
