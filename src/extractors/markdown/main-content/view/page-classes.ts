// The classes of a page: most elements share theirs with others, so each value is looked at once and has a number.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'

export interface PageClasses {
  /** The number of the class of each shown element, by `element.order`; 0 without one. */
  readonly numbers: Uint32Array
  /** The values of the attribute, by number. */
  readonly names: readonly string[]
}

export function readClasses(all: readonly HtmlElement[], shown: Uint8Array): PageClasses {
  const numbers = new Uint32Array(all.length)
  const names = ['']
  const known = new Map<string, number>()
  for (let i = 0; i < all.length; i += 1) {
    const name = shown[i] === 0 ? null : attribute(all[i] as HtmlElement, 'class')
    if (name === null || name === '') continue
    let number = known.get(name)
    if (number === undefined) {
      number = names.push(name) - 1
      known.set(name, number)
    }
    numbers[i] = number
  }
  return { numbers, names }
}
