// Code that stands as a block without a `pre`: by its line breaks, by blocks in it, or by how it is shown.
import { BLOCK_ELEMENTS } from '#parsing/html/element-groups.ts'
import { attribute, closest, elementsOf, type HtmlElement } from '#parsing/html/html-node.ts'

const CODE = new Set(['code', 'samp'])
const KEEPS_LINES = /white-space\s*:\s*(?:pre|break-spaces)/i
const IS_BLOCK = /display\s*:\s*block/i
const MAX_STEPS = 3

/** Whether a `code` is to be written as a fenced block: it has several lines, and no words beside it. */
export function isBlockCode(element: HtmlElement): boolean {
  if (!CODE.has(element.name)) return false
  if (holds(element, ({ name }) => BLOCK_ELEMENTS.has(name))) return true
  if (holds(element, ({ name }) => name === 'br')) return IS_BLOCK.test(styleOf(element)) || isAlone(element)
  return keepsLines(element) && holdsLineEnd(element)
}

/** Whether a `code` in a sentence or a cell shows several lines. */
export const hasLines = (element: HtmlElement): boolean =>
  holds(element, ({ name }) => name === 'br' || BLOCK_ELEMENTS.has(name))

const keepsLines = (element: HtmlElement): boolean =>
  closest(element, (around) => KEEPS_LINES.test(styleOf(around)), MAX_STEPS) !== null

function holdsLineEnd(element: HtmlElement): boolean {
  for (const inner of elementsOf(element))
    for (const child of inner.children)
      if (child.kind === 'text' && child.text.trim().includes('\n')) return true
  return false
}

/** Nothing but blanks and line breaks beside it, up to the next block. */
function isAlone(element: HtmlElement): boolean {
  let inner = element
  for (let around = element.parent; around !== null; around = around.parent) {
    for (const child of around.children) {
      if (child === inner || (child.kind === 'text' && !/\S/.test(child.text))) continue
      if (child.kind === 'text' || !(child.name === 'br' || BLOCK_ELEMENTS.has(child.name))) return false
    }
    if (BLOCK_ELEMENTS.has(around.name)) return true
    inner = around
  }
  return true
}

const holds = (element: HtmlElement, is: (inner: HtmlElement) => boolean): boolean =>
  elementsOf(element).some((inner) => inner !== element && is(inner))

const styleOf = (element: HtmlElement): string => attribute(element, 'style') ?? ''
