// Parses HTML into the light tree: a tokenizer below, a bounded tree builder above.
import {
  ENDS_PARAGRAPH,
  HEAD_ELEMENTS,
  PARAGRAPH_SCOPE,
  SCOPE_ELEMENTS,
  SPECIAL_ELEMENTS,
  VOID_ELEMENTS,
} from './element-groups.ts'
import type { HtmlElement, HtmlNode } from './html-node.ts'
import { tokenizeHtml } from './tokenize-html.ts'

/** A parsed page; all of it is one tree below a root that no tag made. */
export interface HtmlDocument {
  readonly root: HtmlElement
  /** Every element in document order, the root first: `all[element.order] === element`. */
  readonly all: readonly HtmlElement[]
  /** True when the page has more elements than are kept. */
  readonly truncated: boolean
}

/** The first `body`; the root of a page without one. */
export const bodyOf = ({ all, root }: HtmlDocument): HtmlElement =>
  all.find(({ name }) => name === 'body') ?? root

/**
 * Deeper elements become siblings of the deepest ones, so that every reader may recurse. Real pages are far less deep.
 */
export const MAX_DEPTH = 256
const MAX_ELEMENTS = 1_500_000
/** Shared by all elements without attributes: separate lists would be most of the memory of a tree. */
const NO_ATTRIBUTES: readonly string[] = []
const NO_CHILDREN: HtmlNode[] = []

const OUTSIDE_CELL = new Set(['tr', 'tbody', 'thead', 'tfoot', 'table', 'template'])
const OUTSIDE_ROW = new Set(['tbody', 'thead', 'tfoot', 'table', 'template'])
const OUTSIDE_GROUP = new Set(['table', 'template'])
/** What a table part ends when it starts: everything up to, not including, the first of these. */
const TABLE_PARTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['td', OUTSIDE_CELL],
  ['th', OUTSIDE_CELL],
  ['tr', OUTSIDE_ROW],
  ['tbody', OUTSIDE_GROUP],
  ['thead', OUTSIDE_GROUP],
  ['tfoot', OUTSIDE_GROUP],
])
/** What stands in the document itself, or in a head whose tag is left out. */
const BEFORE_BODY: ReadonlySet<string> = new Set([...HEAD_ELEMENTS, 'head', 'body', 'frameset'])
const ROW_GROUPS = new Set(['table', 'thead', 'tbody', 'tfoot'])
const FORMATTING = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '))
const LIST_BARRIER = new Set([...SPECIAL_ELEMENTS].filter((name) => !['address', 'div', 'p'].includes(name)))
const HEADING = /^h[1-6]$/

/**
 * Parses a whole page. Never throws on any input, takes time linear in its length, and follows HTML's rules for
 * implied end tags as far as text order and nesting of content depend on them.
 */
