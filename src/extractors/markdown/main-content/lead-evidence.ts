// The description of a page often quotes the first words of its text, which distinguishes the text from longer
// comments.
import { closest, rawText, type HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** So many words in a row are a quotation. */
const QUOTED_WORDS = 7
/** Room for them in any script, and for the white space before them. */
const QUOTED_CHARS = 300
/** A line with more than this share of its container is a standfirst or a teaser: the text is elsewhere. */
const MAX_SHARE = 0.4
/** Longer than any standfirst: paragraphs that only line breaks part. */
const LONG_LINE = 600
/** The text the page describes wins over others of up to five times its worth. */
const RIVAL_SHARE = 0.2
const OUT = EVIDENCE.never | EVIDENCE.comments | EVIDENCE.elsewhere

/** The elements that hold the line which opens as the page's description does, and much more; none where no line does. */
export function holdersOfLead(
  view: PageView,
  all: readonly HtmlElement[],
  description: string | null,
): ReadonlySet<HtmlElement> {
  const holders = new Set<HtmlElement>()
  const lead = description === null ? null : findLead(view, all, openingOf(description))
  if (lead === null) return holders
  const own = view.ownProse[lead.order] ?? 0
  for (let element: HtmlElement | null = lead; element !== null; element = element.parent) {
    if (own > LONG_LINE || own < (view.prose[element.order] ?? 0) * MAX_SHARE) holders.add(element)
  }
  return holders
}

function findLead(view: PageView, all: readonly HtmlElement[], opening: string | null): HtmlElement | null {
  if (opening === null) return null
  const rarest = opening.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest))
  for (const element of all) {
    const at = element.order
    if ((view.ownProse[at] ?? 0) <= 0 || ((view.evidence[at] ?? 0) & OUT) !== 0) continue
    const text = rawText(element, QUOTED_CHARS).toLowerCase()
    // Nearly all lines lack the longest of the words, which is checked first.
    if (text.includes(rarest) && openingOf(text) === opening) return element
  }
  return null
}

function openingOf(text: string): string | null {
  const words =
    text
      .slice(0, QUOTED_CHARS)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words.length < QUOTED_WORDS ? null : words.slice(0, QUOTED_WORDS).join(' ')
}

export interface Rival {
  readonly element: HtmlElement
  readonly score: number
}

/** The best rival outside of the best element, if its value is high enough in comparison. */
export function bestRival(rivals: readonly Rival[], best: Rival): HtmlElement | null {
  let found: Rival | null = null
  for (const rival of rivals) {
    if (rival.score <= best.score * RIVAL_SHARE || rival.score <= (found?.score ?? 0)) continue
    if (!isWithin(best.element, rival.element) && !isWithin(rival.element, best.element)) found = rival
  }
  return found?.element ?? null
}

/** Whether an element is another or stands in it. */
export const isWithin = (inner: HtmlElement | null, outer: HtmlElement): boolean =>
  closest(inner, (element) => element === outer) !== null
