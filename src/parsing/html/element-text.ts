// The visible text of an element: new lines where blocks begin, blank lines between paragraphs, no runs of blanks.
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'
import { pushChildren } from '#parsing/html/html-node.ts'

const LINE = new Set(
  (
    'article aside br caption dd details div dt fieldset figcaption footer form header hgroup hr legend li main nav ' +
    'option section summary table tbody tfoot thead tr address center'
  ).split(' '),
)
const PARAGRAPH = new Set('blockquote dl figure h1 h2 h3 h4 h5 h6 ol p pre title ul'.split(' '))
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'head'])

const NOTHING: ReadonlySet<string> = new Set()

/** At most `limit` characters; '' for an element without text. Elements of the names in `without` are not read. */
export function elementText(root: HtmlElement, limit = 100_000, without = NOTHING): string {
  let out = ''
  /** The white space before the next word: none, a blank, one line end or two. */
  let owed = 0
  const owe = (level: number): void => {
    if (level > owed) owed = level
  }
  const stack: (HtmlNode | number)[] = [root]
  for (let next = stack.pop(); next !== undefined && out.length < limit; next = stack.pop()) {
    if (typeof next === 'number') {
      owe(next)
    } else if (next.kind === 'text') {
      // Of a text much longer than the rest of the limit, only the beginning is processed.
      const words = next.text.slice(0, 2 * (limit - out.length) + 1_000).replace(/[\s\u00a0]+/g, ' ')
      if (words === '') continue
      if (words.startsWith(' ')) owe(1)
      const bare = words.trim()
      if (bare === '') continue
      out += (out === '' ? '' : (['', ' ', '\n', '\n\n'][owed] ?? '')) + bare
      owed = words.endsWith(' ') ? 1 : 0
    } else if (next === root || !(UNSEEN.has(next.name) || without.has(next.name))) {
      const level =
        next === root ? 0 : PARAGRAPH.has(next.name) ? 3 : LINE.has(next.name) ? 2 : cellLevel(next)
      owe(level)
      if (level > 0) stack.push(level)
      pushChildren(stack, next)
    }
  }
  return out.slice(0, limit)
}

/** Cells of a row are separated. */
const cellLevel = ({ name }: HtmlElement): number => (name === 'td' || name === 'th' ? 1 : 0)
