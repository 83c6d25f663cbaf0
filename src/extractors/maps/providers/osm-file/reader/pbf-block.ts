// The inner layer of a .osm.pbf file: a block of nodes, ways or relations (osmformat.proto).
import { PbfReader } from 'pbf'
import { OSM_TYPES, type OsmType, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { checkedId, checkPosition, limitedTags } from './element-limits.ts'
import type { ElementFilter, RelationMember } from './element-source.ts'

/** The texts of a block by their index. */
interface StringTable {
  /** Throws a RangeError for an index that the table does not have. */
  get(index: number): string
  /** The indexes of those strings that are in `wanted`. */
  indexesOf(wanted: ReadonlySet<string>): ReadonlySet<number>
}

const decoder = new TextDecoder()

/** Field numbers of PrimitiveGroup. */
export const GROUP = { nodes: 1, dense: 2, ways: 3, relations: 4 } as const

/** A decoded PrimitiveBlock: positions are `offset + granularity * value`, in 1e-9 degrees. */
export interface PbfBlock {
  readonly strings: StringTable
  /** The messages of the groups in order, by field number of PrimitiveGroup. */
  readonly messages: readonly { readonly field: number; readonly bytes: Uint8Array }[]
  readonly granularity: number
  readonly latOffset: number
  readonly lngOffset: number
}

/** Throws a RangeError or the reader's own Error for a truncated block. */
export function readBlock(data: Uint8Array): PbfBlock {
  const block = { granularity: 100, latOffset: 0, lngOffset: 0 }
  let strings: Uint8Array | null = null
  const groups: Uint8Array[] = []
  eachField(data, (field, pbf) => {
    if (field === 1) strings = pbf.readBytes()
    else if (field === 2) groups.push(pbf.readBytes())
    else if (field === 17) block.granularity = pbf.readVarint()
    else if (field === 19) block.latOffset = pbf.readVarint(true)
    else if (field === 20) block.lngOffset = pbf.readVarint(true)
  })
  if (strings === null) throw new RangeError('a block has no string table')
  const messages: { field: number; bytes: Uint8Array }[] = []
  for (const group of groups) {
    eachField(group, (field, pbf) => {
      if (field >= GROUP.nodes && field <= GROUP.relations) messages.push({ field, bytes: pbf.readBytes() })
    })
  }
  return { strings: stringTable(strings), messages, ...block }
}

/** Whether the block has messages of one of these fields. */
export function blockHas(block: PbfBlock, ...fields: readonly number[]): boolean {
  return block.messages.some((message) => fields.includes(message.field))
}

type VisitNode = (id: number, latE7: number, lngE7: number, tags: Tags | null) => void

/** All nodes of the block, dense or plain. */
export function readBlockNodes(block: PbfBlock, keys: ReadonlySet<string>, visit: VisitNode): void {
  const wanted = block.strings.indexesOf(keys)
  for (const { field, bytes } of block.messages) {
    if (field === GROUP.dense) readDense(block, bytes, wanted, visit)
    else if (field === GROUP.nodes) readPlainNode(block, bytes, wanted, visit)
  }
}

function readDense(block: PbfBlock, bytes: Uint8Array, wanted: ReadonlySet<number>, visit: VisitNode): void {
  const ids: number[] = []
  const lats: number[] = []
  const lngs: number[] = []
  const keysValues: number[] = []
  eachField(bytes, (field, pbf) => {
    if (field === 1) pbf.readPackedSVarint(ids)
    else if (field === 8) pbf.readPackedSVarint(lats)
    else if (field === 9) pbf.readPackedSVarint(lngs)
    else if (field === 10) pbf.readPackedVarint(keysValues)
  })
  if (lats.length !== ids.length || lngs.length !== ids.length) {
    throw new RangeError('dense nodes have more ids than positions or the reverse')
  }
  let [id, lat, lng, at] = [0, 0, 0, 0]
  for (let i = 0; i < ids.length; i += 1) {
    id += numberAt(ids, i)
    lat += numberAt(lats, i)
    lng += numberAt(lngs, i)
    const start = at
    let isWanted = false
    if (keysValues.length > 0) {
      for (; keysValues[at] !== 0; at += 2) {
        if (at >= keysValues.length) throw new RangeError('the tags of dense nodes end too early')
        isWanted ||= wanted.has(numberAt(keysValues, at))
      }
      at += 1
    }
    const tags = isWanted ? limitedTags(denseTags(block.strings, keysValues, start, at - 1)) : null
    visitNode(block, visit, id, lat, lng, tags)
  }
}

function* denseTags(
  strings: StringTable,
  keysValues: readonly number[],
  from: number,
  to: number,
): Generator<readonly [string, string]> {
  for (let at = from; at < to; at += 2) {
    yield [strings.get(numberAt(keysValues, at)), strings.get(numberAt(keysValues, at + 1))]
  }
}

function readPlainNode(
  block: PbfBlock,
  bytes: Uint8Array,
  wanted: ReadonlySet<number>,
  visit: VisitNode,
): void {
  const node = { id: Number.NaN, lat: Number.NaN, lng: Number.NaN }
  const keys: number[] = []
  const values: number[] = []
  eachField(bytes, (field, pbf) => {
    if (field === 1) node.id = pbf.readSVarint()
    else if (field === 2) pbf.readPackedVarint(keys)
    else if (field === 3) pbf.readPackedVarint(values)
    else if (field === 8) node.lat = pbf.readSVarint()
    else if (field === 9) node.lng = pbf.readSVarint()
  })
  const tags = keys.some((key) => wanted.has(key)) ? tagsOf(block.strings, keys, values) : null
  visitNode(block, visit, node.id, node.lat, node.lng, tags)
}

/** The unit is 1e-9 degrees times the granularity; with the usual 100 nothing is rounded. */
function visitNode(
  block: PbfBlock,
  visit: VisitNode,
  id: number,
  lat: number,
  lng: number,
  tags: Tags | null,
): void {
  const latE7 = Math.round((block.latOffset + block.granularity * lat) / 100)
  const lngE7 = Math.round((block.lngOffset + block.granularity * lng) / 100)
  checkPosition(id, latE7, lngE7)
  visit(checkedId(id), latE7, lngE7, tags)
}

/** The ways of the block that pass the filter. */
export function readBlockWays(
  block: PbfBlock,
  filter: ElementFilter,
  visit: (id: number, tags: Tags, refs: readonly number[]) => void,
  visitPoint: (ref: number, latE7: number, lngE7: number) => void,
): void {
  const wanted = block.strings.indexesOf(filter.keys)
  for (const { field, bytes } of block.messages) {
    if (field !== GROUP.ways) continue
    const way = { id: Number.NaN }
    const keys: number[] = []
    const values: number[] = []
    const refs: number[] = []
    const lats: number[] = []
    const lngs: number[] = []
    eachField(bytes, (tag, pbf) => {
      if (tag === 1) way.id = pbf.readVarint(true)
      else if (tag === 2) pbf.readPackedVarint(keys)
      else if (tag === 3) pbf.readPackedVarint(values)
      else if (tag === 8) pbf.readPackedSVarint(refs)
      else if (tag === 9) pbf.readPackedSVarint(lats)
      else if (tag === 10) pbf.readPackedSVarint(lngs)
    })
    const hasKey = keys.some((key) => wanted.has(key))
    if (!hasKey && !filter.ids.has(way.id)) continue
    const nodes = summed(refs)
    visit(checkedId(way.id), hasKey ? tagsOf(block.strings, keys, values) : {}, nodes)
    if (lats.length === 0 && lngs.length === 0) continue
    if (lats.length !== refs.length || lngs.length !== refs.length) {
      throw new RangeError('a way has more nodes than positions or the reverse')
    }
    const [latSums, lngSums] = [summed(lats), summed(lngs)]
    const visitWayNode: VisitNode = (ref, latE7, lngE7) => {
      visitPoint(ref, latE7, lngE7)
    }
    nodes.forEach((ref, i) => {
      visitNode(block, visitWayNode, ref, numberAt(latSums, i), numberAt(lngSums, i), null)
    })
  }
}

/** The relations of the block that pass the filter. */
export function readBlockRelations(
  block: PbfBlock,
  filter: ElementFilter,
  visit: (id: number, tags: Tags, members: readonly RelationMember[]) => void,
): void {
  const wanted = block.strings.indexesOf(filter.keys)
  for (const { field, bytes } of block.messages) {
    if (field !== GROUP.relations) continue
    const relation = { id: Number.NaN }
    const keys: number[] = []
    const values: number[] = []
    const roles: number[] = []
    const refs: number[] = []
    const types: number[] = []
    eachField(bytes, (tag, pbf) => {
      if (tag === 1) relation.id = pbf.readVarint(true)
      else if (tag === 2) pbf.readPackedVarint(keys)
      else if (tag === 3) pbf.readPackedVarint(values)
      else if (tag === 8) pbf.readPackedVarint(roles)
      else if (tag === 9) pbf.readPackedSVarint(refs)
      else if (tag === 10) pbf.readPackedVarint(types)
    })
    const hasKey = keys.some((key) => wanted.has(key))
    if (!hasKey && !filter.ids.has(relation.id)) continue
    const members = summed(refs).map((ref, i) => ({
      type: memberType(types[i]),
      ref,
      role: block.strings.get(roles[i] ?? -1),
    }))
    visit(checkedId(relation.id), hasKey ? tagsOf(block.strings, keys, values) : {}, members)
  }
}

function memberType(index: number | undefined): OsmType {
  const type = OSM_TYPES[index ?? -1]
  if (type === undefined) throw new RangeError(`a relation has a member of the unknown type ${index}`)
  return type
}

function tagsOf(strings: StringTable, keys: readonly number[], values: readonly number[]): Tags {
  if (keys.length !== values.length)
    throw new RangeError('an element has more keys than values or the reverse')
  return limitedTags(keys.map((key, i) => [strings.get(key), strings.get(numberAt(values, i))] as const))
}

/** NaN behind the end: no id, position or string has it, so the checks of these refuse it. */
function numberAt(numbers: readonly number[], index: number): number {
  return numbers[index] ?? Number.NaN
}

function summed(deltas: readonly number[]): number[] {
  let sum = 0
  return deltas.map((delta) => (sum += delta))
}

/** Reads a whole message; a message that ends inside one of its fields throws. */
function eachField(bytes: Uint8Array, read: (field: number, pbf: PbfReader) => void): void {
  const reader = new PbfReader(bytes)
  reader.readFields((field, _result, pbf) => {
    read(field, pbf)
  }, null)
  if (reader.pos !== bytes.length) throw new RangeError('a message ends inside one of its fields')
}

/** `bytes` is the StringTable message. Bytes that are no UTF-8 become U+FFFD. */
function stringTable(bytes: Uint8Array): StringTable {
  const pieces: Uint8Array[] = []
  const reader = new PbfReader(bytes)
  reader.readFields((tag, result, pbf) => {
    if (tag === 1) result.push(pbf.readBytes())
  }, pieces)
  if (reader.pos !== bytes.length) throw new RangeError('the string table is not complete')
  const decoded: (string | undefined)[] = []
  return {
    get(index) {
      const piece = pieces[index]
      if (piece === undefined) throw new RangeError(`string ${index} of ${pieces.length} is asked for`)
      return (decoded[index] ??= decoder.decode(piece))
    },
    indexesOf(wanted) {
      const lengths = new Set([...wanted].map((word) => word.length))
      const indexes = new Set<number>()
      pieces.forEach((piece, index) => {
        if (lengths.has(piece.length) && wanted.has(this.get(index))) indexes.add(index)
      })
      return indexes
    },
  }
}
