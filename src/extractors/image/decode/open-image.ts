// Makes any image that can be decoded here a source for sharp: drawings cleaned and drawn, bitmaps and icons unpacked.
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { extractError } from '#extract/errors.ts'
import type { ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import type { Bytes } from '#extractors/image/header/formats/header-fields.ts'
import { iconEntries, isPng } from '#extractors/image/header/formats/bitmap-header.ts'
import { MAX_PIXELS } from '#extractors/image/request/limits.ts'
import { sanitizeSvg } from '#extractors/image/svg/sanitize-svg.ts'
import { decodeBitmap, decodeIconBitmap } from './decode-bitmap.ts'
import type { SmallImage } from '#extractors/image/pixels/small-image.ts'
import type { DecodeTask } from './message.ts'

/** An image as sharp takes it. */
export interface OpenedImage {
  /** A new pipeline over the image each time; null where this kind cannot be decoded here. */
  readonly pipeline: ((options?: SharpOptions) => Sharp) | null
  /** Whether libvips knows the container, and so its metadata. */
  readonly container: boolean
  /** For a drawing: its sanitised text, and what was removed from it. */
  readonly drawing: { readonly svg: string; readonly removed: readonly string[] } | null
}

/** The loaders for the formats that are sniffed here; libvips has more, but must not guess. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif', 'Tiff', 'Svg'].map(
  (name) => `VipsForeignLoad${name}Buffer`,
)
/** A drawing without a size, as browsers show it. */
export const DEFAULT_DRAWING = { width: 300, height: 150 }

/** One image at a time and nothing kept: the process is small and does not live long. */
export function prepareSharp(): void {
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
}

/** `drawnPx` is the longer side at which a drawing is drawn. Throws what `sanitizeSvg` and `decodeBitmap` throw. */
export function openImage(task: DecodeTask, drawnPx: number): OpenedImage {
  const { format, file } = task
  const view: Bytes = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const plain = { drawing: null, container: false }
  switch (format) {
    case 'svg': {
      const { svg, removed } = sanitizeSvg(file)
      const drawn = Buffer.from(sanitizeSvg(file, drawnSize(task, drawnPx)).svg)
      return { ...plain, pipeline: pipelineOf(drawn), drawing: { svg, removed } }
    }
    case 'bmp':
      return { ...plain, pipeline: pixelsOf(decodeBitmap(file)) }
    case 'ico':
      return { ...plain, pipeline: openIcon(view, file) }
    case 'heic':
      return { ...plain, container: true, pipeline: null }
    case 'jp2':
    case 'jxl':
    case 'psd':
      return { ...plain, pipeline: null }
    default:
      return { ...plain, container: true, pipeline: pipelineOf(file, isTurnedByExif(format)) }
  }
}

/** AVIF and HEIC are turned by their container; what their EXIF says of it is history (ISO/IEC 23008-12, A.2.3). */
export function isTurnedByExif(format: ImageFormat): boolean {
  return format !== 'avif' && format !== 'heic'
}

function openIcon(view: Bytes, file: Uint8Array): (options?: SharpOptions) => Sharp {
  const [largest] = iconEntries(view)
  if (largest === undefined)
    throw extractError('source_broken', 'The image is damaged: the icon holds no picture.')
  return isPng(view, largest)
    ? pipelineOf(file.subarray(largest.at, largest.at + largest.bytes))
    : pixelsOf(decodeIconBitmap(file, largest))
}

const pipelineOf =
  (file: Uint8Array, autoOrient = true) =>
  (options: SharpOptions = {}): Sharp =>
    sharp(file, { limitInputPixels: MAX_PIXELS, sequentialRead: true, autoOrient, ...options })

const pixelsOf =
  ({ width, height, rgba }: SmallImage) =>
  (): Sharp =>
    sharp(rgba, { raw: { width, height, channels: 4 } })

function drawnSize({ width, height }: DecodeTask, drawnPx: number): { width: number; height: number } {
  const size = width > 0 && height > 0 ? { width, height } : DEFAULT_DRAWING
  const scale = drawnPx / Math.max(size.width, size.height)
  return {
    width: Math.max(1, Math.round(size.width * scale)),
    height: Math.max(1, Math.round(size.height * scale)),
  }
}
