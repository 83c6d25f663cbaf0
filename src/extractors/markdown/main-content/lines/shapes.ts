// Finds what looks the same on a page: brothers of one tag and class, and lines that stand in equal places of equal parts.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import type { PageView } from '#extractors/markdown/main-content/view/page-view.ts'

/** Tables by `element.order`. */
export interface Shapes {
  /** How many brothers with text have the same tag and class, itself among them; 0 for an only child. */
  readonly alike: Uint16Array
  /** Equal for elements of the same tag and class whose parents and grandparents are so too; below `groups`. */
  readonly group: Uint32Array
  readonly groups: number
}

/** Names of tags and classes are numbered up to here; the rest share numbers. */
const MAX_NAMES = 1 << 16

export function readShapes(all: readonly HtmlElement[], { shown, text, parents, tags }: PageView): Shapes {
  const shape = new Uint32Array(all.length)
  const group = new Uint32Array(all.length)
  const alike = new Uint16Array(all.length)
  const numbers = new Map<number, number>()
  const classes = new Map<string, number>()
  const groupNumbers = new Map<number, number>()
  for (let i = 0; i < all.length; i += 1) {
    if (shown[i] === 0) continue
    const element = all[i] as HtmlElement
    const names = attribute(element, 'class') ?? ''
    shape[i] = numberOf(numbers, numberOf(classes, names) * MAX_NAMES + (tags[i] as number))
    const parent = parents[i] as number
    const above = shape[parent] as number
    const aboveThat = shape[parents[parent] as number] as number
    const own = (shape[i] as number) % MAX_NAMES
    group[i] = numberOf(
      groupNumbers,
      (own * MAX_NAMES + (above % MAX_NAMES)) * MAX_NAMES + (aboveThat % MAX_NAMES),
    )
  }
  const counts = new Uint16Array(numbers.size)
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
  return { alike, group, groups: groupNumbers.size }
}

function numberOf<Key>(numbers: Map<Key, number>, key: Key): number {
  let number = numbers.get(key)
  if (number === undefined) {
    number = numbers.size
    numbers.set(key, number)
  }
  return number
}
