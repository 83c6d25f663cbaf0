// An OSM file as three passes over its elements, whatever its format.
import type { Bbox } from '#kit/geo/geometry.ts'
import type { OsmType, Tags } from '#extractors/maps/osm/osm-element.ts'

/** OpenStreetMap counts in steps of 1e-7 degrees; whole numbers of them are exact and small. */
export const E7 = 1e7

/** `ref` is the id of the member among the elements of its type. */
export interface RelationMember {
  readonly type: OsmType
  readonly ref: number
  readonly role: string
}

/** The elements that a pass returns: those with one of `keys`, and those in `ids` regardless of their tags. */
export interface ElementFilter {
  readonly keys: ReadonlySet<string>
  readonly ids: ReadonlySet<number>
}

/** What the file says about itself. */
export interface SourceHeader {
  /** The area that the file declares. */
  readonly bbox: Bbox | null
  /** When the data left OpenStreetMap, where the file says so. */
  readonly snapshotAt: Date | null
  /** The rights holder of the data, if the file names one. */
  readonly rights: DataRights | null
}

/** Whose data it is, for the attribution of answers. */
export interface DataRights {
  readonly copyright: string
  readonly license: string
  /** The URL of the terms. */
  readonly url: string
}

/** Called with how much of a pass is read, from 0 to 1. What it throws ends the pass. */
export type OnRead = (share: number) => void

/** `tags` is empty for an element that was requested by id only and has none of the keys. */
export interface ElementSource extends AsyncDisposable {
  readonly header: SourceHeader
  readRelations(
    filter: ElementFilter,
    visit: (id: number, tags: Tags, members: readonly RelationMember[]) => void,
  ): Promise<void>
  /** `visitPoint` gets the positions that some files keep in the ways instead of in nodes. */
  readWays(
    filter: ElementFilter,
    visit: (id: number, tags: Tags, refs: readonly number[]) => void,
    visitPoint: (ref: number, latE7: number, lngE7: number) => void,
  ): Promise<void>
  /** Every node is visited; `tags` is null when it has none of the keys. */
  readNodes(
    keys: ReadonlySet<string>,
    visit: (id: number, latE7: number, lngE7: number, tags: Tags | null) => void,
  ): Promise<void>
}
