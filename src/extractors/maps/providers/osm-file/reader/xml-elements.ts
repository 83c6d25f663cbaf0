// Puts the tags of OSM XML (wiki.openstreetmap.org/wiki/OSM_XML) together into elements.
import type { Bbox } from '#kit/geo/geometry.ts'
import { OSM_TYPES, type OsmType, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { checkedId, checkPosition, limitedTags } from './element-limits.ts'
import { E7, type DataRights, type RelationMember } from './element-source.ts'
import { unsupportedSource } from './source-errors.ts'

/** An element with all that its children say. */
export interface XmlElement {
  readonly tags: Tags
  /** Only of nodes. */
  readonly latE7: number
  readonly lngE7: number
  /** Only of ways. */
  readonly refs: readonly number[]
  /** Only of relations. */
  readonly members: readonly RelationMember[]
}

/** Called for each thing read, in the order of the file. */
export interface XmlVisitor {
  bounds?(bbox: Bbox): void
  snapshot?(time: Date): void
  rights?(rights: DataRights): void
  /** `stop` ends the pass. */
  element(type: OsmType, id: number, element: XmlElement): 'stop' | undefined | void
}

type Attributes = Readonly<Record<string, string>>

/** Takes the events of a SAX parser. */
export interface ElementReader {
  /** Throws a RangeError for a file that is not OSM XML, `unsupported_document` for kinds of it that are not read. */
  open(name: string, attributes: Attributes, file: string): void
  close(name: string, isImplied: boolean): void
  /** Throws where the document was not complete. */
  end(): void
}

/** The most children of one element; OpenStreetMap allows 2,000 nodes in a way and 32,000 members in a relation. */
const MAX_CHILDREN = 1_000_000

/** A reader for one document. */
export function elementReader(visitor: XmlVisitor): ElementReader {
  let state: 'before' | 'inside' | 'after' = 'before'
  let current: OpenElement | null = null
  let unclosed: string | null = null
  let justOpened: string | null = null
  return {
    open(name, attributes, file) {
      justOpened = name
      if (state === 'before') {
        checkRoot(name, file)
        state = 'inside'
        const { copyright, license, attribution: url } = attributes
        if (copyright && license && url) visitor.rights?.({ copyright, license, url })
      } else if (isOsmType(name)) {
        current = openElement(name, attributes)
      } else if (current !== null) {
        addChild(current, name, attributes)
      } else if (name === 'bounds') {
        const side = (name: string): number => Number(attributes[name])
        const box = [side('minlon'), side('minlat'), side('maxlon'), side('maxlat')] as const
        if (box.every(Number.isFinite)) visitor.bounds?.(box)
      } else if (name === 'meta' && attributes['osm_base'] !== undefined) {
        const time = new Date(attributes['osm_base'])
        if (!Number.isNaN(time.getTime())) visitor.snapshot?.(time)
      }
    },
    close(name, isImplied) {
      const isEmpty = name === justOpened
      justOpened = null
      // The parser itself closes both `<tag/>` and elements that the document left open.
      if (isImplied && !isEmpty) {
        unclosed ??= name
        return
      }
      if (name === 'osm') state = 'after'
      if (current === null || name !== current.type) return
      const { type, id, isGone, tags, ...element } = current
      current = null
      if (isGone) return
      if (type === 'node') checkPosition(id, element.latE7, element.lngE7)
      visitor.element(type, id, { tags: limitedTags(tags), ...element })
    },
    end() {
      if (state === 'before') throw new RangeError('it holds no OSM XML')
      if (state !== 'after') throw new RangeError('it ends before </osm>')
      if (unclosed !== null) throw new RangeError(`a <${unclosed.slice(0, 40)}> is not closed`)
    },
  }
}

interface OpenElement {
  readonly type: OsmType
  readonly id: number
  /** Deleted in an editor, or no longer visible. */
  readonly isGone: boolean
  readonly latE7: number
  readonly lngE7: number
  readonly tags: [string, string][]
  readonly refs: number[]
  readonly members: RelationMember[]
}

function checkRoot(name: string, file: string): void {
  if (name === 'osm') return
  if (name === 'osmChange') throw unsupportedSource(file, 'it holds changes (.osc), not the data itself')
  throw new RangeError(`it starts with <${name.slice(0, 40)}>, so it is no OSM XML`)
}

function openElement(type: OsmType, attributes: Attributes): OpenElement {
  return {
    type,
    id: checkedId(Number(attributes['id'] ?? Number.NaN)),
    isGone: attributes['visible'] === 'false' || attributes['action'] === 'delete',
    latE7: Math.round(Number(attributes['lat']) * E7),
    lngE7: Math.round(Number(attributes['lon']) * E7),
    tags: [],
    refs: [],
    members: [],
  }
}

function addChild(element: OpenElement, name: string, attributes: Attributes): void {
  if (name === 'tag' && attributes['k'] !== undefined && attributes['v'] !== undefined) {
    element.tags.push([attributes['k'], attributes['v']])
  } else if (name === 'nd' && element.type === 'way') {
    element.refs.push(checkedId(Number(attributes['ref'] ?? Number.NaN)))
  } else if (name === 'member' && element.type === 'relation' && isOsmType(attributes['type'])) {
    const ref = checkedId(Number(attributes['ref'] ?? Number.NaN))
    element.members.push({ type: attributes['type'], ref, role: attributes['role'] ?? '' })
  }
  if (element.tags.length + element.refs.length + element.members.length > MAX_CHILDREN) {
    throw new RangeError(`${element.type} ${element.id} has more than ${MAX_CHILDREN} children`)
  }
}

function isOsmType(name: string | undefined): name is OsmType {
  return OSM_TYPES.some((type) => type === name)
}
