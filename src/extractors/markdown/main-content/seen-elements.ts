// Which elements a reader sees at all: everything else is left out before anything is measured.
import type { HtmlElement } from '#extract/html/html-node.ts'

/** Machinery, controls and embedded things: no running text in any page. */
const NEVER_TEXT = new Set(
  (
    'script style template head title meta link base noscript noembed noframes object embed applet iframe canvas ' +
    'audio video input select textarea button option optgroup datalist progress meter svg area map dialog ' +
    'param source track'
  ).split(' '),
)
const HIDDEN_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** False for what is never shown as text: machinery, form controls, hidden elements. */
export function isSeen(element: HtmlElement): boolean {
  if (NEVER_TEXT.has(element.name)) return false
  const { attributes } = element
  for (let i = 0; i < attributes.length; i += 2) {
    const name = attributes[i]
    if (name === 'hidden') return attributes[i + 1] === 'until-found'
    if (name === 'style' && HIDDEN_STYLE.test(attributes[i + 1] as string)) return false
    if (name === 'aria-hidden' && attributes[i + 1] === 'true') return false
  }
  return true
}

/** As `isSeen`, but with hidden elements: for pages that a script was to show. */
export function isSeenOrHidden(element: HtmlElement): boolean {
  return !NEVER_TEXT.has(element.name)
}
