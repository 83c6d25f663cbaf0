// Chooses the lines that are content: those that make the expected F1 of the page's words highest.
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'
import type { PageLines } from '#extractors/markdown/main-content/lines/page-lines.ts'

const STEPS = 100
/** Lines of a page are right and wrong together, not each by itself: the best bound is a little lower than that. */
const SHARED = 0.85

/**
 * The lowest probability that is content. With known probabilities the best choice by F1 is all lines above half of the
 * F1 that is reached: a page of doubtful lines needs a lower bound than one of clear ones. Infinity without lines.
 */
export function chooseBound(view: PageView, { orders }: PageLines, probabilities: Float64Array): number {
  const chars = new Float64Array(STEPS + 1)
  const worth = new Float64Array(STEPS + 1)
  let all = 0
  for (let at = 0; at < orders.length; at += 1) {
    const own = view.ownText[orders[at] as number] as number
    const probability = probabilities[at] as number
    const step = Math.floor(probability * STEPS)
    chars[step] = (chars[step] as number) + own
    worth[step] = (worth[step] as number) + own * probability
    all += own * probability
  }
  let best = 0
  let bound = Number.POSITIVE_INFINITY
  let chosen = 0
  let right = 0
  for (let step = STEPS; step >= 0; step -= 1) {
    chosen += chars[step] as number
    right += worth[step] as number
    const f1 = chosen + all > 0 ? (2 * right) / (chosen + all) : 0
    if (f1 > best) {
      best = f1
      bound = (SHARED * step) / STEPS
    }
  }
  return bound
}
