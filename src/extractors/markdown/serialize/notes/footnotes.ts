// Finds footnotes: marks in the text that point to notes on the same page, so that both become Markdown footnotes.
import { attribute, closest, lineText, type HtmlElement, type HtmlNode } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { findLooseNotes } from './loose-notes.ts'
import { isSideNote, marksOfSideNotes, noteWords } from './side-notes.ts'

export interface Footnotes {
  /** The mark to write for an element that refers to a note, else null. */
  reference(element: HtmlElement): string | null
  /** True for an element that is a note (or a list of only notes), which is written at the end. */
  isNote(element: HtmlElement): boolean
  /** True for the link in a note that leads back to its mark. */
  isBackLink(element: HtmlElement): boolean
  /** The notes that marks were written for, by number. */
  readonly used: readonly { readonly number: number; readonly nodes: readonly HtmlNode[] }[]
}

/** How the common writers of HTML name notes: pandoc, Markdown engines, Word, Wikipedia, publishers. */
const NOTE_ID =
  /^(?:user-content-)?(?:fn|_?ftn|_?edn|footnote|endnote|cite_note|easy-footnote-bottom|note|bib|ref-note)[-_:.]?[\w.:-]*$/i
const NOTE_CLASS = /(?:^|[\s_-])(?:footnotes?|endnotes?|references)(?:$|[\s_-])/i
const NOTE_ROLE = /^doc-(?:footnote|endnotes?|biblioentry)$/
const MARK = /^[[(]?(?:\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§¶]{1,3})[\])]?$/i
const MAX_NOTES = 2_000
/** A number, an arrow, a word such as "back"; a longer link says something. */
const MAX_BACK_LINK_CHARS = 6

/** Looks through `elements`, which are all of `roots`; the notes may stand anywhere on `page`. */
export function findFootnotes(
  roots: readonly HtmlElement[],
  elements: readonly HtmlElement[],
  page: HtmlDocument,
): Footnotes {
  let byId: ReadonlyMap<string, HtmlElement> | null = null
  const noteOf = new Map<HtmlElement, HtmlElement>()
  const notes = new Set<HtmlElement>()
  for (const anchor of elements) {
    if (anchor.name !== 'a' || noteOf.size >= MAX_NOTES || !looksLikeMark(anchor)) continue
    byId ??= elementsById(page)
    const target = byId.get(fragment(anchor))
    const note = target === undefined ? null : noteRound(target, anchor)
    if (note === null) continue
    noteOf.set(anchor, note)
    notes.add(note)
  }
  const loose = notes.size === 0 ? findLooseNotes(roots, elements) : null
  const leadsBack = backLinkTest(noteOf.keys())
  const sideMarks = marksOfSideNotes(roots, elements)
  const said = new Set([...notes].map(noteWords))
  // A note may refer to another; a mark inside the note it points to is its way back.
  const numbers = new Map<unknown, number>()
  const used: { number: number; nodes: readonly HtmlNode[] }[] = []
  const markOf = (element: HtmlElement): HtmlElement | null => {
    if (noteOf.has(element)) return element
    if (element.name !== 'sup' && element.name !== 'span') return null
    const only = element.children.filter((child) => child.kind === 'element' || /\S/.test(child.text))
    const child = only.length === 1 ? only[0] : undefined
    return child !== undefined && child.kind === 'element' ? markOf(child) : null
  }
  const mark = (key: unknown, nodes: readonly HtmlNode[]): string => {
    let number = numbers.get(key)
    if (number === undefined) {
      number = used.length + 1
      numbers.set(key, number)
      used.push({ number, nodes })
    }
    return `[^${number}]`
  }
  return {
    used,
    reference: (element) => {
      if (isSideNote(element)) return said.has(noteWords(element)) ? '' : mark(element, element.children)
      if (sideMarks.has(element)) return ''
      const nodes = loose?.marks.get(element)
      if (nodes !== undefined) return mark(nodes, nodes)
      const anchor = notes.size === 0 ? null : markOf(element)
      const note = anchor === null ? undefined : noteOf.get(anchor)
      return note === undefined ? null : mark(note, note.children)
    },
    isNote: (element) => {
      if (notes.has(element) || loose?.parts.has(element) === true) return true
      if (notes.size === 0 || !['ol', 'ul', 'section', 'div', 'aside'].includes(element.name)) return false
      const items = element.children.filter(
        (child): child is HtmlElement =>
          child.kind === 'element' && child.name !== 'hr' && !/^h[1-6]$/.test(child.name),
      )
      return (
        items.length > 0 &&
        items.length < MAX_NOTES &&
        items.every((item) => notes.has(item) || isNoteList(item, notes))
      )
    },
    isBackLink: (element) =>
      notes.size > 0 && element.name === 'a' && (isBackLink(element) || leadsBack(element)),
  }
}

