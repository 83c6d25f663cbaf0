// The text of a post as it is written: without buttons, signature and notes of edits, quotations as a whole in a `blockquote`.
import {
  attribute,
  elementsOf,
  oneLine,
  rawText,
  type HtmlElement,
  type HtmlNode,
} from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import { isQuote, isSignature, namesOf } from './post-parts.ts'

/** Above a quotation, alone. */
const QUOTE_LABEL =
  /^(?:quote|zitat|cita|citar|citation|citazione|citação|citat|citaat|cytat|citace|citát|idézet|цитата|alıntı|lainaus|sitat|trích dẫn|kutipan|引用|引用:|인용)\s*[:：]?$/i
/** `Ada wrote:`, in the line before what she wrote. */
const WROTE =
  /(?:wrote|writes|said|schrieb|schreibt|sagte|écrit|escribi[óo]|dijo|scritto|scrive|escreveu|disse|schreef|skrev|kirjoitti|napisał\(?a?\)?|napsala?|írta|писала?|написала?|пише|yazdı|demiş|demiş ki|viết|menulis|さん|님이|said in [^:]{1,60}|originally posted by [^:]{1,60}|@[\w.-]{1,200}[>)]?)\s?(?:↑|\[↑\])?\s?[:：]$|^(?:in reply to|originally posted by)\b/i
