// The elements that a reader sees: all others are removed before anything is measured.
import { attribute, type HtmlElement } from './html-node.ts'
import type { HtmlDocument } from './parse-html.ts'

/** Scripts, controls and embedded objects: never running text. */
const NEVER_TEXT = new Set(
  (
    'script style template head title meta link base noscript noembed noframes object embed applet iframe canvas ' +
    'audio video input select textarea button option optgroup datalist progress meter svg area map dialog ' +
    'param source track'
  ).split(' '),
)
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** False for elements that are never shown as text: scripts, form controls, hidden elements. */
export function isVisible(element: HtmlElement): boolean {
  return !NEVER_TEXT.has(element.name) && !isHidden(element)
}

/** Whether the element is hidden by its attributes, whatever it is. */
export function isHidden({ attributes }: HtmlElement): boolean {
  for (let i = 0; i < attributes.length; i += 2) {
    const name = attributes[i]
    if (name === 'hidden') return attributes[i + 1] !== 'until-found'
    if (name === 'style' && HIDDEN_STYLE.test(attributes[i + 1] ?? '')) return true
    if (name === 'aria-hidden' && attributes[i + 1] === 'true') return true
  }
  return false
}

/** All that a reader sees before any click: as `isVisible`, with the words on buttons and in open dialogs. */
export function isShown(element: HtmlElement): boolean {
  return (
    isReadable(element) &&
    !isHidden(element) &&
    (element.name !== 'dialog' || attribute(element, 'open') !== null)
  )
}

/** Shown by a script on demand: a click opens the tab, the answer, the dialog. */
const ON_DEMAND = new Set(['button', 'dialog'])

/** The elements that `isReadable` refuses. */
export const UNREADABLE_ELEMENTS: ReadonlySet<string> = NEVER_TEXT.difference(ON_DEMAND)

/** As `isVisible`, with hidden elements and the words of buttons and dialogs: all that a reader could come to see. */
export function isReadable(element: HtmlElement): boolean {
  return !UNREADABLE_ELEMENTS.has(element.name)
}

/** Characters of the visible text without white space: enough to distinguish a page from a shell or a wall. */
export function visibleCharsOf({ root }: HtmlDocument): number {
  let chars = 0
  const stack: HtmlElement[] = [root]
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    for (const child of element.children) {
      if (child.kind === 'element') {
        if (isVisible(child)) stack.push(child)
        continue
      }
      const { text } = child
      for (let i = 0; i < text.length; i += 1) {
        const code = text.charCodeAt(i)
        if (code > 32 && code !== 0xa0) chars += 1
      }
    }
  }
  return chars
}
