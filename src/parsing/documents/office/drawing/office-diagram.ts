// The texts of a diagram (SmartArt) in an office document, in the order of its points.
import type { XmlElement } from '#parsing/xml/parse-xml.ts'
import { at, attr, elementsIn, findAll, intAttr, textIn } from '#parsing/xml/xml-tree.ts'
import type { OfficePackage } from '#parsing/documents/archive/open-package.ts'
import { plainBlock, type Block } from '#parsing/documents/model/document-blocks.ts'

/** The texts of the diagrams in a drawing of a part; a diagram that many drawings name is read once. */
export type DiagramTexts = (drawing: XmlElement, part: string) => Block[]

/** Points of a diagram that are no text of its author: its root, arrows between points, and how it is drawn. */
const NO_TEXT = new Set(['doc', 'parTrans', 'sibTrans', 'pres'])

export function officeDiagrams(parts: OfficePackage): DiagramTexts {
  const seen = new Set<string>()
  return (drawing, part) =>
    findAll(drawing, 'relIds').flatMap((reference) => {
      const data = parts.relationships(part).get(attr(reference, 'dm') ?? '')
      if (data === undefined || data.isExternal || seen.has(data.target)) return []
      seen.add(data.target)
      return diagramTexts(parts.xml(data.target))
    })
}

/** Each point with those below it, as far as connections name them; points that nothing connects come last. */
function diagramTexts(model: XmlElement | null): Block[] {
  const points = new Map(
    elementsIn(at(model, 'ptLst'), 'pt').map((point) => [attr(point, 'modelId') ?? '', point]),
  )
  const below = new Map<string, { readonly id: string; readonly order: number }[]>()
  for (const connection of elementsIn(at(model, 'cxnLst'), 'cxn')) {
    if ((attr(connection, 'type') ?? 'parOf') !== 'parOf') continue
    const from = attr(connection, 'srcId') ?? ''
    const list = below.get(from) ?? []
    list.push({ id: attr(connection, 'destId') ?? '', order: intAttr(connection, 'srcOrd') ?? 0 })
    below.set(from, list)
  }
  const roots = [...points].filter(([, point]) => attr(point, 'type') === 'doc').map(([id]) => id)
  const blocks: Block[] = []
  const done = new Set<string>()
  // The roots come first; what they reach is done when its own turn comes.
  const stack = [...roots, ...points.keys()].toReversed()
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const point = points.get(id)
    if (point === undefined || done.has(id)) continue
    done.add(id)
    const type = attr(point, 'type') ?? 'node'
    const isPlaceholder = ['1', 'true'].includes(attr(at(point, 'prSet'), 'phldr') ?? '')
    if (!NO_TEXT.has(type) && !isPlaceholder) {
      const text = elementsIn(at(point, 't'), 'p').map((paragraph) => textIn(paragraph, 't'))
      const block = plainBlock('paragraph', text.join('\n'))
      if (block !== null) blocks.push(block)
    }
    for (const next of (below.get(id) ?? []).toSorted((a, b) => b.order - a.order)) stack.push(next.id)
  }
  return blocks
}
