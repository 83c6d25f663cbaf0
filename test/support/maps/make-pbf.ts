// Makes small .osm.pbf files for tests, sound ones and broken ones.
import { deflateSync, zstdCompressSync } from 'node:zlib'
import { PbfWriter } from 'pbf'
import { OSM_TYPES, type OsmType } from '#extractors/maps/osm/osm-element.ts'

type TagRecord = Readonly<Record<string, string>>

export interface PbfNode {
  readonly id: number
  readonly lat: number
  readonly lng: number
  readonly tags?: TagRecord
}
export interface PbfWay {
  readonly id: number
  readonly refs: readonly number[]
  readonly tags?: TagRecord
  /** Positions kept in the way itself. */
  readonly points?: readonly (readonly [lat: number, lng: number])[]
}
export interface PbfRelation {
  readonly id: number
  readonly members: readonly (readonly [type: OsmType, ref: number, role: string])[]
  readonly tags?: TagRecord
}
export interface PbfData {
  readonly nodes?: readonly PbfNode[]
  readonly ways?: readonly PbfWay[]
  readonly relations?: readonly PbfRelation[]
}
export interface PbfOptions {
  readonly dense?: boolean
  readonly compression?: Compression
  readonly requiredFeatures?: readonly string[]
  readonly optionalFeatures?: readonly string[]
  readonly bbox?: readonly [west: number, south: number, east: number, north: number]
  readonly snapshotAt?: Date
}
type Compression = 'zlib' | 'zstd' | 'raw' | 'lzma'

/** One blob for the header and one for each kind of element. */
export function makePbf(data: PbfData, options: PbfOptions = {}): Buffer {
  const compression = options.compression ?? 'zlib'
  const blobs = [pbfBlob('OSMHeader', headerBlock(options), { compression })]
  if (data.nodes !== undefined) {
    const group = (options.dense ?? true) ? denseGroup : plainNodeGroup
    blobs.push(pbfBlob('OSMData', block(data.nodes, group), { compression }))
  }
  if (data.ways !== undefined) blobs.push(pbfBlob('OSMData', block(data.ways, wayGroup), { compression }))
  if (data.relations !== undefined) {
    blobs.push(pbfBlob('OSMData', block(data.relations, relationGroup), { compression }))
  }
  return Buffer.concat(blobs)
}

/** A blob with its header; `declaredBytes` may misstate the content, `declaredLength` the blob. */
export function pbfBlob(
  type: string,
  data: Uint8Array,
  options: {
    readonly compression?: Compression
    readonly declaredBytes?: number
    readonly declaredLength?: number
  } = {},
): Buffer {
  const blob = new PbfWriter()
  const compression = options.compression ?? 'zlib'
  if (compression === 'raw') {
    blob.writeBytesField(1, data)
  } else {
    blob.writeVarintField(2, options.declaredBytes ?? data.length)
    if (compression === 'zlib') blob.writeBytesField(3, deflateSync(data))
    else if (compression === 'zstd') blob.writeBytesField(7, zstdCompressSync(data))
    else blob.writeBytesField(4, data)
  }
  const bytes = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, options.declaredLength ?? bytes.length)
  const headerBytes = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(headerBytes.length)
  return Buffer.concat([length, headerBytes, bytes])
}

export function headerBlock(options: PbfOptions): Uint8Array {
  const writer = new PbfWriter()
  const { bbox } = options
  if (bbox !== undefined) {
    writer.writeMessage(
      1,
      (box: typeof bbox, inner) => {
        const [west, south, east, north] = box.map((side) => Math.round(side * 1e9)) as [
          number,
          number,
          number,
          number,
        ]
        inner.writeSVarintField(1, west)
        inner.writeSVarintField(2, east)
        inner.writeSVarintField(3, north)
        inner.writeSVarintField(4, south)
      },
      bbox,
    )
  }
  for (const feature of options.requiredFeatures ?? ['OsmSchema-V0.6', 'DenseNodes'])
    writer.writeStringField(4, feature)
  for (const feature of options.optionalFeatures ?? []) writer.writeStringField(5, feature)
  if (options.snapshotAt !== undefined) writer.writeVarintField(32, options.snapshotAt.getTime() / 1_000)
  return writer.finish()
}

