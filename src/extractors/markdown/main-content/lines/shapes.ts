// Finds what looks the same on a page: brothers of one tag and class, and lines that stand in equal places of equal parts.
import type { HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** Tables by `element.order`. */
export interface Shapes {
  /** How many brothers with text have the same tag and class, itself among them; 0 for an only child. */
  readonly alike: Uint16Array
  /** Equal for elements of the same tag and class whose parents and grandparents are so too; below `groups`. */
  readonly group: Uint32Array
  readonly groups: number
}

export function readShapes(
  all: readonly HtmlElement[],
  { shown, text, parents, tags, classes }: PageView,
): Shapes {
  const shape = new Uint32Array(all.length)
  /** Of the shapes of an element and its parent. */
  const pair = new Uint32Array(all.length)
  const group = new Uint32Array(all.length)
  const alike = new Uint16Array(all.length)
  const shapes = pairNumbers(all.length)
  const pairs = pairNumbers(all.length)
  const groups = pairNumbers(all.length)
  for (let i = 0; i < all.length; i += 1) {
    if (shown[i] === 0) continue
    const parent = parents[i] as number
    const own = shapes.numberOf(classes.numbers[i] as number, tags[i] as number)
    shape[i] = own
    pair[i] = pairs.numberOf(own, shape[parent] as number)
    group[i] = groups.numberOf(own, pair[parent] as number)
  }
  const counts = new Uint16Array(shapes.count())
  for (let i = 0; i < all.length; i += 1) {
    const { children } = all[i] as HtmlElement
    if (shown[i] === 0 || children.length < 2) continue
    for (const child of children)
      if (child.kind === 'element' && (text[child.order] as number) > 0) {
        const at = shape[child.order] as number
        counts[at] = Math.min(65_535, (counts[at] as number) + 1)
      }
    for (const child of children)
      if (child.kind === 'element' && (text[child.order] as number) > 0)
        alike[child.order] = counts[shape[child.order] as number] as number
    for (const child of children) if (child.kind === 'element') counts[shape[child.order] as number] = 0
  }
  return { alike, group, groups: groups.count() }
}

interface PairNumbers {
  readonly numberOf: (first: number, second: number) => number
  readonly count: () => number
}

/** Others in each process: no page can be written whose pairs all begin at one slot. */
const [FACTOR, OTHER_FACTOR] = [oddNumber(), oddNumber()]

function oddNumber(): number {
  return Math.trunc(Math.random() * 2 ** 32) | 1
}

/** Numbers from 0 for at most so many pairs of numbers, in an open table: a look-up makes no object of the pair. */
function pairNumbers(most: number): PairNumbers {
  const mask = 2 ** Math.ceil(Math.log2(2 * most + 2)) - 1
  const firsts = new Uint32Array(mask + 1)
  const seconds = new Uint32Array(mask + 1)
  /** One more than the number of the pair; 0 in a free slot. */
  const taken = new Uint32Array(mask + 1)
  let count = 0
  return {
    count: () => count,
    numberOf: (first, second) => {
      let slot = ((Math.imul(first, FACTOR) ^ Math.imul(second, OTHER_FACTOR)) >>> 7) & mask
      for (; taken[slot] !== 0; slot = (slot + 1) & mask)
        if (firsts[slot] === first && seconds[slot] === second) return (taken[slot] as number) - 1
      firsts[slot] = first
      seconds[slot] = second
      count += 1
      taken[slot] = count
      return count - 1
    },
  }
}
