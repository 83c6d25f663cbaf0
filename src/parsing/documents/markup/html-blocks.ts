// Reads HTML as blocks: headings, paragraphs, lists, tables, code, pictures with their captions.
import { attribute, elementsOf, rawText, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import type {
  Block,
  ListBlock,
  ListItem,
  PictureImage,
  Span,
  TextBlock,
} from '#parsing/documents/model/document-blocks.ts'
import { plainBlock, textOfSpans } from '#parsing/documents/model/document-blocks.ts'
import { htmlTable } from './html-table.ts'

export interface HtmlReading {
  /** What relative links are resolved against; null keeps them. */
  readonly base: string | null
  /** The bytes of a picture by its address; null where they are not at hand. */
  readonly image: (source: string) => PictureImage | null
}

type Look = Omit<Span, 'text'>

const HEADING = /^h([1-6])$/
const LISTS = new Set(['ul', 'ol', 'menu', 'dir'])
const LOOKS: Readonly<Record<string, Look>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  var: { italic: true },
  cite: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strikethrough: true },
  del: { strikethrough: true },
  strike: { strikethrough: true },
  sub: { script: 'sub' },
  sup: { script: 'super' },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
}

/** The content of `root` in document order. The tree is at most 256 deep, so that it may be walked recursively. */
export function htmlBlocks(root: HtmlElement, reading: HtmlReading): Block[] {
  const walker = new HtmlWalker(reading)
  walker.children(root, {})
  walker.flush()
  return walker.blocks
}

/** Gathers runs of text until a block begins or ends. */
class HtmlWalker {
  readonly blocks: Block[] = []
  readonly #reading: HtmlReading
  #spans: Span[] = []

  constructor(reading: HtmlReading) {
    this.#reading = reading
  }

  children(element: HtmlElement, look: Look): void {
    for (const child of element.children) this.#node(child, look)
  }

