// The text of a page in lines, as a reader sees them.
import { ownValue } from '#kit/unknown-values.ts'
import { attribute, pushChildren, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { phoneCells } from './table-heads.ts'

const INLINE = new Set(
  'a abbr b bdi bdo cite data dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const UNSEEN = new Set(
  'script style template noscript head title svg select option textarea iframe object code'.split(' '),
)
const MAX_LINE = 2_000
/** An offset is measured for each link of a line that is asked for. */
const MAX_OFFSET = 500
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
const AT_CLASS = /(?:^|\s)(?:[a-z]{1,8}-)?at(?:-sign)?(?:$|\s)/
/** An element whose whole text is a number. */
const NUMBER_CLASS =
  /(?:^|\s)(?:phone|telephone|telefon|tel)(?:[_-]?(?:number|nr|no|num|link|text))?(?:$|\s)/i

/** What surrounds a line. */
export interface LineFrame {
  /** 1 to 6 for a heading, 7 for a smaller title such as a `dt`, 0 for any other line. */
  readonly heading: number
  /** The same for the lines that only `br` separates. */
  readonly block: number
  /** Whether it stands in a review or a comment. */
  readonly isReview: boolean
  /** The same for the lines of one footer, menu or aside, and for those between two of them. */
  readonly landmark: number
  /** The order of the last element that was opened before it. */
  readonly order: number
  /** Of a heading: the order of the last element that it can be over. */
  readonly scopeEnd: number
}

export interface PageLines {
  /** Without runs of blanks; words of neighbouring cells and blocks are never joined. */
  readonly lines: readonly string[]
  /** One for each line. */
  readonly frames: readonly LineFrame[]
  /** By the order of an element: the number of its line, -1 for one that is not seen. */
  readonly lineOf: Int32Array
  /** Where in its line a link begins, by its order. */
  readonly offsetOf: (order: number) => number
}

const HEADINGS: Readonly<Record<string, number>> = {
  h1: 1,
  h2: 2,
  h3: 3,
  h4: 4,
  h5: 5,
  h6: 6,
  dt: 7,
  summary: 7,
  legend: 7,
  caption: 7,
}
/** Steps of the walk that are no text. */
const [END_BLOCK, END_HEADING, END_REVIEW, END_LANDMARK] = ['\n', '\n\n', '\n\n\n', '\n\n\n\n']
const LANDMARKS = new Set(['footer', 'nav', 'aside', 'header'])
const FOOTER = /(?:^|[\s_-])footer(?:$|[\s_-])/i

/** The text of a page in the order of its source. */
export function pageLines(document: HtmlDocument): PageLines {
  const { root, all } = document
  const cells = phoneCells(document)
  const lines: string[] = []
  const frames: LineFrame[] = []
  const lineOf = new Int32Array(all.length).fill(-1)
  /** As the source has it: few are asked for, and only those are counted in the text as it is shown. */
  const rawOffsets = new Map<number, number>()
  const rawLines = new Map<number, string>()
  let hasOffsets = false
  let heading = 0
  let scopeEnd = 0
  let order = 0
  let landmark = 0
  let block = 0
  let reviews = 0
  let line = ''
  const end = (): void => {
    const text = shown(line).trim()
    if (text !== '' && lines.length < MAX_LINES) {
      if (hasOffsets) rawLines.set(lines.length, line)
      lines.push(text)
      frames.push({ heading, block, isReview: reviews > 0, landmark, order, scopeEnd })
    }
    line = ''
    hasOffsets = false
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
    if (typeof node === 'string' && node.startsWith(END_BLOCK) && node.trim() === '') {
      end()
      block += 1
      if (node === END_HEADING) heading = 0
      if (node === END_REVIEW) reviews -= 1
      if (node === END_LANDMARK) landmark += 1
    } else if (typeof node === 'string' || node.kind === 'text') {
      const text = typeof node === 'string' ? node : node.text
      add(text)
    } else {
      const word = iconWord(node, line)
      line += word
      lineOf[node.order] = lines.length
      if (line !== '' && (node.name === 'a' || node.name === 'span')) {
        rawOffsets.set(node.order, line.length)
        hasOffsets = true
      }
      if (node.name === 'img' && word !== '') continue
      if (UNSEEN.has(node.name) || isHiddenPart(node)) continue
      if (!INLINE.has(node.name)) {
        end()
        lineOf[node.order] = lines.length
        if (node.name !== 'br') block += 1
      }
      order = node.order
      const level = ownValue(HEADINGS, node.name) ?? 0
      const close =
        level > 0 ? END_HEADING : isReviews(node) ? END_REVIEW : isLandmark(node) ? END_LANDMARK : END_BLOCK
      if (level > 0) [heading, scopeEnd] = [level, lastUnder(node)]
      if (close === END_REVIEW) reviews += 1
      if (close === END_LANDMARK) landmark += 1
      if (node.name === 'td') line += cells.get(node.order) ?? ''
      openElement(node, stack, close)
    }
  }
  end()
  const offsetOf = (given: number): number => {
    const offset = rawOffsets.get(given) ?? 0
    const before = (rawLines.get(lineOf[given] ?? -1) ?? '').slice(Math.max(0, offset - MAX_OFFSET), offset)
    return Math.max(0, offset - MAX_OFFSET) + shown(before).trimStart().length
  }
  return { lines, frames, lineOf, offsetOf }
}

const isLandmark = (element: HtmlElement): boolean =>
  LANDMARKS.has(element.name) ||
  (element.name === 'div' &&
    FOOTER.test(`${attribute(element, 'class')?.slice(0, 300) ?? ''} ${attribute(element, 'id') ?? ''}`))

/** The order of the last element that a heading is over: the end of what it is in, or of what that is in. */
function lastUnder(heading: HtmlElement): number {
  let element = heading
  while (element.parent !== null && element.parent.children.findLast(isShown) === element)
    element = element.parent
  let last = element.parent ?? element
  for (;;) {
    const inner = last.children.findLast((child) => child.kind === 'element')
    if (inner === undefined) return last.order
    last = inner
  }
}

const isShown = (node: HtmlNode): boolean => node.kind === 'element' || node.text.trim() !== ''

/** The parts of a page that are of its visitors. */
const REVIEWS =
  /(?:^|[\s_-])(?:testimonials?|reviews?|recensioni|rese[ñn]as|opiniones|bewertungen|kundenstimmen?|comments|comment-(?:body|content|list)|commentlist)(?:$|[\s_-])/i
const NO_REVIEWS = new Set(['html', 'body', 'main', 'header', 'footer', 'form', 'a', 'article'])

const isReviews = (element: HtmlElement): boolean =>
  !INLINE.has(element.name) &&
  !NO_REVIEWS.has(element.name) &&
  REVIEWS.test(attribute(element, 'class')?.slice(0, 300) ?? '')

function openElement(element: HtmlElement, stack: (HtmlNode | string)[], close: string): void {
  // The text of such a link is a value of its own: words beside it without a blank are no part of it.
  const isApart = INLINE.has(element.name) && isContactLink(element)
  if (isApart) stack.push(' ')
  else if (!INLINE.has(element.name) && element.name !== 'br') stack.push(close)
  pushChildren(stack, element)
  if (isApart) stack.push(' ')
}

const isContactLink = (element: HtmlElement): boolean =>
  element.name === 'a' && /^\s*(?:mailto|tel):/i.test(attribute(element, 'href') ?? '')

/** A part of a text that nobody sees, such as one that only programs put into an address. */
const isHiddenPart = (element: HtmlElement): boolean =>
  element.name !== 'a' &&
  INLINE.has(element.name) &&
  /display\s?:\s?none/i.test(attribute(element, 'style')?.slice(0, 300) ?? '')

/** The word of an element that shows an icon, or that is called after the number in it; '' for all others. */
function iconWord(element: HtmlElement, before: string): string {
  if (!ICON_ELEMENTS.has(element.name)) return ''
  const given = (name: string): string => attribute(element, name)?.slice(0, 300) ?? ''
  if (element.name === 'img') {
    const file = given('src').split('?')[0] ?? ''
    if (AT_SIGN.test(given('alt')) || AT_FILE.test(file)) return '@'
    return wordOf(`${given('class')} ${given('alt')} ${file.slice(file.lastIndexOf('/') + 1)}`)
  }
  const isEmpty = element.children.every((child) => child.kind === 'text' && child.text.trim() === '')
  // `info<i class="fa fa-at"></i>firm.org`
  if (isEmpty && AT_CLASS.test(given('class')) && /[\p{L}\d]$/u.test(before)) return '@'
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

const shown = (text: string): string => inPlainSigns(text).replace(/\s+/g, ' ')

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
