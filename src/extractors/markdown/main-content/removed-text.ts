// Sums up the visible text that is not part of the content, by what it is.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import { within, type PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { tableByTag } from '#extractors/markdown/main-content/view/tags.ts'
import type { MainContent } from './find-main-content.ts'

export const REMOVED_REASONS = [
  'navigation',
  'header',
  'footer',
  'aside',
  'controls',
  'comments',
  'related',
  'about',
  'other',
] as const
export type RemovedReason = (typeof REMOVED_REASONS)[number]

export interface RemovedText {
  /** 0 to 1, of the visible text of the page. */
  readonly share: number
  /** The same by reason; reasons without text are not there. */
  readonly byReason: Readonly<Partial<Record<RemovedReason, number>>>
}

const numberOf = (reason: RemovedReason): number => REMOVED_REASONS.indexOf(reason) + 1
const BY_TAG = tableByTag([
  ['nav', numberOf('navigation')],
  ['menu', numberOf('navigation')],
  ['header', numberOf('header')],
  ['footer', numberOf('footer')],
  ['aside', numberOf('aside')],
  ['form', numberOf('controls')],
  ['button', numberOf('controls')],
  ['label', numberOf('controls')],
])
const BY_EVIDENCE: readonly (readonly [number, number])[] = [
  [EVIDENCE.comments, numberOf('comments')],
  [EVIDENCE.elsewhere, numberOf('related')],
  [EVIDENCE.never, numberOf('navigation')],
  [EVIDENCE.about, numberOf('about')],
  [EVIDENCE.siblings, numberOf('aside')],
]

/** Why the text of an element is not content, by its tag and its names: a number from 1, 0 where they say nothing. */
function reasonOf(tag: number, evidence: number): number {
  const byTag = BY_TAG[tag] ?? 0
  if (byTag !== 0 || evidence === 0) return byTag
  for (const [bit, reason] of BY_EVIDENCE) if ((evidence & bit) !== 0) return reason
  return 0
}

/** The reason with a number of `reasonsOf`. */
export const reasonOfNumber = (number: number): RemovedReason => REMOVED_REASONS[number - 1] ?? 'other'

/** The text that `skip` leaves out, and how much text the page shows; the outermost reason counts. */
export function removedText(
  all: readonly HtmlElement[],
  { view, scored, title }: MainContent,
  skip: (element: HtmlElement) => boolean,
): { readonly removed: RemovedText; readonly visibleChars: number } {
  const reasons = reasonsOf(view)
  const skipped = within(all, view, skip)
  const unseen = within(
    all,
    view,
    (element) =>
      view.seen[element.order] === 0 ||
      view.hides[element.order] === 1 ||
      (element.name === 'dialog' && attribute(element, 'open') === null),
  )
  const chars = new Map<RemovedReason, number>()
  let visible = 0
  let removed = 0
  for (const i of scored.lines.orders) {
    if (unseen[i] === 1) continue
    const own = view.ownText[i] ?? 0
    visible += own
    if (skipped[i] === 0 || i === title?.order) continue
    const reason = reasonOfNumber(reasons[i] ?? 0)
    removed += own
    chars.set(reason, (chars.get(reason) ?? 0) + own)
  }
  const share = (part: number): number => (visible === 0 ? 0 : Math.round((1_000 * part) / visible) / 1_000)
  const byReason = Object.fromEntries(
    REMOVED_REASONS.flatMap((reason) => {
      const part = chars.get(reason)
      return part === undefined ? [] : [[reason, share(part)]]
    }),
  )
  return { removed: { share: share(removed), byReason }, visibleChars: visible }
}

/** The number of the outermost reason at or above each element; 0 where there is none. */
export function reasonsOf({ elements, evidence, parents, tags }: PageView): Uint8Array {
  const reasons = new Uint8Array(elements)
  for (let i = 0; i < elements; i += 1) {
    const above = reasons[parents[i] ?? 0] ?? 0
    reasons[i] = above === 0 ? reasonOf(tags[i] ?? 0, evidence[i] ?? 0) : above
  }
  return reasons
}
