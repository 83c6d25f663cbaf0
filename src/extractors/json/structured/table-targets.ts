// The addresses and the pictures in the cells of a table, beside its texts.
import { attribute, type HtmlElement } from '#parsing/html/html-node.ts'
import { setKey, type JsonObject } from '#parsing/json/json-value.ts'
import { imageSource } from '#parsing/page/image-source.ts'
import { linkTarget } from '#parsing/page/link-target.ts'

/** By row and column name; null for a row without any, and for a table without any. */
export interface TableTargets {
  readonly links: readonly (JsonObject | null)[] | null
  readonly images: readonly (JsonObject | null)[] | null
}

/** The first of each in each cell. A cell that spans others counts in each, and is read once. */
export function targetsOf(
  rows: readonly (readonly { readonly element: HtmlElement }[])[],
  headers: readonly string[],
  base: string | null,
): TableTargets {
  const known = new Map<HtmlElement, CellTargets>()
  const found = rows.map((row) => {
    const links: JsonObject = {}
    const images: JsonObject = {}
    headers.forEach((header, column) => {
      const element = row[column]?.element
      if (element === undefined) return
      let targets = known.get(element)
      if (targets === undefined) known.set(element, (targets = inCell(element, base)))
      if (targets.link !== null) setKey(links, header, targets.link)
      if (targets.image !== null) setKey(images, header, targets.image)
    })
    return { links: filled(links), images: filled(images) }
  })
  return {
    links: found.some(({ links }) => links !== null) ? found.map(({ links }) => links) : null,
    images: found.some(({ images }) => images !== null) ? found.map(({ images }) => images) : null,
  }
}

const filled = (record: JsonObject): JsonObject | null => (Object.keys(record).length === 0 ? null : record)

interface CellTargets {
  readonly link: string | null
  readonly image: string | null
}

const MAX_ELEMENTS = 2_000

function inCell(cell: HtmlElement, base: string | null): CellTargets {
  let link: string | null = null
  let image: string | null = null
  const stack: HtmlElement[] = [cell]
  let seen = 0
  for (let at = stack.pop(); at !== undefined && seen < MAX_ELEMENTS; at = stack.pop()) {
    seen += 1
    const href = at.name === 'a' && link === null ? (attribute(at, 'href') ?? '') : ''
    // A place on the page itself is no page.
    if (href !== '' && !href.startsWith('#')) link = linkTarget(href, base)
    if (at.name === 'img' && image === null) image = imageSource(at, base)?.src ?? null
    for (let index = at.children.length - 1; index >= 0; index -= 1) {
      const child = at.children[index]
      if (child?.kind === 'element') stack.push(child)
    }
  }
  return { link, image }
}