const EDITED =
  /^[\s([*_-]*(?:(?:this (?:post|message|comment) (?:was|has been) )?(?:last )?(?:edited|modified|updated)(?: (?:by|on|at|:)|:)|edit(?:ed)? by|(?:edited|editado|edité|modifié|bearbeitet|geändert|redigerat?|redigeret|muokattu|edytowano|upraveno|gewijzigd|bewerkt|modificato|szerkesztve|düzenlendi)[^.!?:]{0,12}\d|zuletzt (?:geändert|bearbeitet|editiert)|(?:bearbeitet|geändert) (?:von|am)|dernière (?:modification|édition)|modifié (?:par|le)|édité par|última (?:edición|edição|modificación)|editado por|ultima modifica|modificato da|laatst (?:bewerkt|gewijzigd|aangepast)|gewijzigd door|senast (?:redigerad|ändrad)|redigera[dt] av|sist (?:redigert|endret)|sidst (?:redigeret|rettet)|redigeret af|viimeksi muokattu|muokannut|ostatnio (?:edytowan|zmienian|zmodyfikowan)|naposledy (?:upravi|upraven|editova)|последний раз редактировалось|отредактировано|изменено|последнє редагування|son düzenle|düzenleyen|utoljára szerkesztve|本帖最后由|最后(?:编辑|由)|最後(?:編輯|に編集)|編集(?:済み|:)|마지막으로 수정)/i
const MAX_NOTE_CHARS = 200
/** phpBB 2 and its like put it before a signature; a line that an author draws is of another length or has a text. */
const SIGNATURE_RULE = /^\s*_{17}\s*$/
/** RFC 3676. */
const MAIL_SIGNATURE = /(?:^|\n)-- \n/

/** A copy of the body; `apart` are parts of it that belong to other posts. */
export function writtenBody(body: HtmlElement, apart: ReadonlySet<HtmlElement>): HtmlElement {
  const copy: Copy = { apart, ended: false }
  const root = emptyCopy(body, body.name === 'pre' ? 'div' : plainName(body.name), null)
  if (body.name === 'pre') root.children.push(...linesOf(body, root))
  else fill(root, body.children, copy, 'none')
  return root
}

interface Copy {
  readonly apart: ReadonlySet<HtmlElement>
  /** Whether a signature has begun. */
  ended: boolean
}

/** A quotation as a body or round one is no quotation; the cells of a layout are no table. */
const plainName = (name: string): string =>
  /^(?:blockquote|table|tbody|tr|td|dd|li|dl)$/.test(name) ? 'div' : name

const emptyCopy = (element: HtmlElement, name: string, parent: HtmlElement | null): HtmlElement => ({
  kind: 'element',
  name,
  attributes: name === 'blockquote' ? [] : element.attributes,
  children: [],
  parent,
  order: element.order,
})

/** `within` says what the nearest quotation above is: none, a box that will hold a `blockquote`, or one. */
function fill(
  into: HtmlElement,
  nodes: readonly HtmlNode[],
  copy: Copy,
  within: 'none' | 'box' | 'quote',
): void {
  let labelled = false
  for (const node of nodes) {
    if (copy.ended) return
    if (node.kind === 'text') {
      addText(into, node.text, copy)
      if (labelled && node.text.trim() !== '') labelled = false
      continue
    }
    if (copy.apart.has(node) || isLeftOut(node)) continue
    const isBox = labelled && /^(?:table|div|blockquote)$/.test(node.name)
    labelled = within === 'none' && QUOTE_LABEL.test(shortText(node, 30))
    const quoted = within !== 'quote' && (isBox || labelled || isQuote(node) || isTableOfQuote(node))
    if (quoted && within === 'none') {
      const quote = quoteIn(into, node, node.name === 'blockquote' && !isBox)
      fill(quote, node.children, copy, node.name === 'blockquote' ? 'quote' : 'box')
      continue
    }
    // The `blockquote` of a box is the box itself.
    const name = within === 'box' ? plainName(node.name) : node.name
    const element = emptyCopy(node, name, into)
    into.children.push(element)
    fill(element, node.children, copy, within === 'box' && node.name === 'blockquote' ? 'quote' : within)
  }
}

/** The quotation that an element becomes: with that before it, where one of them is only the head of the other. */
function quoteIn(into: HtmlElement, node: HtmlElement, isWhole: boolean): HtmlElement {
  const before = into.children.findLastIndex((child) =>
    child.kind === 'text' ? child.text.trim() !== '' : child.name !== 'br',
  )
  const last = into.children[before]
  const quote = emptyCopy(node, 'blockquote', into)
  const isHead = last?.kind === 'element' && last.name === 'blockquote' && !whole.has(last)
  if (isHead) {
    if (isWhole) whole.add(last)
    const inner = emptyCopy(node, 'div', last)
    last.children.push(inner)
    into.children.length = before + 1
    return inner
  }
  if (isWhole) whole.add(quote)
  if (last !== undefined && WROTE.test(shortText(last, MAX_NOTE_CHARS))) {
    into.children.length = before
    quote.children.push(last)
    last.parent = quote
    const inner = emptyCopy(node, 'div', quote)
    quote.children.push(inner)
    into.children.push(quote)
    return inner
  }
  into.children.push(quote)
  return quote
}

/** Quotations that have their text, so what follows is another one. */
const whole = new WeakSet<HtmlElement>()

function addText(into: HtmlElement, text: string, copy: Copy): void {
  if (SIGNATURE_RULE.test(text)) {
    copy.ended = true
    return
  }
  into.children.push({ kind: 'text', text, parent: into })
}

function isLeftOut(element: HtmlElement): boolean {
  if (!isVisible(element) || isSignature(element)) return true
  const names = namesOf(element)
  if (element.name === 'img') return /avatar/i.test(names)
  if (element.name === 'a') {
    const href = attribute(element, 'href')?.trim()
    if (href === undefined) return false
    return href === '#' || /^javascript:/i.test(href) || attribute(element, 'role') === 'button'
  }
  const text = shortText(element, MAX_NOTE_CHARS)
  // `Edited by Ada Smith, it has a new preface` is what somebody wrote.
  return /\d/.test(text) && EDITED.test(text)
}

/** The text of an element that has no more than `max`, else nothing. */
function shortText(node: HtmlNode, max: number): string {
  const text = oneLine(rawText(node, 2 * max))
  return text.length <= max ? text : ''
}

/** phpBB 2: the name in one row, the cell below it is called a quotation. */
function isTableOfQuote(element: HtmlElement): boolean {
  if (element.name !== 'table') return false
  return elementsOf(element)
    .take(10)
    .some((inner) => inner.name === 'td' && isQuote(inner))
}

/** A message of a mailing list: lines that begin with `>` are a quotation, with the line above that says whose. */
function linesOf(pre: HtmlElement, into: HtmlElement): HtmlNode[] {
  const signature = MAIL_SIGNATURE.exec(rawText(pre))?.index ?? Infinity
  const parts: HtmlElement[] = []
  let current: HtmlElement | null = null
  let isQuoted = false
  let chars = 0
  let isLineStart = true
  const partFor = (quoted: boolean): HtmlElement => {
    if (current === null || quoted !== isQuoted) {
      const outer = quoted ? emptyCopy(pre, 'blockquote', into) : emptyCopy(pre, 'pre', into)
      parts.push(outer)
      current = quoted ? emptyCopy(pre, 'pre', outer) : outer
      if (quoted) outer.children.push(current)
      isQuoted = quoted
    }
    return current
  }
  for (const node of pre.children) {
    if (node.kind === 'element') {
      if (chars < signature) partFor(isQuoted).children.push(node)
      chars += rawText(node).length
      isLineStart = false
      continue
    }
    for (const line of node.text.split(/(?<=\n)/)) {
      if (chars < signature || (chars === signature && line.trim() !== '' && !/^-- \n$/.test(line))) {
        const quoted = isLineStart ? line.startsWith('>') || (isQuoted && line.trim() === '') : isQuoted
        const part = partFor(quoted)
        part.children.push({
          kind: 'text',
          text: quoted && isLineStart ? line.replace(/^>+ ?/, '') : line,
          parent: part,
        })
      }
      chars += line.length
      isLineStart = line.endsWith('\n')
    }
  }
  return parts
}
