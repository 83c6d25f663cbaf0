// Sums up the visible text that is not part of the content, by what it is.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { isShown } from '#parsing/html/visible-elements.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
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

const BY_TAG: Readonly<Record<string, RemovedReason>> = {
  nav: 'navigation',
  menu: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'aside',
  form: 'controls',
  button: 'controls',
  label: 'controls',
}
const BY_EVIDENCE: readonly (readonly [number, RemovedReason])[] = [
  [EVIDENCE.comments, 'comments'],
  [EVIDENCE.elsewhere, 'related'],
  [EVIDENCE.never, 'navigation'],
  [EVIDENCE.about, 'about'],
  [EVIDENCE.siblings, 'aside'],
]

/** Why the text of an element is not content, by its tag and its names; null where they say nothing. */
export function reasonOf(element: HtmlElement, evidence: number): RemovedReason | null {
  return BY_TAG[element.name] ?? BY_EVIDENCE.find(([bit]) => (evidence & bit) !== 0)?.[1] ?? null
}

/** The text that `skip` leaves out, and how much text the page shows; the outermost reason counts. */
export function removedText(
  all: readonly HtmlElement[],
  { view, scored, title }: MainContent,
  skip: (element: HtmlElement) => boolean,
): { readonly removed: RemovedText; readonly visibleChars: number } {
  const reasons = reasonsOf(all, view)
  const skipped = spread(all, skip)
  const unseen = spread(all, (element) => !isShown(element))
  const chars = new Map<RemovedReason, number>()
  let visible = 0
  let removed = 0
  for (const i of scored.lines.orders) {
    if (unseen[i] === 1) continue
    const own = view.ownText[i] as number
    visible += own
    if (skipped[i] === 0 || i === title?.order) continue
    const reason = reasons[i] ?? 'other'
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

/** 1 where `is` holds for the element or one above it. */
function spread(all: readonly HtmlElement[], is: (element: HtmlElement) => boolean): Uint8Array {
  const table = new Uint8Array(all.length)
  for (const element of all) {
    const { order, parent } = element
    if ((parent !== null && table[parent.order] === 1) || is(element)) table[order] = 1
  }
  return table
}

/** The outermost reason at or above each element. */
export function reasonsOf(
  all: readonly HtmlElement[],
  { evidence }: { readonly evidence: Uint16Array },
): readonly (RemovedReason | null)[] {
  const reasons: (RemovedReason | null)[] = []
  for (const element of all) {
    const above = element.parent === null ? null : (reasons[element.parent.order] ?? null)
    reasons.push(above ?? reasonOf(element, evidence[element.order] as number))
  }
  return reasons
}
