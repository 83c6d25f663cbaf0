// Finds the element whose own paragraphs make up the content: the core that everything else is judged against.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { EVIDENCE } from '#extractors/markdown/main-content/view/element-evidence.ts'
import { bestRival, type Rival } from './lead-evidence.ts'
import { tagSet } from '#extractors/markdown/main-content/view/tags.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/**
 * The share of a child's value that counts for its parent. Below 1, so that the parent of an article and a few teasers
 * does not win over the article; far above 1/2, so that the parent of many sections wins over each.
 */
const STEP = 0.7
/** These belong to the surrounding text, without reduction. */
const TRANSPARENT = tagSet(
  'p li ul ol dl dd dt blockquote pre td th tr tbody thead tfoot table figure center font span b i em strong u small'.split(
    ' ',
  ),
)
/** A long live ticker in a side bar must not outweigh a short article. */
const BESIDE_TRUST = 0.15
const OUT = EVIDENCE.never | EVIDENCE.comments | EVIDENCE.elsewhere

/** The core, or null for a page without prose. `described` holds what the page's own description quotes. */
export function chooseCore(view: PageView, described: ReadonlySet<HtmlElement>): HtmlElement | null {
  const { evidence, ownProse, isVisible, prose } = view
  let best: Rival | null = null
  const rivals: Rival[] = []

  const visit = (element: HtmlElement, trust: number): number => {
    const at = element.order
    const found = evidence[at] ?? 0
    if ((found & OUT) !== 0) return 0
    const inner = (found & (EVIDENCE.siblings | EVIDENCE.about)) !== 0 ? trust * BESIDE_TRUST : trust
    let score = ownProse[at] ?? 0
    let parts = 0
    let only = 0
    for (const child of element.children) {
      if (child.kind !== 'element' || !isVisible(child)) continue
      const worth = visit(child, inner)
      if (worth === 0) continue
      parts += 1
      if (TRANSPARENT[view.tags[child.order] ?? 0] === 1) score += worth
      else {
        score += worth * STEP
        only = worth
      }
    }
    // A wrapper round one part is that part.
    if (parts === 1 && only > 0) score += only * (1 - STEP)
    if ((found & EVIDENCE.siblings) !== 0) score *= 0.5
    if (TRANSPARENT[view.tags[at] ?? 0] === 0 && (prose[at] ?? 0) > 0) {
      const weighed = score * trust * weightOf(found)
      if (weighed > (best?.score ?? 0)) best = { element, score: weighed }
      if (described.has(element)) rivals.push({ element, score: weighed })
    }
    return Math.max(score, -200)
  }
  visit(view.root, 1)
  // Assigned in `visit`, which the compiler does not follow.
  const first = best as Rival | null
  return first === null ? null : (bestRival(rivals, first) ?? first.element)
}

function weightOf(evidence: number): number {
  if ((evidence & EVIDENCE.body) !== 0) return 1.4
  if ((evidence & EVIDENCE.content) !== 0) return 1.15
  return 1
}
