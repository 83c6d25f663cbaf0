// Footnotes without links: raised numbers in the text, and after the last rule paragraphs that begin with them.
import { lineText, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'

export interface LooseNotes {
  /** The notes of raised numbers. */
  readonly marks: ReadonlyMap<HtmlElement, readonly HtmlNode[]>
  /** The elements that are written with the notes: the notes, and the rule above them. */
  readonly parts: ReadonlySet<HtmlElement>
}

const NUMBER = /^[[(]?(\d{1,3})[\])]?[.:]?$/

/**
 * Null unless the numbers of the notes count up from 1 and each is raised in the text: an exponent or a numbered
 * section must not become a note.
 */
export function findLooseNotes(
  roots: readonly HtmlElement[],
  elements: readonly HtmlElement[],
): LooseNotes | null {
  const raised: HtmlElement[] = []
  const holders = new Set<HtmlElement>()
  let rule: HtmlElement | null = null
  for (const element of elements) {
    if (element.name === 'hr') rule = element
    if (element.name === 'sup' && element.parent !== null && !roots.includes(element))
      holders.add(element.parent)
  }
  if (rule === null || rule.parent === null) return null
  for (const { children } of holders)
    children.forEach((child, at) => {
      if (child.kind !== 'element' || child.name !== 'sup' || numberOf(child) === null) return
      if (!isExponent(children[at - 1])) raised.push(child)
    })
  if (raised.length === 0) return null
  const parts = new Set<HtmlElement>([rule])
  const notes: HtmlNode[][] = []
  for (const node of rule.parent.children.slice(rule.parent.children.indexOf(rule) + 1)) {
    if (node.kind === 'text') {
      if (/\S/.test(node.text)) return null
      continue
    }
    if (/^h[1-6]$/.test(node.name)) {
      // One heading may announce the notes; another one ends them, and then they were sections.
      if (notes.length > 0) return null
      parts.add(node)
      continue
    }
    // A copy: the element itself is a part and is omitted at its place.
    if (leadingNumber(node) === notes.length + 1) notes.push([{ ...node }])
    else if (notes.length === 0) return null
    else notes.at(-1)?.push({ ...node })
    parts.add(node)
  }
  const last = rule.order
  const marks = new Map<HtmlElement, readonly HtmlNode[]>()
  for (const element of raised) {
    const note = element.order < last ? notes[(numberOf(element) ?? 0) - 1] : undefined
    if (note !== undefined) marks.set(element, note)
  }
  const found = new Set(marks.values())
  return notes.length > 0 && notes.every((note) => found.has(note)) ? { marks, parts } : null
}

/** Behind one or two letters, as in `40 m²` and `x²`. */
function isExponent(before: HtmlNode | undefined): boolean {
  const text = before === undefined ? '' : before.kind === 'text' ? before.text : lineText(before, 1_000)
  return /(?:^|[^\p{L}])\p{L}{1,2}$/u.test(text.slice(-4))
}

const numberOf = (element: HtmlElement): number | null => {
  const digits = NUMBER.exec(lineText(element, 10))?.[1]
  return digits === undefined ? null : Number(digits)
}

/** The number in the raised or bold text that a paragraph begins with. */
function leadingNumber(element: HtmlElement): number | null {
  if (element.name !== 'p' && element.name !== 'div') return null
  const first = element.children.find((child) => child.kind === 'element' || /\S/.test(child.text))
  if (first === undefined || first.kind === 'text' || !['sup', 'strong', 'b'].includes(first.name))
    return null
  return numberOf(first)
}
