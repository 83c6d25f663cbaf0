// The text of each post: the part of its region that its name, or its size in all regions, tells from what stands round it.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import { isVisible } from '#parsing/html/visible-elements.ts'
import type { PageSpans } from './page-spans.ts'
import { bodyStrength, isProfile, isQuote, isSignature, shapeOf } from './post-parts.ts'

/** What of a region is looked at, and what in it is no text of the post. */
export interface BodyPlace {
  readonly from: number
  readonly end: number
  /** Elements that no body holds: the author and the time. */
  readonly apart: readonly HtmlElement[]
}

interface Candidate {
  readonly element: HtmlElement
  readonly chars: number
  readonly strength: 0 | 1 | 2
  readonly shape: string
}

const BLOCKS = new Set('div article section td dd blockquote pre p li tr table tbody dl main form'.split(' '))
/** Of the regions, those that have a body of the chosen kind. */
const MIN_SHARE = 0.6
/** By strength: of the text of the largest part that all have, and of that of the largest with such a name. */
const LEAST_SHARE = [0, 0.35, 0.2]
const INNER_SHARE = [1, 0.85, 0.5]
/** One long post must not decide. */
const MAX_COUNTED = 2_000

/** For each place its body, or null. `chars` leaves out posts in posts. */
export function chooseBodies(
  spans: PageSpans,
  chars: Float64Array,
  places: readonly BodyPlace[],
): (HtmlElement | null)[] {
  const found = places.map((place) => candidatesIn(spans, chars, place))
  const kinds = new Map<string, { count: number; chars: number; strength: number; depth: number }>()
  for (const candidates of found)
    for (const { shape, chars: size, strength, element } of candidates.values()) {
      const kind = kinds.get(shape) ?? { count: 0, chars: 0, strength, depth: 0 }
      kind.count += 1
      kind.chars += Math.min(size, MAX_COUNTED)
      kind.depth += depthOf(element)
      kinds.set(shape, kind)
    }
  const likely = [...kinds].filter(([, { count }]) => count >= MIN_SHARE * places.length)
  const largest = Math.max(0, ...likely.map(([, kind]) => kind.chars))
  const best = [2, 1, 0].flatMap((strength) => {
    const least = LEAST_SHARE[strength] ?? 0
    const named = likely.filter(([, kind]) => kind.strength === strength && kind.chars >= least * largest)
    const largestSum = Math.max(0, ...named.map(([, kind]) => kind.chars))
    // Of two that hold the same text the inner one.
    return named
      .filter(([, kind]) => kind.chars >= (INNER_SHARE[strength] ?? 1) * largestSum)
      .toSorted(([, a], [, b]) => b.depth / b.count - a.depth / a.count)
      .slice(0, 1)
      .map(([shape]) => shape)
  })[0]
  return found.map((candidates) => {
    const alike = best === undefined ? undefined : candidates.get(best)
    const own = ownBody([...candidates.values()])
    // Comments of a question are called otherwise than its answers.
    const isOwn =
      alike === undefined || (own?.strength === 2 && alike.strength < 2 && own.chars >= 0.4 * alike.chars)
    return (isOwn ? own : alike)?.element ?? null
  })
}

/** Where a region has no body of the kind of the others, as the first post of many threads. */
function ownBody(candidates: readonly Candidate[]): Candidate | undefined {
  for (const strength of [2, 1, 0]) {
    const named = candidates.filter((candidate) => candidate.strength === strength)
    const largestSum = Math.max(0, ...named.map((candidate) => candidate.chars))
    const best = named.findLast((candidate) => candidate.chars >= 0.9 * largestSum)
    if (best !== undefined && (strength > 0 || best.chars > 20)) return best
  }
  return undefined
}

/** By shape the largest. Without a name only the outermost are looked at. */
function candidatesIn(
  spans: PageSpans,
  chars: Float64Array,
  { from, end, apart }: BodyPlace,
): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>()
  let outermost = -1
  for (let at = from; at < end; at += 1) {
    const element = spans.all[at]
    if (element === undefined) break
    const last = spans.last[at] ?? at
    if (!isVisible(element) || isSignature(element) || isQuote(element) || isProfile(element)) {
      at = last
      continue
    }
    const size = chars[at] ?? 0
    if (size <= 0 || last >= end || apart.some(({ order }) => order >= at && order <= last)) continue
    const strength = bodyStrength(element)
    const isOutermost = at > outermost && BLOCKS.has(element.name)
    if (!isOutermost && strength === 0) continue
    if (isOutermost) outermost = last
    const shape = `${strength} ${shapeOf(element)}`
    const known = candidates.get(shape)
    if (known === undefined || known.chars < size)
      candidates.set(shape, { element, chars: size, strength, shape })
  }
  return candidates
}

function depthOf(element: HtmlElement): number {
  let depth = 0
  for (let up = element.parent; up !== null; up = up.parent) depth += 1
  return depth
}
