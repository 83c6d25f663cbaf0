// The header of an AVIF or HEIC: the properties of the primary item in the boxes of ISO/IEC 14496-12 and 23008-12.
import { fourChars, type Bytes, type HeaderFields } from './header-fields.ts'

/** One box of the file. */
export interface Box {
  readonly type: string
  /** The start of its content, after size and type. */
  readonly start: number
  readonly end: number
}

/** A picture has a few dozen; a file full of empty boxes would only cost time. */
const MAX_BOXES = 10_000

export function readIsobmffHeader(file: Bytes): HeaderFields {
  const top = [...boxes(file, 0, file.byteLength)]
  const meta = top.find(({ type }) => type === 'meta')
  const animated = top.some(({ type }) => type === 'moov')
  if (meta === undefined) return { animated }
  const parts = [...boxes(file, meta.start + 4, meta.end)]
  const properties = primaryProperties(file, parts)
  const size = properties.findLast(({ type }) => type === 'ispe')
  const depth = properties.find(({ type }) => type === 'pixi')
  if (size === undefined) return { animated }
  const turn = properties.find(({ type }) => type === 'irot')
  const sideways = turn !== undefined && (file.getUint8(turn.start) & 1) === 1
  const [width, height] = [file.getUint32(size.start + 4), file.getUint32(size.start + 8)]
  return {
    width: (sideways ? height : width) || null,
    height: (sideways ? width : height) || null,
    bitDepth: depth === undefined ? null : file.getUint8(depth.start + 5),
    alpha: null,
    pages: animated ? null : 1,
    animated,
  }
}

/** Those of the item that `pitm` names; of all items when the association is unreadable. */
function primaryProperties(file: Bytes, parts: readonly Box[]): Box[] {
  const iprp = parts.find(({ type }) => type === 'iprp')
  if (iprp === undefined) return []
  const inner = [...boxes(file, iprp.start, iprp.end)]
  const ipco = inner.find(({ type }) => type === 'ipco')
  const ipma = inner.find(({ type }) => type === 'ipma')
  const pitm = parts.find(({ type }) => type === 'pitm')
  const all = ipco === undefined ? [] : [...boxes(file, ipco.start, ipco.end)]
  if (ipma === undefined || pitm === undefined) return all
  const primary =
    file.getUint8(pitm.start) === 0 ? file.getUint16(pitm.start + 4) : file.getUint32(pitm.start + 4)
  const indexes = associationsOf(file, ipma, primary)
  return indexes.flatMap((index) => all[index - 1] ?? [])
}

function associationsOf(file: Bytes, ipma: Box, item: number): number[] {
  const version = file.getUint8(ipma.start)
  const wide = (file.getUint8(ipma.start + 3) & 1) === 1
  const entries = Math.min(file.getUint32(ipma.start + 4), MAX_BOXES)
  let at = ipma.start + 8
  for (let entry = 0; entry < entries && at < ipma.end; entry += 1) {
    const id = version === 0 ? file.getUint16(at) : file.getUint32(at)
    at += version === 0 ? 2 : 4
    const count = file.getUint8(at)
    at += 1
    if (id === item) {
      return Array.from({ length: count }, (_, i) =>
        wide ? file.getUint16(at + 2 * i) & 0x7fff : file.getUint8(at + i) & 0x7f,
      )
    }
    at += count * (wide ? 2 : 1)
  }
  return []
}

/** The boxes between two places, up to the first that does not fit there. */
export function* boxes(file: Bytes, from: number, to: number): Generator<Box> {
  let at = from
  for (let count = 0; at + 8 <= to && count < MAX_BOXES; count += 1) {
    const short = file.getUint32(at)
    const wide = short === 1
    const size = wide ? Number(file.getBigUint64(at + 8)) : short === 0 ? to - at : short
    const start = at + (wide ? 16 : 8)
    if (at + size > to || start > at + size) return
    yield { type: fourChars(file, at + 4), start, end: at + size }
    at += size
  }
}
