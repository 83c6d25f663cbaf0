// The fidelity of Markdown: the share of expected headings, items, rows, fences, links and pictures.

export const MARK_KINDS = ['heading', 'item', 'row', 'code', 'link', 'picture', 'formula', 'note'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

export interface MarksMatch {
  /** F1 of all marks; null where neither text has any. */
  readonly all: number | null
  readonly byKind: Readonly<Record<MarkKind, number | null>>
}

/** How many marks two texts share, each with what it stands on: `## Harbour`, `- oats`, the address of a link. */
export function marksMatch(expected: string, actual: string): MarksMatch {
  const wanted = marksOf(expected)
  const given = marksOf(actual)
  const f1 = (keep: (mark: string) => boolean): number | null => {
    let both = 0
    let all = 0
    for (const [mark, count] of given) {
      if (!keep(mark)) continue
      both += Math.min(count, wanted.get(mark) ?? 0)
      all += count
    }
    for (const [mark, count] of wanted) if (keep(mark)) all += count
    return all === 0 ? null : (2 * both) / all
  }
  const byKind = Object.fromEntries(
    MARK_KINDS.map((kind) => [kind, f1((mark) => KIND_OF[mark.split(' ', 1)[0] as string] === kind)]),
  ) as Record<MarkKind, number | null>
  return { all: f1(() => true), byKind }
}

const KIND_OF: Readonly<Record<string, MarkKind>> = {
  '#': 'heading',
  '##': 'heading',
  '###': 'heading',
  '####': 'heading',
  '#####': 'heading',
  '######': 'heading',
  item: 'item',
  number: 'item',
  '|': 'row',
  fence: 'code',
  code: 'code',
  link: 'link',
  picture: 'picture',
  formula: 'formula',
  note: 'note',
  footnote: 'note',
}

const plain = (text: string): string => (text.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ').toLowerCase()

function marksOf(markdown: string): Map<string, number> {
  const marks = new Map<string, number>()
  const add = (kind: string, text: string): void => {
    const mark = `${kind} ${text}`
    marks.set(mark, (marks.get(mark) ?? 0) + 1)
  }
  let fenced = false
  // Some write a formula on a line of its own, some with its marks on lines of their own.
  const lines = markdown
    .replace(/\$\$\s*([^$]{1,5000}?)\s*\$\$/g, (_, tex: string) => `$$${tex.replace(/\s*\n\s*/g, ' ')}$$`)
    .split('\n')
  for (const line of lines) {
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
      add(picture === '!' ? 'picture' : 'link', plainAddress(address as string))
    }
    for (const [formula] of line.matchAll(/\$\$?[^$\n]+\$\$?/g))
      add('formula', formula.replace(/[\s$]+/g, ''))
    for (const [mark] of line.matchAll(/\[\^[^\]]+\]/g)) add('note', mark)
  }
  return marks
}

/** One spelling of an address: libraries escape differently, and some add the slash that a host alone ends with. */
function plainAddress(address: string): string {
  const url = URL.parse(address.replace(/\\(?=[^\w\s])/g, ''))
  return url === null ? address : `${url.host}${url.pathname}${url.search}${url.hash}`.replace(/\/$/, '')
}

function kindOf(mark: string): string {
  if (mark.startsWith('#')) return mark
  if (mark.startsWith('[')) return 'footnote'
  return /^\d/.test(mark) ? 'number' : mark === '>' || mark === '|' ? mark : 'item'
}
