// Leaves out the copies that a page holds for other widths, and those that a slider makes of its slides.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { eachWordIn, hashOfWord } from '#extractors/markdown/main-content/view/name-words.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** Words of classes that show a part at some widths only, hide it, or call it a copy (`d-md-none`, `mobileText`). */
const COPY_WORDS = new Set(
  'mobile desktop tablet phone hidden hide visible invisible none clone cloned duplicate'
    .split(' ')
    .map(hashOfWord),
)
/** Equal text alone proves nothing: tables, prices and references repeat themselves on purpose. */
const MIN_CHARS = 40
/** A copy may have a button or a heading that the other one lacks. */
const MIN_SHARE = 0.9

/**
 * Clears `kept` for the lines of each part that calls itself a copy and whose text stands in other kept lines as well. Of
 * several copies the first stays. Parts of one class are no copies of each other: they are the entries of a list.
 */
export function dropCopies(
  all: readonly HtmlElement[],
  view: PageView,
  orders: Uint32Array,
  kept: Uint8Array,
): void {
  const { hash } = view.texts
  const whole = countTexts(hash, orders, kept, [{ first: 0, end: orders.length }])
  if (!hasRepeated(view, orders, kept, whole)) return
  for (const parts of markedParts(all, view, orders)) {
    const own = countTexts(hash, orders, kept, parts)
    for (const { first, end } of parts) {
      let chars = 0
      let elsewhere = 0
      for (let at = first; at < end; at += 1) {
        if (kept[at] === 0) continue
        const i = orders[at] ?? 0
        const text = hash[i] ?? 0
        chars += view.ownText[i] ?? 0
        if ((whole.get(text) ?? 0) > (own.get(text) ?? 0)) elsewhere += view.ownText[i] ?? 0
      }
      if (chars < MIN_CHARS || elsewhere < chars * MIN_SHARE) continue
      for (let at = first; at < end; at += 1) {
        if (kept[at] === 0) continue
        const text = hash[orders[at] ?? 0] ?? 0
        whole.set(text, (whole.get(text) ?? 0) - 1)
        own.set(text, (own.get(text) ?? 0) - 1)
      }
      kept.fill(0, first, end)
    }
  }
}

/** Lines from `first` up to `end`, as indices into the lines of the page. */
interface Part {
  readonly first: number
  readonly end: number
}

/** How many kept lines of the parts have each text. Parts are in the order of the page, and one may hold the next. */
function countTexts(
  hash: Int32Array,
  orders: Uint32Array,
  kept: Uint8Array,
  parts: readonly Part[],
): Map<number, number> {
  const counts = new Map<number, number>()
  let from = 0
  for (const { first, end } of parts) {
    for (let at = Math.max(first, from); at < end; at += 1) {
      if (kept[at] === 0) continue
      const text = hash[orders[at] ?? 0] ?? 0
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    from = Math.max(from, end)
  }
  return counts
}

/** Whether so much text occurs more than once that there may be a copy: most pages end here. */
function hasRepeated(
  { texts, ownText }: PageView,
  orders: Uint32Array,
  kept: Uint8Array,
  counts: ReadonlyMap<number, number>,
): boolean {
  let chars = 0
  for (let at = 0; at < orders.length && chars < 2 * MIN_CHARS; at += 1) {
    const i = orders[at] ?? 0
    if (kept[at] === 1 && (counts.get(texts.hash[i] ?? 0) ?? 0) > 1) chars += ownText[i] ?? 0
  }
  return chars >= 2 * MIN_CHARS
}

/** The parts that call themselves copies, by their class; the class that comes last on the page is the first. */
function markedParts(
  all: readonly HtmlElement[],
  { parents, text, classes }: PageView,
  orders: Uint32Array,
): readonly (readonly Part[])[] {
  const byClass = new Map<number, HtmlElement[] | null>()
  for (const element of all) {
    if ((text[element.order] ?? 0) < MIN_CHARS) continue
    const number = classes.numbers[element.order] ?? 0
    const known = byClass.get(number)
    if (known === undefined) byClass.set(number, saysCopy(classes.names[number] ?? '') ? [element] : null)
    else known?.push(element)
  }
  const marked = [...byClass.values()].filter((elements) => elements !== null)
  if (marked.length === 0) return []
  /** The last element below each, and the number of lines before it. */
  const last = Uint32Array.from(all.keys())
  for (let i = all.length - 1; i > 0; i -= 1) {
    const parent = parents[i] ?? 0
    if ((last[i] ?? 0) > (last[parent] ?? 0)) last[parent] = last[i] ?? 0
  }
  const before = new Uint32Array(all.length + 1)
  for (const order of orders) before[order + 1] = 1
  for (let i = 1; i < before.length; i += 1) before[i] = (before[i] ?? 0) + (before[i - 1] ?? 0)
  const partOf = ({ order }: HtmlElement): Part => ({
    first: before[order] ?? 0,
    end: before[(last[order] ?? 0) + 1] ?? 0,
  })
  return marked.map((elements) => elements.map(partOf)).toReversed()
}

function saysCopy(name: string): boolean {
  let found = false
  eachWordIn(name, (word) => {
    if (COPY_WORDS.has(word)) found = true
  })
  return found
}