  /** Ends the running paragraph. */
  flush(label: 'text' | 'caption' = 'text'): void {
    const spans = trimSpans(this.#spans)
    this.#spans = []
    if (spans.length > 0) this.blocks.push({ kind: 'text', label, spans })
  }

  #node(node: HtmlNode, look: Look): void {
    if (node.kind === 'text') {
      if (node.text !== '') this.#spans.push({ ...look, text: collapse(node.text) })
      return
    }
    const { name } = node
    if (name === 'br') this.#spans.push({ ...look, text: '\n' })
    else if (name === 'math') this.#formula(node)
    else if (!isVisible(node)) return
    else if (name === 'img') this.#picture(node, look)
    else if (name === 'a') this.children(node, { ...look, ...linkOf(node, this.#reading.base) })
    else if (name in LOOKS && Object.hasOwn(LOOKS, name)) this.children(node, { ...look, ...LOOKS[name] })
    else if (BLOCK_ELEMENTS.has(name)) this.#block(node, look)
    else this.children(node, look)
  }

  #block(element: HtmlElement, look: Look): void {
    this.flush()
    const { name } = element
    const level = HEADING.exec(name)?.[1]
    if (level !== undefined) this.#heading(element, Number(level), look)
    else if (LISTS.has(name)) this.#list(element)
    else if (name === 'table') this.#table(element)
    else if (name === 'pre' || name === 'listing' || name === 'xmp' || name === 'plaintext')
      this.#code(element)
    else if (name === 'figure') this.#figure(element)
    else if (name === 'hr') return
    else if (name === 'footer') this.#furniture(element)
    else this.children(element, look)
    this.flush()
  }

  #heading(element: HtmlElement, level: number, look: Look): void {
    const inner = new HtmlWalker(this.#reading)
    inner.children(element, look)
    inner.flush()
    const spans: Span[] = []
    const others: Block[] = []
    for (const block of inner.blocks) {
      if (block.kind !== 'text') others.push(block)
      else spans.push(...(spans.length > 0 ? [{ text: ' ' }] : []), ...block.spans)
    }
    if (spans.length > 0) {
      const label = level === 1 ? 'title' : 'section_header'
      this.blocks.push({
        kind: 'text',
        label,
        spans: spans.map(onOneLine),
        ...(level === 1 ? {} : { level: level - 1 }),
      })
    }
    this.blocks.push(...others)
  }

  #list(element: HtmlElement): void {
    const items: ListItem[] = []
    const enumerated = element.name === 'ol'
    const start = Number.parseInt(attribute(element, 'start') ?? '1', 10)
    let number = Number.isNaN(start) ? 1 : start
    for (const child of element.children) {
      if (child.kind === 'text') {
        if (child.text.trim() !== '') items.push(itemOf([{ text: collapse(child.text) }], []))
        continue
      }
      if (!isVisible(child)) continue
      // A list directly inside of a list belongs to the item before it.
      const isItem = child.name === 'li'
      const blocks = htmlBlocks(isItem ? child : { ...child, name: 'div', children: [child] }, this.#reading)
      if (!isItem) {
        const last = items.at(-1)
        if (last === undefined) this.blocks.push(...blocks)
        else items[items.length - 1] = { ...last, children: [...last.children, ...blocks] }
        continue
      }
      const [first, ...rest] = blocks
      const own = first?.kind === 'text' && first.label !== 'code' ? first : null
      const children = own === null ? blocks : rest
      if (own === null && children.length === 0) continue
      const marker = enumerated ? `${number}.` : ''
      items.push({ spans: own?.spans ?? [], enumerated, marker, children })
      number += 1
    }
    if (items.length > 0) this.blocks.push({ kind: 'list', items } satisfies ListBlock)
  }

  #table(element: HtmlElement): void {
    const table = htmlTable(element, (cell) => htmlBlocks(cell, this.#reading))
    if (table === null) return
    this.blocks.push(table)
  }

  #code(element: HtmlElement): void {
    const text = rawText(element).replace(/^\n/, '').trimEnd()
    if (text === '') return
    const inner = element.children.find((child) => child.kind === 'element' && child.name === 'code')
    const classes = inner?.kind === 'element' ? (attribute(inner, 'class') ?? '') : ''
    const language = /(?:^|\s)lang(?:uage)?-([\w+#-]{1,40})/.exec(classes)?.[1]
    this.blocks.push({
      kind: 'text',
      label: 'code',
      spans: [{ text }],
      ...(language === undefined ? {} : { language }),
    })
  }

  /** The caption belongs to the picture or table of the figure, wherever it stands in it. */
  #figure(element: HtmlElement): void {
    const inner = new HtmlWalker(this.#reading)
    const captions: TextBlock[] = []
    for (const child of element.children) {
      if (child.kind === 'element' && child.name === 'figcaption') {
        const blocks = htmlBlocks(child, this.#reading)
        const spans = blocks.flatMap((block) => (block.kind === 'text' ? block.spans : []))
        if (spans.length > 0) captions.push({ kind: 'text', label: 'caption', spans })
      } else inner.#node(child, {})
    }
    inner.flush()
    const at = inner.blocks.findIndex(({ kind }) => kind === 'picture' || kind === 'table')
    const owner = inner.blocks[at]
    if (captions.length > 0 && owner !== undefined && (owner.kind === 'picture' || owner.kind === 'table'))
      inner.blocks[at] = { ...owner, captions }
    else inner.blocks.push(...captions)
    this.blocks.push(...inner.blocks)
  }

  #furniture(element: HtmlElement): void {
    for (const block of htmlBlocks({ ...element, name: 'div' }, this.#reading))
      this.blocks.push({ ...block, layer: 'furniture' })
  }

  #picture(element: HtmlElement, look: Look): void {
    const alt = (attribute(element, 'alt') ?? '').trim()
    const source = attribute(element, 'src') ?? ''
    // A picture inside of a line ends that line: the model has no pictures in a text.
    this.flush()
    const caption = plainBlock('caption', collapse(alt))
    const href = look.href === undefined ? {} : { href: look.href }
    this.blocks.push({
      kind: 'picture',
      captions:
        caption === null ? [] : [{ ...caption, spans: caption.spans.map((span) => ({ ...span, ...href })) }],
      image: this.#reading.image(source),
    })
  }

  /** TeX where the page has it, else the signs of the formula. */
  #formula(element: HtmlElement): void {
    const tex = [...elementsOf(element)].find(
      (inner) => inner.name === 'annotation' && /tex/i.test(attribute(inner, 'encoding') ?? ''),
    )
    const text = collapse(rawText(tex ?? element)).trim()
    if (text !== '') this.#spans.push({ text, formula: true })
  }
}

const itemOf = (spans: readonly Span[], children: readonly Block[]): ListItem => ({
  spans: trimSpans(spans),
  enumerated: false,
  marker: '',
  children,
})

function linkOf(element: HtmlElement, base: string | null): Look {
  const href = attribute(element, 'href')?.trim()
  if (href === undefined || href === '') return {}
  if (base === null && !/^https?:/i.test(href)) return { href }
  if (href.startsWith('#')) return { href }
  return { href: URL.parse(href, base ?? undefined)?.href ?? href }
}

const collapse = (text: string): string =>
  text.replace(/[\u00ad\u200b\ufeff]/g, '').replace(/[\s\u00a0]+/g, ' ')

const onOneLine = (span: Span): Span => ({ ...span, text: span.text.replaceAll('\n', ' ') })

/** Without white space at both ends, at the ends of lines, and doubled between runs. */
export function trimSpans(spans: readonly Span[]): Span[] {
  const trimmed: Span[] = []
  let before = '\n'
  for (const span of spans) {
    let { text } = span
    if (text === '\n') {
      const last = trimmed.at(-1)
      if (last !== undefined) trimmed[trimmed.length - 1] = { ...last, text: last.text.trimEnd() }
    } else if (before.endsWith(' ') || before.endsWith('\n')) text = text.replace(/^ +/, '')
    if (text === '') continue
    trimmed.push({ ...span, text })
    before = text
  }
  while (trimmed[0]?.text.trim() === '') trimmed.shift()
  while (trimmed.at(-1)?.text.trim() === '') trimmed.pop()
  const last = trimmed.at(-1)
  if (last !== undefined) trimmed[trimmed.length - 1] = { ...last, text: last.text.trimEnd() }
  const [first] = trimmed
  if (first !== undefined) trimmed[0] = { ...first, text: first.text.trimStart() }
  return textOfSpans(trimmed).trim() === '' ? [] : trimmed
}
