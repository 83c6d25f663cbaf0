// Keeps the figures that stand in the content: their captions and hints by themselves are often taken for none.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

const PICTURES = new Set(['img', 'amp-img', 'picture', 'svg', 'video'])
const AROUND = EVIDENCE.never | EVIDENCE.elsewhere | EVIDENCE.comments
/** What a figure says beside its caption: how to see it larger, who made it. */
const MAX_HINT_CHARS = 60

/**
 * Keeps the captions of figures that hold little else but pictures, where at least half of the text that they stand in is
 * kept. A caption that is mostly a link leads to another page, as the cards of a list do. Answers 1 for elements with a
 * picture in these figures, by `element.order`: what they say beside the caption does not count.
 */
export function keepFigures(
  all: readonly HtmlElement[],
  view: PageView,
  orders: Uint32Array,
  kept: Uint8Array,
): Uint8Array {
  const { text, parents } = view
  const count = all.length
  if (!all.some(({ name }) => name === 'figure')) return new Uint8Array(count)
  const keptChars = new Float64Array(count)
  const pictures = new Uint8Array(count)
  /** The text of captions in each element, and of figures that hold little else. */
  const captionChars = new Float64Array(count)
  const figureChars = new Float64Array(count)
  for (const [at, i] of orders.entries()) if (kept[at] === 1) keptChars[i] = view.ownText[i] ?? 0
  const isFigure = (i: number): boolean =>
    all[i]?.name === 'figure' &&
    pictures[i] === 1 &&
    (text[i] ?? 0) - (captionChars[i] ?? 0) <= MAX_HINT_CHARS &&
    ((view.evidence[i] ?? 0) & AROUND) === 0 &&
    (view.links[i] ?? 0) * 2 <= (text[i] ?? 0)
  for (let i = count - 1; i > 0; i -= 1) {
    if (view.shown[i] === 0) continue
    const name = all[i]?.name ?? ''
    if (PICTURES.has(name)) pictures[i] = 1
    if (name === 'figcaption') captionChars[i] = text[i] ?? 0
    // A gallery is a figure of figures.
    if (isFigure(i)) figureChars[i] = text[i] ?? 0
    const above = parents[i] ?? 0
    keptChars[above] = (keptChars[above] ?? 0) + (keptChars[i] ?? 0)
    pictures[above] = (pictures[above] ?? 0) | (pictures[i] ?? 0)
    captionChars[above] = (captionChars[above] ?? 0) + (captionChars[i] ?? 0)
    figureChars[above] = (figureChars[above] ?? 0) + (figureChars[i] ?? 0)
  }
  /** The nearest element above with text beside its figures. */
  const around = new Uint32Array(count)
  const inFigure = new Uint8Array(count)
  const inCaption = new Uint8Array(count)
  for (let i = 1; i < count; i += 1) {
    const above = parents[i] ?? 0
    around[i] = (text[above] ?? 0) > (figureChars[above] ?? 0) ? above : (around[above] ?? 0)
    const holder = around[i] ?? 0
    const others = (text[holder] ?? 0) - (figureChars[holder] ?? 0)
    if (inFigure[above] === 1 || (isFigure(i) && (keptChars[holder] ?? 0) * 2 >= others)) inFigure[i] = 1
    if (inFigure[i] === 1 && (inCaption[above] === 1 || all[i]?.name === 'figcaption')) inCaption[i] = 1
  }
  for (const [at, i] of orders.entries()) if (inCaption[i] === 1) kept[at] = 1
  return inFigure.map((isInside, i) => isInside & (pictures[i] ?? 0))
}