type Strings = (text: string) => number
type WriteGroup<Element> = (elements: readonly Element[], writer: PbfWriter, strings: Strings) => void

function block<Element>(elements: readonly Element[], writeGroup: WriteGroup<Element>): Uint8Array {
  const table = ['']
  const strings = (text: string) => {
    const at = table.indexOf(text, 1)
    return at > 0 ? at : table.push(text) - 1
  }
  const group = new PbfWriter()
  writeGroup(elements, group, strings)
  const writer = new PbfWriter()
  writer.writeMessage(
    1,
    (texts: readonly string[], inner) => {
      for (const text of texts) inner.writeStringField(1, text)
    },
    table,
  )
  writer.writeBytesField(2, group.finish())
  return writer.finish()
}

function denseGroup(nodes: readonly PbfNode[], writer: PbfWriter, strings: Strings): void {
  const dense = new PbfWriter()
  dense.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)))
  dense.writePackedSVarint(8, deltas(nodes.map(({ lat }) => Math.round(lat * 1e7))))
  dense.writePackedSVarint(9, deltas(nodes.map(({ lng }) => Math.round(lng * 1e7))))
  dense.writePackedVarint(
    10,
    nodes.flatMap(({ tags }) => [
      ...Object.entries(tags ?? {}).flatMap(([key, value]) => [strings(key), strings(value)]),
      0,
    ]),
  )
  writer.writeBytesField(2, dense.finish())
}

function plainNodeGroup(nodes: readonly PbfNode[], writer: PbfWriter, strings: Strings): void {
  for (const { id, lat, lng, tags } of nodes) {
    const node = new PbfWriter()
    node.writeSVarintField(1, id)
    writeTags(node, tags ?? {}, strings)
    node.writeSVarintField(8, Math.round(lat * 1e7))
    node.writeSVarintField(9, Math.round(lng * 1e7))
    writer.writeBytesField(1, node.finish())
  }
}

function wayGroup(ways: readonly PbfWay[], writer: PbfWriter, strings: Strings): void {
  for (const { id, refs, tags, points } of ways) {
    const way = new PbfWriter()
    way.writeVarintField(1, id)
    writeTags(way, tags ?? {}, strings)
    way.writePackedSVarint(8, deltas(refs))
    if (points !== undefined) {
      way.writePackedSVarint(9, deltas(points.map(([lat]) => Math.round(lat * 1e7))))
      way.writePackedSVarint(10, deltas(points.map(([, lng]) => Math.round(lng * 1e7))))
    }
    writer.writeBytesField(3, way.finish())
  }
}

function relationGroup(relations: readonly PbfRelation[], writer: PbfWriter, strings: Strings): void {
  for (const { id, members, tags } of relations) {
    const relation = new PbfWriter()
    relation.writeVarintField(1, id)
    writeTags(relation, tags ?? {}, strings)
    relation.writePackedVarint(
      8,
      members.map(([, , role]) => strings(role)),
    )
    relation.writePackedSVarint(9, deltas(members.map(([, ref]) => ref)))
    relation.writePackedVarint(
      10,
      members.map(([type]) => OSM_TYPES.indexOf(type)),
    )
    writer.writeBytesField(4, relation.finish())
  }
}

function writeTags(writer: PbfWriter, tags: TagRecord, strings: Strings): void {
  writer.writePackedVarint(2, Object.keys(tags).map(strings))
  writer.writePackedVarint(3, Object.values(tags).map(strings))
}

function deltas(values: readonly number[]): number[] {
  return values.map((value, i) => value - (i === 0 ? 0 : (values[i - 1] as number)))
}
