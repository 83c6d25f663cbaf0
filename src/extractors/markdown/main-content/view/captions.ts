// Tells the words that go with a picture from what is only called a caption.
import { closest, type HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from './element-evidence.ts'
import type { PageView } from './page-view.ts'
import { HEADING_LEVEL } from './tags.ts'

const MAX_CHARS = 1_000
/** Classes that call as much of the content a caption as this mean small letters, or the text of cards. */
const MAX_SHARE = 0.25
const PICTURES = new Set(['img', 'amp-img', 'picture', 'svg', 'video'])

/** Whether an element is a caption, by `element.order`; `keptChars` has the characters of content in each element. */
export function captionsOf(
  all: readonly HtmlElement[],
  view: PageView,
  keptChars: Float64Array,
): (order: number) => boolean {
  const isCalled = (i: number): boolean =>
    ((view.evidence[i] ?? 0) & EVIDENCE.caption) !== 0 &&
    view.block[i] === 1 &&
    (view.text[i] ?? 0) < MAX_CHARS
  /** Characters of what only a class calls so. */
  let chars = 0
  for (const element of all) {
    const { order, parent } = element
    if (view.shown[order] === 0 || !isCalled(order) || isInFigure(element)) continue
    if (closest(parent, (above) => isCalled(above.order)) === null) chars += keptChars[order] ?? 0
  }
  if (chars < (keptChars[0] ?? 0) * MAX_SHARE) return isCalled
  const isBesidePicture = besidePictures(all, view)
  return (order) => isCalled(order) && (isBesidePicture(order) || isInFigure(all[order] ?? null))
}

/** Whether all text beside a picture is this element, and it is neither a heading nor a link, as the text of cards is. */
function besidePictures(all: readonly HtmlElement[], view: PageView): (order: number) => boolean {
  const pictures = new Uint8Array(all.length)
  const headings = new Uint8Array(all.length)
  for (let i = all.length - 1; i > 0; i -= 1) {
    if (PICTURES.has(all[i]?.name ?? '')) pictures[i] = 1
    if (HEADING_LEVEL[view.tags[i] ?? 0] !== 0) headings[i] = 1
    const parent = view.parents[i] ?? 0
    if (pictures[i] === 1) pictures[parent] = 1
    if (headings[i] === 1) headings[parent] = 1
  }
  return (order) => {
    const parent = view.parents[order] ?? 0
    const isAlone = view.text[parent] === view.text[order]
    return isAlone && pictures[parent] === 1 && headings[order] === 0 && view.links[order] === 0
  }
}

const isInFigure = (element: HtmlElement | null): boolean =>
  closest(element, ({ name }) => name === 'figure' || name === 'figcaption') !== null
