// Decodes Windows bitmaps, in files of their own or in icons: plain rows of palette indexes or colors.
import { extractError } from '#extract/errors.ts'
import type { Bytes } from '#extractors/image/header/formats/header-fields.ts'
import { readDibHeader } from '#extractors/image/header/formats/bitmap-header.ts'
import type { SmallImage } from '#extractors/image/pixels/small-image.ts'

const CORE_HEADER = 12
const [PLAIN, BIT_FIELDS, ALPHA_BIT_FIELDS] = [0, 3, 6]

interface Layout {
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly topDown: boolean
  /** The offset of the rows, and the bytes of one row. */
  readonly rowsAt: number
  readonly stride: number
}

export interface DibPlace {
  /** The offset of the header. */
  readonly at: number
  /** The offset of the rows; null: after the palette. */
  readonly rowsAt: number | null
  /** An icon holds a mask below the picture, and its height counts both. */
  readonly icon: boolean
}

/** Throws `source_broken` where rows are missing, `unsupported_document` for a compressed bitmap. */
export function decodeDib(file: Bytes, { at, rowsAt, icon }: DibPlace): SmallImage {
  const headerBytes = file.getUint32(at, true)
  const core = headerBytes === CORE_HEADER
  const bits = file.getUint16(at + (core ? 10 : 14), true)
  const compression = core ? PLAIN : file.getUint32(at + 16, true)
  if (![PLAIN, BIT_FIELDS, ALPHA_BIT_FIELDS].includes(compression) || ![1, 4, 8, 16, 24, 32].includes(bits)) {
    throw extractError('unsupported_document', 'Compressed bitmaps cannot be decoded here.')
  }
  const { width = null, height = null } = readDibHeader(file, at)
  if (width === null || height === null) throw damaged()
  const masksBytes =
    compression === PLAIN || headerBytes > 40 ? 0 : compression === ALPHA_BIT_FIELDS ? 16 : 12
  const paletteAt = at + headerBytes + masksBytes
  const entries =
    bits > 8 ? 0 : core ? 2 ** bits : Math.min(file.getUint32(at + 32, true) || 2 ** bits, 2 ** bits)
  const stride = 4 * Math.ceil((width * bits) / 32)
  const layout: Layout = {
    width,
    height: icon ? Math.floor(height / 2) : height,
    bits,
    topDown: !core && file.getInt32(at + 8, true) < 0,
    rowsAt: rowsAt ?? paletteAt + entries * (core ? 3 : 4),
    stride,
  }
  if (layout.height < 1 || layout.rowsAt + stride * layout.height > file.byteLength) throw damaged()
  const rgba = new Uint8Array(4 * width * layout.height)
  if (bits <= 8) fillFromPalette(file, layout, { at: paletteAt, entries, bytes: core ? 3 : 4 }, rgba)
  else fillFromColors(file, layout, masksOf(file, at, compression, bits), rgba)
  if (icon) applyMask(file, layout, rgba)
  return { width, height: layout.height, rgba }
}

const damaged = (): Error =>
  extractError('source_broken', 'The image is damaged: it ends before its rows do.')

const rowAt = ({ rowsAt, stride, height, topDown }: Layout, y: number): number =>
  rowsAt + stride * (topDown ? y : height - 1 - y)

function fillFromPalette(
  file: Bytes,
  layout: Layout,
  palette: { readonly at: number; readonly entries: number; readonly bytes: number },
  rgba: Uint8Array,
): void {
  const { width, height, bits } = layout
  const perByte = 8 / bits
  const mask = 2 ** bits - 1
  for (let y = 0, out = 0; y < height; y += 1) {
    const row = rowAt(layout, y)
    for (let x = 0; x < width; x += 1, out += 4) {
      const byte = file.getUint8(row + Math.floor(x / perByte))
      const index = (byte >> (8 - bits * ((x % perByte) + 1))) & mask
      if (index < palette.entries) {
        const color = palette.at + palette.bytes * index
        rgba[out] = file.getUint8(color + 2)
        rgba[out + 1] = file.getUint8(color + 1)
        rgba[out + 2] = file.getUint8(color)
      }
      rgba[out + 3] = 255
    }
  }
}

/** Which bits of a pixel are red, green, blue and alpha; no bits of alpha mean that all is opaque. */
type Masks = readonly [number, number, number, number]

function masksOf(file: Bytes, at: number, compression: number, bits: number): Masks {
  if (compression !== PLAIN) {
    const of = (i: number): number => file.getUint32(at + 40 + 4 * i, true)
    const withAlpha = compression === ALPHA_BIT_FIELDS || file.getUint32(at, true) >= 56
    return [of(0), of(1), of(2), withAlpha ? of(3) : 0]
  }
  return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, bits === 32 ? 0xff000000 : 0]
}

function fillFromColors(file: Bytes, layout: Layout, masks: Masks, rgba: Uint8Array): void {
  const { width, height, bits } = layout
  const channels = masks.map((mask) => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
    return { mask, shift, maxValue: mask >>> shift }
  })
  let anyAlpha = false
  for (let y = 0, out = 0; y < height; y += 1) {
    const row = rowAt(layout, y)
    for (let x = 0; x < width; x += 1, out += 4) {
      const at = row + (x * bits) / 8
      const pixel =
        bits === 16
          ? file.getUint16(at, true)
          : bits === 24
            ? file.getUint16(at, true) | (file.getUint8(at + 2) << 16)
            : file.getUint32(at, true)
      for (let i = 0; i < 4; i += 1) {
        const { mask, shift, maxValue } = channels[i] as { mask: number; shift: number; maxValue: number }
        rgba[out + i] = maxValue === 0 ? 0 : Math.round((255 * ((pixel & mask) >>> shift)) / maxValue)
      }
      if (rgba[out + 3] !== 0) anyAlpha = true
    }
  }
  // Most writers of 32 bits leave the fourth byte at 0 and mean opaque.
  if (!anyAlpha) for (let out = 3; out < rgba.length; out += 4) rgba[out] = 255
}

/** A mask with one bit for each pixel follows the picture: 1 is transparent. Pictures with alpha do not need it. */
function applyMask(file: Bytes, layout: Layout, rgba: Uint8Array): void {
  const { width, height, bits, stride } = layout
  const maskStride = 4 * Math.ceil(width / 32)
  const start = layout.rowsAt + stride * height
  if (start + maskStride * height > file.byteLength) return
  if (bits === 32 && rgba.some((value, at) => at % 4 === 3 && value !== 255)) return
  for (let y = 0; y < height; y += 1) {
    const row = start + maskStride * (height - 1 - y)
    for (let x = 0; x < width; x += 1) {
      if (((file.getUint8(row + (x >> 3)) >> (7 - (x & 7))) & 1) === 1) rgba[4 * (y * width + x) + 3] = 0
    }
  }
}
