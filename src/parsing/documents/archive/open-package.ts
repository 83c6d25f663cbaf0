// The parts of an Office Open XML document and how they refer to each other (ECMA-376 part 2).
import { parseXml, type XmlElement } from '#parsing/xml/parse-xml.ts'
import { attr, elementsIn } from '#parsing/xml/xml-tree.ts'
import type { PictureImage } from '#parsing/documents/model/document-blocks.ts'
import { pictureImage } from '#parsing/documents/model/picture-image.ts'
import type { Archive } from './open-archive.ts'

export interface Relationship {
  /** The last word of the type: `image`, `hyperlink`, `slideLayout`. */
  readonly type: string
  /** The name of the part, or the address where it is external. */
  readonly target: string
  readonly isExternal: boolean
}

export interface OfficePackage {
  readonly archive: Archive
  /** The root element of a part; null where it is missing or holds no XML. */
  xml(part: string): XmlElement | null
  /** By id; empty for a part without relationships. */
  relationships(part: string): ReadonlyMap<string, Relationship>
  /** The targets of one type in the order of the file. */
  related(part: string, type: string): string[]
  /** The picture that a part refers to by an id; null for one that is only linked, which is never fetched. */
  picture(part: string, id: string | null): PictureImage | null
  /** Parts of which only the beginning was read, because they have too many elements. */
  readonly cut: ReadonlySet<string>
}

export function openPackage(archive: Archive): OfficePackage {
  const relations = new Map<string, ReadonlyMap<string, Relationship>>()
  const cut = new Set<string>()
  const xml = (part: string): XmlElement | null => {
    const text = archive.text(part)
    if (text === null) return null
    const parsed = parseXml(text)
    if (parsed.cut) cut.add(part)
    return parsed.root
  }
  const relationships = (part: string): ReadonlyMap<string, Relationship> => {
    let found = relations.get(part)
    if (found === undefined) {
      const slash = part.lastIndexOf('/') + 1
      const root = xml(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`)
      found = new Map(
        elementsIn(root, 'Relationship').map((element) => [
          attr(element, 'Id') ?? '',
          relationshipOf(element, part.slice(0, slash)),
        ]),
      )
      relations.set(part, found)
    }
    return found
  }
  return {
    archive,
    xml,
    relationships,
    cut,
    related: (part, type) =>
      [...relationships(part).values()]
        .filter((relation) => relation.type === type && !relation.isExternal)
        .map(({ target }) => target),
    picture(part, id) {
      const relation = relationships(part).get(id ?? '')
      const bytes = relation === undefined || relation.isExternal ? null : archive.bytes(relation.target)
      return bytes === null ? null : pictureImage(bytes)
    },
  }
}

function relationshipOf(element: XmlElement, folder: string): Relationship {
  const target = attr(element, 'Target') ?? ''
  const isExternal = attr(element, 'TargetMode') === 'External'
  return {
    type: (attr(element, 'Type') ?? '').replace(/^.*\//, ''),
    target: isExternal ? target : partName(target, folder),
    isExternal,
  }
}

/** `../media/a.png` of `word/` is `media/a.png`; a name never leaves the archive. */
export function partName(target: string, folder: string): string {
  const path: string[] = []
  const full = target.startsWith('/') ? target : folder + target
  for (const step of full.split('/')) {
    if (step === '..') path.pop()
    else if (step !== '' && step !== '.') path.push(step)
  }
  return path.join('/')
}
