// Which image format bytes are in, by what they hold: names and headers of servers are often wrong.
import type { ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import { parseSvgRoot } from '#extractors/image/header/formats/svg-header.ts'

const SIGNATURES: readonly [string, ImageFormat][] = [
  ['ffd8ff', 'jpeg'],
  ['89504e470d0a1a0a', 'png'],
  ['474946383761', 'gif'],
  ['474946383961', 'gif'],
  ['49492a00', 'tiff'],
  ['4d4d002a', 'tiff'],
  ['49492b00', 'tiff'],
  ['4d4d002b', 'tiff'],
  ['38425053', 'psd'],
  ['0000000c6a5020200d0a870a', 'jp2'],
  ['ff4fff51', 'jp2'],
  ['ff0a', 'jxl'],
  ['0000000c4a584c200d0a870a', 'jxl'],
  ['00000100', 'ico'],
  ['00000200', 'ico'],
]
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'mif2'])
/** Brands take four bytes each after the first 16; a longer list is invalid. */
const MAX_BRANDS_BYTES = 256

/** Null when it is not an image of a known format. */
export function imageFormat(bytes: Uint8Array): ImageFormat | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_BRANDS_BYTES))
  const hex = head.toString('hex', 0, 16)
  const found = SIGNATURES.find(([signature]) => hex.startsWith(signature))
  if (found !== undefined) return found[1]
  const text = head.toString('latin1')
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp'
  if (text.slice(4, 8) === 'ftyp') return formatOfBrands(head)
  if (text.startsWith('BM') && head.length > 18 && isDibSize(head.readUInt32LE(14))) return 'bmp'
  return parseSvgRoot(bytes) === null ? null : 'svg'
}

function formatOfBrands(head: Buffer): ImageFormat | null {
  const end = Math.min(head.readUInt32BE(0), head.length)
  const brands = new Set([head.toString('latin1', 8, 12)])
  for (let at = 16; at + 4 <= end; at += 4) brands.add(head.toString('latin1', at, at + 4))
  if (brands.has('avif') || brands.has('avis')) return 'avif'
  return [...brands].some((brand) => HEIC_BRANDS.has(brand)) ? 'heic' : null
}

const isDibSize = (size: number): boolean => size === 12 || (size >= 40 && size <= 124) || size === 16
