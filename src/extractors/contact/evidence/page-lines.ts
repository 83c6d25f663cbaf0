// The text of a page in lines, as a reader sees them.
import type { HtmlElement, HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

const INLINE = new Set(
  'a abbr b bdi bdo cite code data dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const UNSEEN = new Set(
  'script style template noscript head title svg select option textarea iframe object'.split(' '),
)
const MAX_LINE = 2_000
const MAX_LINES = 50_000

/** Lines without runs of blanks; words of neighbouring cells and blocks are never joined. */
export function pageLines({ root }: HtmlDocument): string[] {
  const lines: string[] = []
  let line = ''
  const end = (): void => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text !== '' && lines.length < MAX_LINES) lines.push(text)
    line = ''
  }
  const stack: (HtmlNode | 'end')[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === 'end') end()
    else if (node.kind === 'text') {
      if (line.length < MAX_LINE) line += node.text.slice(0, MAX_LINE - line.length)
    } else if (!UNSEEN.has(node.name)) openElement(node, stack, end)
  }
  end()
  return lines
}

function openElement(element: HtmlElement, stack: (HtmlNode | 'end')[], end: () => void): void {
  const isInline = INLINE.has(element.name)
  if (!isInline) {
    end()
    stack.push('end')
  }
  for (let i = element.children.length - 1; i >= 0; i -= 1) {
    const child = element.children[i]
    if (child !== undefined) stack.push(child)
  }
}