export function parseHtml(html: string): HtmlDocument {
  const root: HtmlElement = {
    kind: 'element',
    name: '#root',
    attributes: NO_ATTRIBUTES,
    children: NO_CHILDREN,
    parent: null,
    order: 0,
  }
  const all: HtmlElement[] = [root]
  const stack: HtmlElement[] = [root]
  /** How many of each name are open: this ends most searches of the stack. */
  const open = new Map<string, number>()
  /** Elements not pushed because of the depth limit, whose end tags must not close others. */
  const flattened = new Map<string, number>()
  let current = root
  let truncated = false
  let foreign = 0

  const pop = (): void => {
    const element = stack.pop() ?? root
    open.set(element.name, (open.get(element.name) ?? 1) - 1)
    if (element.name === 'svg' || element.name === 'math') foreign -= 1
    current = stack[stack.length - 1] ?? root
  }
  const isOpen = (name: string): boolean => (open.get(name) ?? 0) > 0
  /** Ends the innermost open `name`, unless one of `barrier` is between. */
  const popTo = (name: string, barrier: ReadonlySet<string>): boolean => {
    if (!isOpen(name)) return false
    for (let i = stack.length - 1; i > 0; i -= 1) {
      const at = stack[i]?.name
      if (at === name) {
        while (stack.length > i) pop()
        return true
      }
      if (at === undefined || barrier.has(at)) return false
    }
    return false
  }
  const popWhileNot = (barrier: ReadonlySet<string>): void => {
    while (stack.length > 1 && !barrier.has(current.name)) pop()
  }

  /** An unclosed drawing or formula ends when a block of HTML starts, as in a browser. */
  const leaveForeign = (): void => {
    while (isOpen('svg') || isOpen('math')) pop()
  }

  const closeImplied = (name: string): void => {
    if (current.name === 'head' && !HEAD_ELEMENTS.has(name)) pop()
    const tableParts = TABLE_PARTS.get(name)
    if (ENDS_PARAGRAPH.has(name)) {
      popTo('p', PARAGRAPH_SCOPE)
      if (name === 'li') popTo('li', LIST_BARRIER)
      else if (name === 'dd' || name === 'dt') {
        if (!popTo('dd', LIST_BARRIER)) popTo('dt', LIST_BARRIER)
      } else if (HEADING.test(name) && HEADING.test(current.name)) pop()
    } else if (tableParts !== undefined && isOpen('table')) popWhileNot(tableParts)
    else if (name === 'a') popTo('a', SPECIAL_ELEMENTS)
    else if (name === 'option' || name === 'optgroup') {
      if (current.name === 'option') pop()
    } else if (name === 'button') popTo('button', SCOPE_ELEMENTS)
  }

  const appendText = (text: string): void => {
    const { children } = current
    const last = children.length === 0 ? undefined : children[children.length - 1]
    if (last !== undefined && last.kind === 'text') last.text += text
    else if (current.name !== 'html' || /\S/.test(text)) {
      if (current.name === 'html') openTag('body', NO_ATTRIBUTES, false)
      append(current, { kind: 'text', text, parent: current })
    }
  }

  const openTag = (name: string, attributes: readonly string[], selfClosing: boolean): void => {
    if (all.length >= MAX_ELEMENTS) {
      truncated = true
      return
    }
    if ((name === 'html' || name === 'body') && isOpen(name)) return
    if (foreign > 0 && ENDS_PARAGRAPH.has(name) && !isOpen('foreignobject')) leaveForeign()
    if (foreign === 0) closeImplied(name)
    // A page may leave out the tag of its body.
    if (current.name === 'html' && !BEFORE_BODY.has(name)) openTag('body', NO_ATTRIBUTES, false)
    // A cell without a row gets one.
    if ((name === 'td' || name === 'th') && ROW_GROUPS.has(current.name)) openTag('tr', NO_ATTRIBUTES, false)
    const element: HtmlElement = {
      kind: 'element',
      name,
      attributes: attributes.length === 0 ? NO_ATTRIBUTES : attributes,
      children: NO_CHILDREN,
      parent: current,
      order: all.length,
    }
    all.push(element)
    append(current, element)
    if (
      VOID_ELEMENTS.has(name) ||
      (selfClosing && foreign > 0) ||
      (selfClosing && (name === 'svg' || name === 'math'))
    ) {
      return
    }
    if (stack.length >= MAX_DEPTH) {
      flattened.set(name, (flattened.get(name) ?? 0) + 1)
      return
    }
    stack.push(element)
    open.set(name, (open.get(name) ?? 0) + 1)
    if (name === 'svg' || name === 'math') foreign += 1
    current = element
  }

  const closeTag = (name: string): void => {
    const overflow = flattened.get(name) ?? 0
    if (overflow > 0) {
      flattened.set(name, overflow - 1)
      return
    }
    if (!isOpen(name)) {
      // HTML makes an element from these two end tags even when nothing is open.
      if (name === 'br' || name === 'p') {
        const before = all.length
        openTag(name, NO_ATTRIBUTES, false)
        // Beyond the element limit nothing was opened, and beyond the depth limit nothing was pushed.
        if (name === 'p' && all.length > before) closeTag(name)
      }
      return
    }
    // What follows the end of the body is shown in it.
    if (name === 'body' || name === 'html') return
    if (current.name === name) return pop()
    if (TABLE_PARTS.has(name) || name === 'table')
      popTo(name, name === 'table' ? new Set() : new Set(['table']))
    else if (SPECIAL_ELEMENTS.has(name)) popTo(name, name === 'p' ? PARAGRAPH_SCOPE : SCOPE_ELEMENTS)
    else if (!popTo(name, SPECIAL_ELEMENTS) && FORMATTING.has(name)) endFormatting(name)
  }

  /** `<b><div></b>…</div>`: what follows the div is no longer bold (a short form of the adoption agency). */
  const endFormatting = (name: string): void => {
    const at = stack.findLastIndex((element) => element.name === name)
    if (at <= 0) return
    stack.splice(at, 1)
    open.set(name, (open.get(name) ?? 1) - 1)
  }

  tokenizeHtml(html, { text: appendText, open: openTag, close: closeTag, inForeign: () => foreign > 0 })
  return { root, all, truncated }
}

/** The first child creates a list with room for one: most elements have no second child. */
function append(parent: HtmlElement, child: HtmlNode): void {
  const { children } = parent
  if (children === NO_CHILDREN) (parent as { children: HtmlNode[] }).children = [child]
  else children.push(child)
}
