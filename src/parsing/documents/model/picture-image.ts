// The bytes of a picture inside a document as an image of the model, without decoding them.
import { imageSize } from 'image-size'
import type { PictureImage } from './document-blocks.ts'

/** A larger picture is named in the document, but its bytes are not given. */
const MAX_IMAGE_BYTES = 8 * 1024 * 1024
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
  tiff: 'image/tiff',
  ico: 'image/x-icon',
}

/** Null where the bytes are no known image, or one without a size. */
export function pictureImage(bytes: Uint8Array): PictureImage | null {
  if (bytes.length > MAX_IMAGE_BYTES) return null
  try {
    const { width, height, type } = imageSize(bytes)
    // TGA has no signature: all that begins with zeros passes for it.
    if (type === undefined || type === 'svg' || type === 'tga' || width * height === 0) return null
    return {
      mediaType: MEDIA_TYPES[type] ?? `image/${type}`,
      base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
      width,
      height,
    }
  } catch {
    return null
  }
}
