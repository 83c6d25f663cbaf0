// The measurements of a page for the rules, computed once: visibility, lengths, evidence of names, and the amount of
// prose.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isHidden } from '#parsing/html/visible-elements.ts'
import { EVIDENCE, evidenceOf, evidenceOfName } from './element-evidence.ts'
import { measurePage, type PageMeasures } from './measure-page.ts'
import { HEADING_LEVEL, tagNumber, tagSet } from './tags.ts'

/** Most elements share their class with others, so each value is looked at once and has a number. */
interface PageClasses {
  /** The number of the class of each shown element, by `element.order`; 0 without one. */
  readonly numbers: Uint32Array
  /** The values of the attribute, by number. */
  readonly names: readonly string[]
}

export interface PageView extends PageMeasures {
  readonly root: HtmlElement
  readonly elements: number
  readonly classes: PageClasses
  readonly isVisible: (element: HtmlElement) => boolean
  /** 1 where the element itself is hidden (`isHidden`). */
  readonly hides: Uint8Array
  /** 1 where the element or one above it is. */
  readonly hidden: Uint8Array
  /** Evidence bits by `element.order`, doubtful ones removed. */
  readonly evidence: Uint16Array
  /** The value of an element's own lines as prose; below zero for lists of links. */
  readonly ownProse: Float64Array
  /** Sum of the positive `ownProse` below. */
  readonly prose: Float64Array
}

/** A line of at least this many characters outside links reads as prose; shorter ones are labels and captions. */
const PROSE_CHARS = 60
/** A word or two before a full stop is a label ("More."), a clause is a sentence. */
const SENTENCE_CHARS = 25
/** The value of a sentence end: prose has one each 100 characters or so, menus and tables have none. */
const STOP_WORTH = 20

export function viewPage(document: HtmlDocument): PageView {
  const { root, all } = document
  const elements = all.length
  const measures = measurePage(document)
  const { parents, tags, seen, shown, text, links } = measures
  const evidence = new Uint16Array(elements)
  const ownProse = new Float64Array(elements)
  const prose = new Float64Array(elements)
  const holdsTitle = new Uint8Array(elements)
  const classes = readClasses(all, shown)
  const named = Uint16Array.from(classes.names, evidenceOfName)

  // Backwards, so that all below an element is summed up before it.
  for (let i = elements - 1; i >= 0; i -= 1) {
    if (shown[i] === 0) continue
    const element = all[i] as HtmlElement
    const found = evidenceOf(element, tags[i] as number, named[classes.numbers[i] as number] as number)
    const leads = (found & EVIDENCE.menu) !== 0 && (links[i] as number) * 2 > (text[i] as number)
    evidence[i] = leads ? found | EVIDENCE.never : found
    const own = proseWorth(i, measures)
    ownProse[i] = own
    if (own > 0) prose[i] = (prose[i] as number) + own
    if (tags[i] === TITLE) holdsTitle[i] = 1
    if (i === 0) continue
    const parent = parents[i] as number
    prose[parent] = (prose[parent] as number) + (prose[i] as number)
    if (holdsTitle[i] === 1) holdsTitle[parent] = 1
  }
  const total = prose[root.order] as number
  for (let at = 0; at < elements; at += 1) {
    const found = evidence[at] as number
    if ((found & UNCERTAIN) !== 0 && (prose[at] as number) > total * 0.4) {
      const { name } = all[at] as HtmlElement
      // Names of elements that contain most of a page describe its layout ("has-sidebar"), not its text. Comments and
      // teasers may well be longer than a short article, but they do not contain the main heading.
      const kept =
        holdsTitle[at] === 0 && (prose[at] as number) < total * 0.9
          ? EVIDENCE.comments | EVIDENCE.elsewhere
          : 0
      const byTag =
        holdsTitle[at] === 0 && (name === 'aside' || name === 'nav')
          ? found & (EVIDENCE.siblings | EVIDENCE.never)
          : 0
      evidence[at] = (found & (~UNCERTAIN | kept)) | byTag
    }
  }
  return {
    root,
    elements,
    classes,
    isVisible: ({ order }) => seen[order] === 1,
    ...hiddenOf(all, parents),
    evidence,
    ownProse,
    prose,
    ...measures,
  }
}

function readClasses(all: readonly HtmlElement[], shown: Uint8Array): PageClasses {
  const numbers = new Uint32Array(all.length)
  const names = ['']
  const known = new Map<string, number>()
  for (let i = 0; i < all.length; i += 1) {
    const name = shown[i] === 0 ? null : attribute(all[i] as HtmlElement, 'class')
    if (name === null || name === '') continue
    let number = known.get(name)
    if (number === undefined) {
      number = names.push(name) - 1
      known.set(name, number)
    }
    numbers[i] = number
  }
  return { numbers, names }
}

/** 1 for the elements for which `is` holds and for all in them, by `element.order`. */
export function within(
  all: readonly HtmlElement[],
  { parents }: PageView,
  is: (element: HtmlElement) => boolean,
): Uint8Array {
  const table = new Uint8Array(all.length)
  for (const [i, element] of all.entries()) if (table[parents[i] ?? 0] === 1 || is(element)) table[i] = 1
  return table
}

function hiddenOf(all: readonly HtmlElement[], parents: Uint32Array): Pick<PageView, 'hides' | 'hidden'> {
  const hides = new Uint8Array(all.length)
  const hidden = new Uint8Array(all.length)
  for (let i = 0; i < all.length; i += 1) {
    if (isHidden(all[i] as HtmlElement)) hides[i] = 1
    hidden[i] = (hides[i] as number) | (i === 0 ? 0 : (hidden[parents[i] as number] as number))
  }
  return { hides, hidden }
}

const UNCERTAIN =
  EVIDENCE.never |
  EVIDENCE.comments |
  EVIDENCE.elsewhere |
  EVIDENCE.about |
  EVIDENCE.siblings |
  EVIDENCE.caption

const TITLE = tagNumber('h1')
const NO_PROSE = tagSet(['h1', 'figcaption', 'address', 'legend', 'caption'])
/** Some editors use headings for large print; real ones are shorter. */
export const LONG_HEADING = 100

function proseWorth(order: number, { tags, ownText, ownLinks, ownStops }: PageMeasures): number {
  const all = ownText[order] as number
  const tag = tags[order] as number
  if (all === 0 || NO_PROSE[tag] === 1) return 0
  const linked = ownLinks[order] as number
  const free = all - linked
  if (HEADING_LEVEL[tag] !== 0) return free > LONG_HEADING ? free / 2 : 0
  const stops = ownStops[order] as number
  if (linked * 2 < all && (free >= PROSE_CHARS || (free >= SENTENCE_CHARS && stops > 0))) {
    return free + STOP_WORTH * stops
  }
  return linked > 0 ? -Math.min(linked, 80) * 0.3 : 0
}
