// How many pictures of one document are given, in number and in bytes, so that an answer stays within what is kept.
import type { PictureImage } from '#parsing/documents/model/document-blocks.ts'

const MAX_IMAGES = 1_000
const MAX_BASE64_CHARS = 64 * 1024 * 1024

export interface ImageBudget {
  hasRoom(): boolean
  /** The image, if there is room for it; null stays null. */
  take(image: PictureImage | null): PictureImage | null
  /** Whether a picture was left out. */
  isSpent(): boolean
}

export function imageBudget(): ImageBudget {
  let [images, chars, isSpent] = [0, 0, false]
  return {
    hasRoom() {
      isSpent ||= images >= MAX_IMAGES
      return !isSpent
    },
    take(image) {
      if (image === null) return null
      isSpent ||= images >= MAX_IMAGES || chars + image.base64.length > MAX_BASE64_CHARS
      if (isSpent) return null
      images += 1
      chars += image.base64.length
      return image
    },
    isSpent: () => isSpent,
  }
}