/** The first element of each id, and of each name of an anchor. */
function elementsById({ all }: HtmlDocument): ReadonlyMap<string, HtmlElement> {
  const byId = new Map<string, HtmlElement>()
  for (const element of all) {
    const id = attribute(element, 'id') ?? (element.name === 'a' ? attribute(element, 'name') : null)
    if (id !== null && id !== '' && !byId.has(id)) byId.set(id, element)
  }
  return byId
}

/** Tells links to the place of a mark: to its own id, or to that of the `sup` or `span` round it. */
function backLinkTest(marks: Iterable<HtmlElement>): (anchor: HtmlElement) => boolean {
  const places = new Set<string>()
  for (const anchor of marks) {
    for (
      let element: HtmlElement | null = anchor, steps = 0;
      element !== null && steps < 3;
      element = element.parent, steps += 1
    ) {
      const id = attribute(element, 'id') ?? attribute(element, 'name')
      if (
        id !== null &&
        id !== '' &&
        (element === anchor || element.name === 'sup' || element.name === 'span')
      )
        places.add(id)
    }
  }
  return (anchor) => {
    const to = places.size === 0 ? '' : fragment(anchor)
    return to !== '' && places.has(to) && lineText(anchor, 20).length <= MAX_BACK_LINK_CHARS
  }
}

const isNoteList = (element: HtmlElement, notes: ReadonlySet<HtmlElement>): boolean =>
  (element.name === 'ol' || element.name === 'ul') &&
  element.children.every((child) => child.kind === 'text' || notes.has(child))

const fragment = (anchor: HtmlElement): string => {
  const href = attribute(anchor, 'href') ?? ''
  const at = href.indexOf('#')
  if (at < 0) return ''
  try {
    return decodeURIComponent(href.slice(at + 1))
  } catch {
    return href.slice(at + 1)
  }
}

function looksLikeMark(anchor: HtmlElement): boolean {
  const href = attribute(anchor, 'href') ?? ''
  if (!href.includes('#') || isBackLink(anchor)) return false
  if (attribute(anchor, 'role') === 'doc-noteref' || attribute(anchor, 'epub:type') === 'noteref') return true
  const raised =
    anchor.parent?.name === 'sup' ||
    anchor.children.some((child) => child.kind === 'element' && child.name === 'sup')
  return MARK.test(lineText(anchor, 20)) && (raised || NOTE_ID.test(fragment(anchor)))
}

/** The note at the target of a mark: a list item, a paragraph, or the block around a bare anchor. */
function noteRound(target: HtmlElement, anchor: HtmlElement): HtmlElement | null {
  // A note comes after its mark; an earlier target is the mark that a note links back to.
  if (target.order < anchor.order) return null
  const note = closest(target, ({ name }) => NOTES.has(name), 3)
  if (note === null || closest(anchor, (element) => element === note) !== null) return null
  return isNoteLike(note, target) ? note : null
}

const NOTES = new Set(['li', 'p', 'div', 'aside', 'dd', 'td', 'section'])

function isNoteLike(element: HtmlElement, target: HtmlElement): boolean {
  if (NOTE_ID.test(attribute(target, 'id') ?? attribute(target, 'name') ?? '')) return true
  const is = (around: HtmlElement): boolean =>
    NOTE_CLASS.test(attribute(around, 'class') ?? '') ||
    NOTE_CLASS.test(attribute(around, 'id') ?? '') ||
    NOTE_ROLE.test(attribute(around, 'role') ?? '')
  return closest(element, is, 4) !== null
}

function isBackLink(anchor: HtmlElement): boolean {
  if (
    attribute(anchor, 'role') === 'doc-backlink' ||
    /(?:^|[\s_-])(?:backref|back-?link|reversefootnote|footnote-back)/i.test(attribute(anchor, 'class') ?? '')
  )
    return true
  return /^[#]/.test(attribute(anchor, 'href') ?? '') && /^(?:[↩↑⤴⏎^]\ufe0e?)+$/.test(lineText(anchor, 10))
}
