// Whether a paragraph of a slide has a bullet: it says so itself, or its shape, the layout, or the master does.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, intAttr } from '#parsing/xml/xml-tree.ts'

export interface Placeholder {
  /** `title`, `body`, `obj`, `pic`, …; `obj` where a placeholder does not say. */
  readonly type: string
  readonly index: string | null
}

/** What a slide inherits from. */
export interface SlideParents {
  readonly layout: XmlElement | null
  readonly master: XmlElement | null
}

export type Bullet =
  | { readonly kind: 'none' }
  | { readonly kind: 'bullet' }
  | { readonly kind: 'number'; readonly format: string; readonly start: number }

const TITLES = new Set(['title', 'ctrTitle'])
const STANDARD_SIZE = 1_800
const NONE: Bullet = { kind: 'none' }

/** Null for a shape that is no placeholder. */
export function placeholderOf(shape: XmlElement): Placeholder | null {
  const [element] = findAll(shape, 'ph')
  return element === undefined ? null : { type: attr(element, 'type') ?? 'obj', index: attr(element, 'idx') }
}

export const isTitle = (placeholder: Placeholder | null): boolean => TITLES.has(placeholder?.type ?? '')

/** The first of paragraph, shape, layout and master that says anything. */
export function bulletOf(paragraph: XmlElement, shape: XmlElement, parents: SlideParents): Bullet {
  const level = levelOf(paragraph)
  const placeholder = placeholderOf(shape)
  const own = bulletIn(at(paragraph, 'pPr')) ?? bulletIn(levelStyle(at(shape, 'txBody', 'lstStyle'), level))
  if (own !== null) return own
  if (placeholder === null) return NONE
  for (const parent of parentsOfShape(shape, parents)) {
    const found = bulletIn(levelStyle(at(parent, 'txBody', 'lstStyle'), level))
    if (found !== null) return found
  }
  const style = isTitle(placeholder) ? 'titleStyle' : isBody(placeholder) ? 'bodyStyle' : 'otherStyle'
  return bulletIn(levelStyle(at(parents.master, 'txStyles', style), level)) ?? NONE
}

/** From 0 to 8. */
export function levelOf(paragraph: XmlElement): number {
  return Math.max(0, Math.min(8, intAttr(at(paragraph, 'pPr'), 'lvl') ?? 0))
}

const levelStyle = (list: XmlElement | null, level: number): XmlElement | null =>
  at(list, `lvl${level + 1}pPr`)

function bulletIn(properties: XmlElement | null): Bullet | null {
  if (properties === null) return null
  if (at(properties, 'buNone') !== null) return NONE
  const numbered = at(properties, 'buAutoNum')
  if (numbered !== null)
    return { kind: 'number', format: attr(numbered, 'type') ?? '', start: intAttr(numbered, 'startAt') ?? 1 }
  return at(properties, 'buChar') !== null || at(properties, 'buBlip') !== null ? { kind: 'bullet' } : null
}

const isBody = ({ type }: Placeholder): boolean =>
  type === 'body' || type === 'obj' || type === 'tbl' || type === 'chart'

/** The shapes of layout and master that a placeholder is made from, the nearer one first. */
export function parentsOfShape(shape: XmlElement, { layout, master }: SlideParents): XmlElement[] {
  const placeholder = placeholderOf(shape)
  if (placeholder === null) return []
  return [layout, master].flatMap((parent) => matching(parent, placeholder) ?? [])
}

/** The largest letters of a shape in hundredths of a point: its own, else those that it inherits. */
export function letterSizeOf(shape: XmlElement, parents: SlideParents): number {
  const own = findAll(at(shape, 'txBody'), 'rPr').flatMap((run) => intAttr(run, 'sz') ?? [])
  if (own.length > 0) return own.reduce((most, size) => Math.max(most, size), 0)
  const sizeIn = (list: XmlElement | null): number | null => intAttr(at(levelStyle(list, 0), 'defRPr'), 'sz')
  for (const each of [shape, ...parentsOfShape(shape, parents)]) {
    const size = sizeIn(at(each, 'txBody', 'lstStyle'))
    if (size !== null) return size
  }
  const style = placeholderOf(shape) === null ? 'otherStyle' : 'bodyStyle'
  return sizeIn(at(parents.master, 'txStyles', style)) ?? STANDARD_SIZE
}

/** The placeholder of a layout or master that a slide's one is made from: by index, else by type. */
function matching(parent: XmlElement | null, { type, index }: Placeholder): XmlElement | null {
  const shapes = elementsIn(at(parent, 'cSld', 'spTree'), 'sp')
  const known = shapes.map((shape) => ({ shape, placeholder: placeholderOf(shape) }))
  const byIndex = index === null ? undefined : known.find(({ placeholder }) => placeholder?.index === index)
  const wanted = type === 'obj' ? 'body' : type
  return (byIndex ?? known.find(({ placeholder }) => placeholder?.type === wanted))?.shape ?? null
}
