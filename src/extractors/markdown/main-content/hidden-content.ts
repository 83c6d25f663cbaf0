// Tells hidden text that a click or a script shows from hidden text that nobody is meant to read.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { eachNameWord, hashOfWord } from '#extractors/markdown/main-content/lines/name-words.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** Attributes by which a control names what it opens. */
const OPENS = new Set(['aria-controls', 'data-target', 'data-bs-target', 'href'])
const MAX_ID_CHARS = 200
/** What parts are called that a click opens. */
const OPENED_NAMES = new Set(
  'tab tabs tabpanel panel panels pane accordion collapse collapsed collapsible faq answer toggle expand expandable expanded details'
    .split(' ')
    .map(hashOfWord),
)
/** A page that hides more than this share of its text shows it by a script. */
const CLOAKED_SHARE = 0.5

/** 1 for elements with text that are hidden, or in something hidden, that nothing on the page opens. */
export function unreachableOf(all: readonly HtmlElement[], view: PageView): Uint8Array {
  const out = new Uint8Array(all.length)
  const cloaked = (view.text[0] as number) * CLOAKED_SHARE
  let opened: ReadonlySet<string> | null = null
  for (let i = 0; i < all.length; i += 1) {
    const text = view.text[i] as number
    if (view.hidden[i] === 0 || text === 0) continue
    if (out[view.parents[i] as number] === 1) out[i] = 1
    else if (view.hides[i] === 1 && text < cloaked) {
      opened ??= idsOpened(all)
      if (!isOpened(all[i] as HtmlElement, opened)) out[i] = 1
    }
  }
  return out
}

function isOpened(element: HtmlElement, ids: ReadonlySet<string>): boolean {
  if (ids.has(attribute(element, 'id') ?? '')) return true
  let named = false
  eachNameWord(element, (hash) => {
    if (OPENED_NAMES.has(hash)) named = true
  })
  return named
}

function idsOpened(all: readonly HtmlElement[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { attributes } of all) {
    for (let at = 0; at < attributes.length; at += 2) {
      const name = attributes[at] as string
      const value = attributes[at + 1] as string
      if (!OPENS.has(name) || value.length < 2 || value.length >= MAX_ID_CHARS) continue
      if (value.startsWith('#')) ids.add(value.slice(1))
      else if (name !== 'href') ids.add(value)
    }
  }
  return ids
}
