// Notes inside the sentence they belong to, which a style sheet shows in the margin.
import { attribute, lineText, type HtmlElement } from '#parsing/html/html-node.ts'

/** The names that Tufte's style sheet and its many relatives use. */
const SIDE_NOTE = /(?:^|\s)(?:side-?note|margin-?note)(?:\s|$)/i
const IN_A_LINE = new Set(['span', 'small', 'aside', 'em', 'i'])
const MARK = /^[[(]?(?:\d{1,3}|[*†‡⊕])?[\])]?$/

export function isSideNote(element: HtmlElement): boolean {
  return IN_A_LINE.has(element.name) && SIDE_NOTE.test(attribute(element, 'class') ?? '')
}

/** The raised numbers and labels before side notes: a Markdown mark takes their place. */
export function marksOfSideNotes(
  roots: readonly HtmlElement[],
  elements: readonly HtmlElement[],
): ReadonlySet<HtmlElement> {
  const marks = new Set<HtmlElement>()
  const holders = new Set<HtmlElement>()
  for (const element of elements)
    if (isSideNote(element) && element.parent !== null && !roots.includes(element))
      holders.add(element.parent)
  for (const { children } of holders) {
    let waiting: HtmlElement[] = []
    for (const child of children) {
      if (child.kind === 'text') {
        if (/\S/.test(child.text)) waiting = []
      } else if (isSideNote(child)) for (const mark of waiting.splice(0)) marks.add(mark)
      else if (isMark(child)) waiting.push(child)
      // The check box that opens the note on small screens.
      else if (child.name !== 'input') waiting = []
    }
  }
  return marks
}

/** A link in it leads to a note of its own, which the side note repeats: then it does not mark the side note. */
function isMark(element: HtmlElement): boolean {
  if (element.name !== 'label' && (element.name !== 'sup' || holdsLink(element))) return false
  return MARK.test(lineText(element, 10))
}

/** The text of a note without its number, to find a note that occurs twice. */
export function noteWords(note: HtmlElement): string {
  return lineText(note, 2_000)
    .replace(/^[[(]?\d{1,3}[\])]?[.:)]?\s*/, '')
    .replace(/[↩↑⤴⏎^]\ufe0e?$/, '')
    .trim()
}

const holdsLink = (element: HtmlElement): boolean =>
  element.children.some((child) => child.kind === 'element' && (child.name === 'a' || holdsLink(child)))
