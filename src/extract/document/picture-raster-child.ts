// The child side of `rasterOfPicture`: libvips decodes the file. Only a child with native code imports it.
import sharp from 'sharp'
import { childSide } from '#extract/work.ts'
import type { OcrRaster } from './ocr-raster.ts'

const MAX_PIXELS = 50_000_000
/** A longer side says nothing more to OCR. */
const MAX_SIDE = 5_000
/** Letters of a small picture, such as one of a screen, are too small for OCR. */
const MIN_SIDE = 1_500
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif'])

export const parse = childSide(async ({ bytes }: { bytes: Uint8Array }) => {
  try {
    const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'none' })
    const { format, autoOrient } = await open().metadata()
    if (!FORMATS.has(format)) return { bytes: null }
    const { width, height } = autoOrient
    const side = Math.max(width, height)
    const target = side < MIN_SIDE ? side * 2 : Math.min(side, MAX_SIDE)
    const { data, info } = await open()
      .autoOrient()
      .flatten({ background: '#fff' })
      .resize(Math.max(1, Math.round((width * target) / side)))
      .grayscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const head = Buffer.from(`P5\n${info.width} ${info.height}\n255\n`)
    return { width: info.width, height: info.height, bytes: Buffer.concat([head, data]) } satisfies OcrRaster
  } catch {
    // Damaged, or larger than is decoded: the same to a caller who learns that nothing could be read.
    return { bytes: null }
  }
})
