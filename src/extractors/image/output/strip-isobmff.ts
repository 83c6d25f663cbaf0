// Removes the metadata of an AVIF or HEIC: its EXIF and XMP items are overwritten in place, so that nothing moves.
import { boxes, type Box } from '#extractors/image/header/formats/isobmff-header.ts'
import type { Bytes } from '#extractors/image/header/formats/header-fields.ts'

/** Readers skip items of a type they do not know. */
const NO_TYPE = 'skip'
const MAX_ITEMS = 65_536

interface Item {
  readonly id: number
  /** The offset of its four-letter type. */
  readonly typeAt: number
}

/** Null when the positions of the metadata are not certain. */
export function stripIsobmff(file: Buffer): Buffer | null {
  const copy = Buffer.from(file)
  const view: Bytes = new DataView(copy.buffer, copy.byteOffset, copy.byteLength)
  try {
    const meta = [...boxes(view, 0, view.byteLength)].find(({ type }) => type === 'meta')
    if (meta === undefined) return null
    const parts = [...boxes(view, meta.start + 4, meta.end)]
    const [iinf, iloc] = ['iinf', 'iloc'].map((name) => parts.find(({ type }) => type === name))
    const items = iinf === undefined ? [] : metadataItems(view, iinf)
    if (items.length === 0) return copy
    if (iloc === undefined) return null
    const extents = extentsOf(
      view,
      iloc,
      new Set(items.map(({ id }) => id)),
      parts.find(({ type }) => type === 'idat'),
    )
    if (extents === null) return null
    for (const [start, length] of extents) copy.fill(0, start, Math.min(start + length, copy.length))
    for (const { typeAt } of items) copy.write(NO_TYPE, typeAt, 'latin1')
    return copy
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Items of the type `Exif`, and `mime` ones: XMP, and whatever else an application put there. */
function metadataItems(file: Bytes, iinf: Box): Item[] {
  const wide = file.getUint8(iinf.start) > 0
  const items: Item[] = []
  for (const { type, start } of boxes(file, iinf.start + (wide ? 8 : 6), iinf.end)) {
    const version = file.getUint8(start)
    if (type !== 'infe' || version < 2) continue
    const id = version === 2 ? file.getUint16(start + 4) : file.getUint32(start + 4)
    const typeAt = start + (version === 2 ? 8 : 10)
    const kind = file.getUint32(typeAt)
    if (kind === 0x45786966 || kind === 0x6d696d65) items.push({ id, typeAt })
  }
  return items
}

/** The positions in the file of all extents of the items; null when one is elsewhere. */
function extentsOf(
  file: Bytes,
  iloc: Box,
  wanted: ReadonlySet<number>,
  idat: Box | undefined,
): [number, number][] | null {
  const version = file.getUint8(iloc.start)
  const sizes = file.getUint16(iloc.start + 4)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version === 0 ? 0 : sizes & 15
  let at = iloc.start + 6
  const read = (bytes: number): number => {
    const value =
      bytes === 0
        ? 0
        : bytes === 2
          ? file.getUint16(at)
          : bytes === 4
            ? file.getUint32(at)
            : Number(file.getBigUint64(at))
    at += bytes
    return value
  }
  const idBytes = version < 2 ? 2 : 4
  const count = Math.min(read(idBytes), MAX_ITEMS)
  const extents: [number, number][] = []
  for (let item = 0; item < count; item += 1) {
    const id = read(idBytes)
    const method = version === 0 ? 0 : read(2) & 15
    // Where the data is: 0 means this very file.
    const elsewhere = read(2) !== 0
    const base = read(baseBytes)
    const pieces = read(2)
    for (let piece = 0; piece < pieces; piece += 1) {
      read(indexBytes)
      const [start, length] = [base + read(offsetBytes), read(lengthBytes)]
      if (!wanted.has(id)) continue
      const origin = method === 0 ? 0 : method === 1 ? idat?.start : undefined
      if (elsewhere || origin === undefined) return null
      // A length of 0 means all the rest: that would be the picture too.
      if (length === 0) return null
      extents.push([origin + start, length])
    }
  }
  return extents
}
