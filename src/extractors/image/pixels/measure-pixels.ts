// Measures the pixels of an image: a perceptual hash, a placeholder, its colors. All from one small copy.
import { rgbaToThumbHash } from 'thumbhash'
import { differenceHash } from './difference-hash.ts'
import { readPalette, type PaletteColor } from './palette.ts'
import type { SmallImage } from './small-image.ts'

/** What can be said of the pixels alone. */
export interface Pixels {
  /** 64 bits as 16 hexadecimal digits: brighter (1) or not than the neighbour to the left, rows of 8. */
  readonly dhash: string
  /** True when the picture has too little content to be recognised by its hash. */
  readonly flat: boolean
  /** Base64, as the thumbhash libraries take it. */
  readonly thumbhash: string
  /** The most of the picture first. */
  readonly palette: readonly PaletteColor[]
}

/** The longer side of the copy; a thumbhash takes no more than 100. */
export const SMALL_PX = 96

/** `image` is a small copy, not the image itself. */
export function measurePixels(image: SmallImage): Pixels {
  const { hash, flat } = differenceHash(image)
  return {
    dhash: hash,
    flat,
    thumbhash: Buffer.from(rgbaToThumbHash(image.width, image.height, image.rgba)).toString('base64'),
    palette: readPalette(image),
  }
}
