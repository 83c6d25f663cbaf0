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
/** Of a page; what comes after them is not read. */
export const MAX_LINES = 50_000
/** Icons stand for words: `<i class="fa fa-phone"></i> 030 901820`. */
const ICONS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[\s_#./-])fax(?:$|[\s_./-])/i, ' fax '],
  [/(?:^|[\s_#./-])(?:phone|telephone|telefon|teléfono|tel|mobile|handset)(?:$|[\s_./-])/i, ' ☎ '],
]
const ICON_ELEMENTS = new Set(['i', 'span', 'svg', 'em', 'img'])
/** A picture in the place of the sign of an address. */
const AT_SIGN = /^\s*(?:@|[[(]?\s?(?:at|ät|arroba|arobase|chiocciola)\s?[\])]?)\s*$/i
const AT_FILE = /(?:^|\/)(?:at|at[_-]?sign|arroba|klammeraffe)\.(?:gif|png|svg|jpe?g|webp)$/i
/** An element whose whole text is a number. */
const NUMBER_CLASS =
  /(?:^|\s)(?:phone|telephone|telefon|tel)(?:[_-]?(?:number|nr|no|num|link|text))?(?:$|\s)/i

/** Lines without runs of blanks; words of neighbouring cells and blocks are never joined. */
export function pageLines({ root }: HtmlDocument): string[] {
  const lines: string[] = []
  let line = ''
  const end = (): void => {
    const text = inPlainSigns(line).replace(/\s+/g, ' ').trim()
    if (text !== '' && lines.length < MAX_LINES) lines.push(text)
    line = ''
  }
  /** A paragraph that is too long for one line goes on in the next. */
  const add = (text: string): void => {
    let rest = text
    while (line.length + rest.length > MAX_LINE && lines.length < MAX_LINES) {
      const room = Math.max(0, MAX_LINE - line.length)
      const blank = rest.lastIndexOf(' ', room)
      const cut = blank > 0 ? blank : room
      line += rest.slice(0, cut)
      rest = rest.slice(cut)
      end()
    }
    if (lines.length < MAX_LINES) line += rest
  }
  const stack: (HtmlNode | string)[] = [root]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node === '\n') end()
    else if (typeof node === 'string' || node.kind === 'text') {
      const text = typeof node === 'string' ? node : node.text
      add(text)
    } else {
      const word = iconWord(node)
      line += word
      if (node.name === 'img' && word !== '') continue
      if (!UNSEEN.has(node.name) && !isHiddenPart(node)) openElement(node, stack, end)
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

/** A part of a text that nobody sees, such as one that only programs put into an address. */
const isHiddenPart = (element: HtmlElement): boolean =>
  element.name !== 'a' &&
  INLINE.has(element.name) &&
  /display\s?:\s?none/i.test(attribute(element, 'style')?.slice(0, 300) ?? '')

/** The word of an element that shows an icon, or that is called after the number in it; '' for all others. */
function iconWord(element: HtmlElement): string {
  if (!ICON_ELEMENTS.has(element.name)) return ''
  const given = (name: string): string => attribute(element, name)?.slice(0, 300) ?? ''
  if (element.name === 'img') {
    const file = given('src').split('?')[0] ?? ''
    if (AT_SIGN.test(given('alt')) || AT_FILE.test(file)) return '@'
    return wordOf(`${given('class')} ${given('alt')} ${file.slice(file.lastIndexOf('/') + 1)}`)
  }
  const isEmpty = element.children.every((child) => child.kind === 'text' && child.text.trim() === '')
  if (element.name === 'svg') return wordOf(`${given('class')} ${usedSymbol(element)}`)
  if (isEmpty) return wordOf(given('class'))
  return NUMBER_CLASS.test(given('class')) ? ' ☎ ' : ''
}

const wordOf = (names: string): string => ICONS.find(([pattern]) => pattern.test(names))?.[1] ?? ''

/** `<svg><use href="/icons.svg#phone"/></svg>` */
function usedSymbol({ children }: HtmlElement): string {
  for (const child of children)
    if (child.kind === 'element' && child.name === 'use')
      return (attribute(child, 'href') ?? attribute(child, 'xlink:href') ?? '')
        .replace(/^.*#/, '#')
        .slice(0, 100)
  return ''
}

/** Digits and marks of other scripts as those of ASCII, without signs that have no width. */
function inPlainSigns(line: string): string {
  if (!/[\u0080-\uffff]/.test(line)) return line
  return line
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, '')
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g, (digit) =>
      String(DIGIT_ZEROS.map((zero) => digit.charCodeAt(0) - zero).find((value) => value >= 0 && value <= 9)),
    )
    .replaceAll('\u2212', '-')
    .replace(/(?<=\d)\u30fc(?=\d)/g, '-')
}

const DIGIT_ZEROS = [0x0660, 0x06f0, 0x0966, 0x0e50]
