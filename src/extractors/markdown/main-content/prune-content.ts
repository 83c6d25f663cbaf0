// Removes from the parts everything that is not content: navigation, forms, teasers, notes about the article.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from './element-evidence.ts'
import { isTeaserLine } from './link-purpose.ts'
import type { PageView } from './page-view.ts'

/** The values of `dropped` for an element. */
export const DROPPED = 1
/** The words that go with a picture: kept beside it, no part of the running text. */
export const CAPTION = 2
/** The heading with the page's title: written once, above the content. */
export const TITLE = 3

/** Marks in `dropped` the elements below `root` that are not content. */
export function pruneContent(
  view: PageView,
  root: HtmlElement,
  dropped: Uint8Array,
  site: string | null,
): void {
  const much = (view.prose[root.order] as number) * MAJOR_PART
  const visit = (element: HtmlElement): void => {
    for (const child of element.children) {
      if (child.kind !== 'element' || dropped[child.order] === TITLE) continue
      if (!view.isVisible(child) || isBoilerplate(view, child, site, much)) dropped[child.order] = DROPPED
      else if (isCaption(view, child)) dropped[child.order] = CAPTION
      else visit(child)
    }
  }
  visit(root)
}

/** An element with this share of the prose is not classified by its name, which may be `with-sidebar`. */
const MAJOR_PART = 0.35

const inHeading = (element: HtmlElement): boolean => /^h[1-6]$/.test(element.parent?.name ?? '')

function isBoilerplate(view: PageView, element: HtmlElement, site: string | null, much: number): boolean {
  const at = element.order
  const found = view.evidence[at] as number
  const text = view.text[at] as number
  const prose = view.prose[at] as number
  if ((found & EVIDENCE.assistive) !== 0) return true
  // A name inside a sentence is about its looks or its behaviour ("popup"): the sentence needs the words.
  const inSentence = view.block[at] === 0 && (view.ownProse[lineOf(view, element).order] as number) > 0
  if ((found & (EVIDENCE.comments | EVIDENCE.elsewhere)) !== 0) return !inSentence
  if (prose > much || inHeading(element)) return false
  if ((found & EVIDENCE.never) !== 0) return !inSentence
  if (text === 0 || (found & EVIDENCE.notes) !== 0) return false
  const density = (view.links[at] as number) / text
  if ((found & EVIDENCE.about) !== 0 && text < 600 && prose < 400) return !inSentence
  if ((found & EVIDENCE.siblings) !== 0 && (text < 600 || density > 0.3))
    return !inSentence && !isHeadingAlone(view, element, text)
  if (view.block[at] === 0) return false
  if (element.name === 'ul' || element.name === 'ol')
    return density > 0.5 && mostlyTeasers(view, element, site)
  if (element.name === 'form') return true
  if (element.name === 'p') return isTeaserLine(view, element, site)
  return density > 0.5 && prose < 50 && !LIST_PARTS.has(element.name) && !isPictureWithWords(view, element)
}

/** The `header` of a section: a box round its heading and nothing else. */
function isHeadingAlone(view: PageView, element: HtmlElement, text: number): boolean {
  for (const child of element.children) {
    if (child.kind !== 'element' || (view.text[child.order] as number) < text) continue
    return /^h[2-6]$/.test(child.name) || isHeadingAlone(view, child, text)
  }
  return false
}

function lineOf(view: PageView, element: HtmlElement): HtmlElement {
  let line = element
  while (view.block[line.order] === 0 && line.parent !== null) line = line.parent
  return line
}

const LIST_PARTS = new Set([
  'li',
  'dt',
  'dd',
  'td',
  'th',
  'tr',
  'tbody',
  'thead',
  'tfoot',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])

function mostlyTeasers(view: PageView, list: HtmlElement, site: string | null): boolean {
  let items = 0
  let teasers = 0
  for (const item of list.children) {
    if (item.kind !== 'element' || (view.text[item.order] as number) === 0) continue
    items += 1
    if (isTeaserLine(view, item, site)) teasers += 1
  }
  return teasers * 2 >= items
}

/** Links of captions name a thing; those of teasers say what happened. */
const SHORT_LINK = 25
const PICTURES = new Set(['img', 'picture', 'amp-img', 'video', 'iframe'])

/** An image above words with one or two links among them; the headline of a teaser is a link as a whole. */
function isPictureWithWords(view: PageView, element: HtmlElement): boolean {
  const links = view.links[element.order] as number
  return links < SHORT_LINK && links < (view.text[element.order] as number) * 0.8 && holdsPicture(element)
}

/** A figure's caption by name, or the few words in a block that is there for a picture. */
function isCaption(view: PageView, element: HtmlElement): boolean {
  const at = element.order
  const text = view.text[at] as number
  if (text === 0) return false
  if (((view.evidence[at] as number) & EVIDENCE.caption) !== 0) return text < 1_000
  return (
    view.block[at] === 1 &&
    element.name !== 'p' &&
    text < 300 &&
    ((view.evidence[at] as number) & EVIDENCE.picture) !== 0 &&
    holdsPicture(element)
  )
}

function holdsPicture(element: HtmlElement): boolean {
  return element.children.some(
    (child) => child.kind === 'element' && (PICTURES.has(child.name) || holdsPicture(child)),
  )
}
