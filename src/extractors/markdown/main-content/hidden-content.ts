// Tells hidden text that a click or a script shows from hidden text that nobody is meant to read.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { isMainPart } from './content-parts.ts'
import { isWithin } from './lead-evidence.ts'
import { eachNameWord, hashOfWord } from '#extractors/markdown/main-content/view/name-words.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** Attributes by which a control names what it opens. */
const OPENS = new Set(['aria-controls', 'data-target', 'data-bs-target', 'href'])
const MAX_ID_CHARS = 200
/** What parts are called that a click opens or that slide into sight. */
const OPENED_NAMES = new Set(
  (
    'tab tabs tabpanel panel panels pane accordion collapse collapsed collapsible faq answer toggle expand expandable ' +
    'expanded expander details carousel slide slides slider swiper slick'
  )
    .split(' ')
    .map(hashOfWord),
)
/** A part with more than this share of the text of the page, or of its `main`, is shown by a script. */
const CLOAKED_SHARE = 0.5

/** 1 for elements with text that are hidden, or in something hidden, that nothing on the page opens. */
export function unreachableOf(
  all: readonly HtmlElement[],
  view: PageView,
  title: HtmlElement | null,
): Uint8Array {
  const out = new Uint8Array(all.length)
  /** Of each element the child that was seen last; 0 before the first. */
  const lastChild = new Uint32Array(all.length)
  /** The `main` that each element stands in, itself among them; 0 outside. */
  const mainOf = new Uint32Array(all.length)
  let opened: ReadonlySet<string> | null = null
  for (let i = 1; i < all.length; i += 1) {
    const parent = view.parents[i] ?? 0
    const before = lastChild[parent] ?? 0
    const sibling = before > 0 ? all[before] : undefined
    lastChild[parent] = i
    const element = all[i]
    if (element === undefined) continue
    mainOf[i] = isMainPart(element) ? i : (mainOf[parent] ?? 0)
    const text = view.text[i] ?? 0
    if (view.hidden[i] === 0 || text === 0) continue
    if (out[parent] === 1) out[i] = 1
    else if (view.hides[i] === 1) {
      const around = view.text[mainOf[parent] ?? 0] ?? 0
      if (text >= around * CLOAKED_SHARE || (title !== null && isWithin(title, element))) continue
      opened ??= idsOpened(all)
      if (!isOpened(element, opened) && (sibling === undefined || !isControl(sibling))) out[i] = 1
    }
  }
  return out
}

function isOpened(element: HtmlElement, ids: ReadonlySet<string>): boolean {
  if (ids.has(attribute(element, 'id') ?? '') || element.parent?.name === 'details') return true
  let named = false
  eachNameWord(element, (hash) => {
    if (OPENED_NAMES.has(hash)) named = true
  })
  return named
}

/** The head of an accordion: a button, or what says whether something is open; itself or a child of it. */
function isControl(element: HtmlElement): boolean {
  const is = (each: HtmlElement): boolean =>
    each.name === 'button' || attribute(each, 'aria-expanded') !== null
  return is(element) || element.children.some((child) => child.kind === 'element' && is(child))
}

function idsOpened(all: readonly HtmlElement[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { attributes } of all) {
    for (let at = 0; at < attributes.length; at += 2) {
      const name = attributes[at] ?? ''
      const value = attributes[at + 1] ?? ''
      if (!OPENS.has(name) || value.length < 2 || value.length >= MAX_ID_CHARS) continue
      if (value.startsWith('#')) ids.add(value.slice(1))
      else if (name !== 'href') ids.add(value)
    }
  }
  return ids
}

/**
 * Whether an element, by `element.order`, is or stands in a deleted or inserted part that a reader sees and that a text
 * beside it says to screen readers: the old and the new price of a sale.
 */
export function changesSaidBeside(all: readonly HtmlElement[], view: PageView): (order: number) => boolean {
  const { evidence, text, parents, hides } = view
  /** 1 for what holds a text for screen readers alone. */
  const speaks = new Uint8Array(all.length)
  for (let i = 1; i < all.length; i += 1)
    if (((evidence[i] ?? 0) & EVIDENCE.assistive) !== 0 && (text[i] ?? 0) > 0) speaks[parents[i] ?? 0] = 1
  return (order) => {
    let hiding = order
    while (hiding > 0 && hides[hiding] === 0) hiding = parents[hiding] ?? 0
    const element = all[hiding]
    return element !== undefined && speaks[parents[hiding] ?? 0] === 1 && isSeenChange(element)
  }
}

const isSeenChange = (element: HtmlElement): boolean =>
  (element.name === 'del' || element.name === 'ins') &&
  attribute(element, 'aria-hidden') === 'true' &&
  attribute(element, 'hidden') === null &&
  attribute(element, 'style') === null
