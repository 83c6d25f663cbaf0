// Chooses the lines that are content: those that make the expected F1 of the page's words highest.
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import { HEADING_LEVEL, tagSet } from '#extractors/markdown/main-content/view/tags.ts'

const STEPS = 100
/** A line with less is no content on any page. */
const MIN_BOUND = 0.02
/** What is a little less likely than the bound stands beside what is above it, and is more often content than it says. */
const MARGIN = 0.9
/** A heading above a line of content is content from this share of the bound on, preformatted text below one from that. */
const HEADING_SHARE = 0.5
const PREFORMATTED_SHARE = 0.2
const PREFORMATTED = tagSet(['pre'])
const CELLS = tagSet(['td', 'th'])
/** What opens content is its heading. */
const HANDLES = tagSet(['summary'])
/**
 * Lines of a page are right and wrong together: who takes one card of a shop for content takes all of them. So all
 * probabilities of a page are shifted by the same unknown error, in log odds. This is its standard deviation, by folds.
 */
const DEVIATION = 1.5
/** Middles of nine equal parts of the normal distribution. */
const SHIFTS = [-1.593, -0.967, -0.589, -0.282, 0, 0.282, 0.589, 0.967, 1.593]

/** A shifted probability is, as a mean over the shifts, about what it was: the odds are stretched for that. */
const STRETCH = Math.hypot(1, DEVIATION * Math.sqrt(Math.PI / 8))

/** By shift: the probability of the lines of each step. */
const SHIFTED = SHIFTS.map((shift) =>
  Float64Array.from({ length: STEPS }, (_, step) => {
    const probability = (step + 0.5) / STEPS
    const odds = Math.log(probability / (1 - probability))
    return 1 / (1 + Math.exp(-STRETCH * odds - DEVIATION * shift))
  }),
)

/**
 * Keeps the lines from a probability on: the one with the highest F1 as a mean over the shifts. With known probabilities
 * that is half of the F1 that is reached: a page of doubtful lines needs a lower bound than one of clear ones. `out` has 1
 * for elements whose lines are no content; the bound is infinite where no line is.
 */
export function chooseLines(
  view: PageView,
  orders: Uint32Array,
  probabilities: Float64Array,
  out: Uint8Array,
): { readonly bound: number; readonly kept: Uint8Array } {
  const chars = new Float64Array(STEPS)
  for (let at = 0; at < orders.length; at += 1) {
    const i = orders[at] ?? 0
    if (out[i] === 1) continue
    const step = Math.min(STEPS - 1, Math.floor((probabilities[at] ?? 0) * STEPS))
    chars[step] = (chars[step] ?? 0) + (view.ownText[i] ?? 0)
  }
  const bound = Math.max(MIN_BOUND, (MARGIN * bestStep(chars)) / STEPS)
  const kept = new Uint8Array(orders.length)
  for (let at = 0; at < orders.length; at += 1)
    if (out[orders[at] ?? 0] === 0 && (probabilities[at] ?? 0) >= bound) kept[at] = 1
  const isJoined = (at: number, share: number): boolean =>
    out[orders[at] ?? 0] === 0 && (probabilities[at] ?? 0) >= bound * share
  for (let at = 1; at < orders.length; at += 1) {
    const isPreformatted = PREFORMATTED[view.tags[orders[at] ?? 0] ?? 0] === 1
    if (kept[at - 1] === 1 && isPreformatted && isJoined(at, PREFORMATTED_SHARE)) kept[at] = 1
  }
  // Backwards, so that the heading of a part stands above that of its first section.
  for (let at = orders.length - 2; at >= 0; at -= 1) {
    const tag = view.tags[orders[at] ?? 0] ?? 0
    const isHeading = HEADING_LEVEL[tag] !== 0 || HANDLES[tag] === 1
    if (kept[at + 1] === 1 && isHeading && isJoined(at, HEADING_SHARE)) kept[at] = 1
  }
  keepWholeRows(view, orders, out, kept)
  return { bound, kept }
}

/** A row of a table with some of its cells would say what the page does not: it is kept whole, or not. */
function keepWholeRows(view: PageView, orders: Uint32Array, out: Uint8Array, kept: Uint8Array): void {
  for (let from = 0, to = 1; from < orders.length; from = to, to += 1) {
    const row = rowOf(view, orders, from)
    if (row < 0) continue
    while (rowOf(view, orders, to) === row) to += 1
    let balance = 0
    for (let cell = from; cell < to; cell += 1) {
      const chars = view.ownText[orders[cell] ?? 0] ?? 0
      balance += kept[cell] === 1 ? chars : -chars
    }
    for (let cell = from; cell < to; cell += 1)
      kept[cell] = balance >= 0 && out[orders[cell] ?? 0] === 0 ? 1 : 0
  }
}

/** The order of the row of a line that is a cell; -1 for other lines. */
function rowOf(view: PageView, orders: Uint32Array, at: number): number {
  const order = orders[at]
  return order !== undefined && CELLS[view.tags[order] ?? 0] === 1 ? (view.parents[order] ?? -1) : -1
}

/** The step with the highest mean of F1; `chars` has the characters of the lines of each step. */
function bestStep(chars: Float64Array): number {
  const wanted = SHIFTED.map((shares) =>
    shares.reduce((sum, share, step) => sum + share * (chars[step] ?? 0), 0),
  )
  const right = new Float64Array(SHIFTS.length)
  let best = 0
  let lowest = Number.POSITIVE_INFINITY
  let chosen = 0
  for (let step = STEPS - 1; step >= 0; step -= 1) {
    const own = chars[step] ?? 0
    if (own === 0) continue
    chosen += own
    let f1 = 0
    for (let shift = 0; shift < SHIFTS.length; shift += 1) {
      right[shift] = (right[shift] ?? 0) + own * (SHIFTED[shift]?.[step] ?? 0)
      f1 += (2 * (right[shift] ?? 0)) / (chosen + (wanted[shift] ?? 0))
    }
    if (f1 > best) {
      best = f1
      lowest = step
    }
  }
  return lowest
}
