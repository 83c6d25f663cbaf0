// How faithful Markdown is: the headings, items, rows, fences, links and pictures it shares with what was expected.

/** F1 of the marks of two texts, each mark with what it stands on; null where neither has any. */
export function marksMatch(expected: string, actual: string): number | null {
  const wanted = marksOf(expected)
  const given = marksOf(actual)
  const both = [...given].reduce((sum, [mark, count]) => sum + Math.min(count, wanted.get(mark) ?? 0), 0)
  const all = total(wanted) + total(given)
  return all === 0 ? null : (2 * both) / all
}

const total = (marks: ReadonlyMap<string, number>): number =>
  [...marks.values()].reduce((sum, n) => sum + n, 0)
const plain = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').toLowerCase()

function marksOf(markdown: string): Map<string, number> {
  const marks = new Map<string, number>()
  const add = (kind: string, text: string): void => {
    const mark = `${kind} ${text}`
    marks.set(mark, (marks.get(mark) ?? 0) + 1)
  }
  let fenced = false
  for (const line of markdown.split('\n')) {
    const fence = /^\s*(?:>\s*)*(`{3,}|~{3,})(\S*)/.exec(line)
    if (fence !== null) {
      if (!fenced) add('fence', fence[2] ?? '')
      fenced = !fenced
      continue
    }
    if (fenced) {
      add('code', line.trim())
      continue
    }
    const text = line.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    const block = /^\s*(#{1,6}|[-*+]|\d+[.)]|>|\||\[\^\w+\]:)\s/.exec(text)
    if (block !== null) add(kindOf(block[1] as string), plain(text.slice(block[0].length)).slice(0, 80))
    for (const [, picture, address] of line.matchAll(/(!?)\[[^\]]*\]\(<?([^)\s>]+)/g)) {
      add(picture === '!' ? 'picture' : 'link', address as string)
    }
    for (const [formula] of line.matchAll(/\$\$?[^$\n]+\$\$?/g))
      add('formula', formula.replace(/[\s$]+/g, ''))
    for (const [mark] of line.matchAll(/\[\^[^\]]+\]/g)) add('note', mark)
  }
  return marks
}

function kindOf(mark: string): string {
  if (mark.startsWith('#')) return mark
  if (mark.startsWith('[')) return 'footnote'
  return /^\d/.test(mark) ? 'number' : mark === '>' || mark === '|' ? mark : 'item'
}
