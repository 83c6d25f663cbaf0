// The text of a page in lines, as a reader sees them.
import { attribute, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'

const INLINE = new Set(
  'a abbr b bdi bdo cite data dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const UNSEEN = new Set(
  'script style template noscript head title svg select option textarea iframe object code'.split(' '),
)
const MAX_LINE = 2_000
const MAX_LINES = 50_000
/** Icons stand for words: `<i class="fa fa-phone"></i> 030 901820`. */
const ICONS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s_-])fax(?:$|[\s_-])/i, ' fax '],
  [/(?:^|[\s_-])(?:phone|telephone|telefon|tel|mobile|handset)(?:$|[\s_-])/i, ' ☎ '],
]
const ICON_ELEMENTS = new Set(['i', 'span', 'svg', 'em'])

/** Lines without runs of blanks; words of neighbouring cells and blocks are never joined. */
export function pageLines({ root }: HtmlDocument): string[] {
  const lines: string[] = []
  let line = ''
  const end = (): void => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text !== '' && lines.length < MAX_LINES) lines.push(text)
    line = ''
  }
  const stack: (HtmlNode | string)[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === '\n') end()
    else if (typeof node === 'string' || node.kind === 'text') {
      const text = typeof node === 'string' ? node : node.text
      if (line.length < MAX_LINE) line += text.slice(0, MAX_LINE - line.length)
    } else {
      line += iconWord(node)
      if (!UNSEEN.has(node.name)) openElement(node, stack, end)
    }
  }
  end()
  return lines
}

function openElement(element: HtmlElement, stack: (HtmlNode | string)[], end: () => void): void {
  if (!INLINE.has(element.name)) {
    end()
    stack.push('\n')
  } else if (isContactLink(element)) {
    // Its text is a value of its own: words beside it without a blank are no part of it.
    stack.push(' ')
  }
  for (let i = element.children.length - 1; i >= 0; i -= 1) {
    const child = element.children[i]
    if (child !== undefined) stack.push(child)
  }
  if (INLINE.has(element.name) && isContactLink(element)) stack.push(' ')
}

const isContactLink = (element: HtmlElement): boolean =>
  element.name === 'a' && /^\s*(?:mailto|tel):/i.test(attribute(element, 'href') ?? '')

/** The word of an empty element that shows an icon; '' for all others. */
function iconWord(element: HtmlElement): string {
  if (!ICON_ELEMENTS.has(element.name)) return ''
  if (
    element.name !== 'svg' &&
    element.children.some((child) => child.kind === 'element' || child.text.trim() !== '')
  )
    return ''
  const name = attribute(element, 'class') ?? ''
  return ICONS.find(([pattern]) => pattern.test(name.slice(0, 300)))?.[1] ?? ''
}
