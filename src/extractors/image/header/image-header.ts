// Reads the header of an image file without decoding a pixel: enough to refuse a decompression bomb.
import { readBmpHeader, readIcoHeader } from './bitmap-header.ts'
import { readGifHeader } from './gif-header.ts'
import type { Bytes, HeaderFields, ImageHeader } from './header-fields.ts'
import type { ImageFormat } from './format-names.ts'
import { imageFormat } from './image-format.ts'
import { readIsobmffHeader } from './isobmff-header.ts'
import { readJp2Header } from './jp2-header.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { readJxlHeader } from './jxl-header.ts'
import { readPngHeader } from './png-header.ts'
import { readPsdHeader } from './psd-header.ts'
import { parseSvgRoot } from './svg-header.ts'
import { readTiffHeader } from './tiff-header.ts'
import { readWebpHeader } from './webp-header.ts'

const READERS: Readonly<Record<ImageFormat, (file: Bytes) => HeaderFields>> = {
  jpeg: readJpegHeader,
  png: readPngHeader,
  gif: readGifHeader,
  webp: readWebpHeader,
  avif: readIsobmffHeader,
  heic: readIsobmffHeader,
  tiff: readTiffHeader,
  svg: (file) => ({
    ...parseSvgRoot(new Uint8Array(file.buffer, file.byteOffset, file.byteLength)),
    pages: 1,
    animated: null,
    alpha: true,
  }),
  bmp: readBmpHeader,
  ico: readIcoHeader,
  jp2: readJp2Header,
  jxl: readJxlHeader,
  psd: readPsdHeader,
}

const UNKNOWN = {
  width: null,
  height: null,
  pages: null,
  animated: null,
  durationMs: null,
  bitDepth: null,
  alpha: null,
} as const satisfies HeaderFields

/** Null for bytes that are not an image of a known format. Never throws, and takes time linear in the length. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const format = imageFormat(bytes)
  if (format === null) return null
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return { ...UNKNOWN, format, ...READERS[format](file) }
  } catch (error) {
    // The file ends before its header does.
    if (error instanceof RangeError) return { ...UNKNOWN, format }
    throw error
  }
}
