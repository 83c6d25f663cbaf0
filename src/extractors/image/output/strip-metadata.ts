// Removes the metadata of a file: who, when, where, with what. The picture is not encoded again if that can be avoided.
import type { ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import { stripGif } from './strip-gif.ts'
import { stripIsobmff } from './strip-isobmff.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

/** Null when that is impossible without encoding the picture again. */
export function stripMetadata(
  file: Uint8Array,
  format: ImageFormat,
  orientation: number | null,
): Uint8Array | null {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  switch (format) {
    case 'jpeg':
      return stripJpeg(buffer, orientation)
    case 'png':
      return stripPng(buffer, orientation)
    case 'webp':
      return stripWebp(buffer, orientation)
    case 'gif':
      return stripGif(buffer)
    case 'avif':
    case 'heic':
      return stripIsobmff(buffer)
    case 'bmp':
    case 'ico':
      // They have no place for any.
      return file
    default:
      return null
  }
}
