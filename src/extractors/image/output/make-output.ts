// Makes the file that is kept: the image as it came less its metadata, or a changed copy of it.
import type { Sharp } from 'sharp'
import { extractError } from '#extract/errors.ts'
import { MEDIA_TYPES, type ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import type { MadeOutput, Transform, OutputPlan } from '#extractors/image/request/output-plan.ts'
import { DEFAULT_DRAWING, openImage, type OpenedImage } from '#extractors/image/decode/open-image.ts'
import { MAX_PIXELS } from '#extractors/image/request/limits.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { DecodeTask } from '#extractors/image/decode/message.ts'
import { stripGif, stripPng, stripWebp } from './strip-blocks.ts'
import { stripIsobmff } from './strip-isobmff.ts'
import { stripJpeg } from './strip-jpeg.ts'

/** A file and what is to be made of it. */
interface OutputJob {
  readonly task: DecodeTask
  readonly plan: OutputPlan
  readonly opened: OpenedImage
  /** EXIF, 1 to 8. */
  readonly orientation: number | null
  /** Collects deviations from the task. */
  readonly warnings: Warning[]
}

/** The bytes of a new file, with its facts. */
interface Made {
  readonly bytes: Uint8Array
  readonly output: MadeOutput
}

const DEFAULT_QUALITY = 80
/** Of 0 to 9 (AVIF) and 1 to 10 (GIF): a second more for the slower ones saves a few percent. */
const EFFORT = { avif: 2, gif: 3 } as const
const MOVING: ReadonlySet<ImageFormat> = new Set(['gif', 'webp'])
/** A drawing is sharp at any size; this is the longest side it is drawn at. */
const MAX_DRAWN_PX = 8_192

const isDrawing = (format: ImageFormat): boolean => format === 'svg'

/** Throws `unsupported_document` where this kind of image cannot be changed, or not be rid of its metadata. */
export async function makeOutput(job: OutputJob): Promise<Made> {
  const { task, plan, opened, orientation } = job
  const { file, format, width, height } = task
  if (plan.transform !== null) return transformImage(job, plan.transform)
  const sideways = orientation !== null && orientation >= 5
  const output: MadeOutput = {
    format,
    mediaType: MEDIA_TYPES[format],
    width: (sideways ? height : width) || null,
    height: (sideways ? width : height) || null,
  }
  // A drawing is always sanitised, because it could run scripts in the program that opens it.
  if (opened.drawing !== null) return { bytes: Buffer.from(opened.drawing.svg), output }
  if (plan.keepMetadata) return { bytes: file, output }
  const bytes = stripMetadata(file, format, orientation)
  if (bytes !== null) return { bytes, output }
  // A TIFF consists of tags, so it is written again, without loss.
  if (format === 'tiff') return transformImage(job, {})
  throw extractError(
    'unsupported_document',
    `The metadata of this ${format.toUpperCase()} cannot be taken out; \`keepMetadata: true\` keeps it as it is.`,
  )
}

/** Null when that is impossible without encoding the picture again. */
function stripMetadata(file: Uint8Array, format: ImageFormat, orientation: number | null): Uint8Array | null {
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

/** Metadata goes with the change, unless it is to be kept; then it says what it said of the original. */
async function transformImage(job: OutputJob, transform: Transform): Promise<Made> {
  const { task, plan, warnings } = job
  const { widthPx, heightPx, fit = 'inside', quality = DEFAULT_QUALITY } = transform
  const format = transform.format ?? encodable(task.format)
  const { pipeline } = isDrawing(task.format) ? openImage(task, drawnPx(job, transform)) : job.opened
  if (pipeline === null) {
    throw extractError(
      'unsupported_document',
      `This kind of image (${task.format}) cannot be decoded here, so it cannot be changed.`,
    )
  }
  const pages = task.pages ?? 1
  const moving = pages > 1 && MOVING.has(task.format) && MOVING.has(format)
  const whole = moving && task.width * task.height * pages <= MAX_PIXELS
  if (pages > 1 && !whole && task.format !== 'ico') {
    warnings.push({
      code: 'first_page_only',
      detail: `The copy holds the first of ${pages} frames or pages.`,
    })
  }
  let image = pipeline({ failOn: 'none', animated: whole })
  if (widthPx !== undefined || heightPx !== undefined) {
    image = image.resize({
      ...(widthPx === undefined ? {} : { width: widthPx }),
      ...(heightPx === undefined ? {} : { height: heightPx }),
      fit,
      withoutEnlargement: true,
      ...(fit === 'contain' ? { background: { r: 0, g: 0, b: 0, alpha: 0 } } : {}),
    })
  }
  if (plan.keepMetadata) image = image.keepMetadata()
  const { data, info } = await encoded(image, format, quality).toBuffer({ resolveWithObject: true })
  return {
    bytes: data,
    output: {
      format,
      mediaType: MEDIA_TYPES[format],
      width: info.width,
      height: info.pageHeight ?? info.height,
    },
  }
}

function encoded(image: Sharp, format: ImageFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: 'white' }).jpeg({ quality, mozjpeg: true })
    case 'webp':
      return image.webp({ quality })
    case 'avif':
      return image.avif({ quality, effort: EFFORT.avif })
    case 'gif':
      return image.gif({ effort: EFFORT.gif })
    case 'tiff':
      return image.keepIccProfile().tiff({ compression: 'deflate' })
    default:
      return image.png()
  }
}

/** Formats that are never requested as output become the lossless one. */
function encodable(format: ImageFormat): ImageFormat {
  return ['jpeg', 'webp', 'avif', 'gif', 'tiff'].includes(format) ? format : 'png'
}

/** The longer side that covers the requested size; its own size without a task. */
function drawnPx({ task: { width, height } }: OutputJob, { widthPx, heightPx }: Transform): number {
  const own = width > 0 && height > 0 ? { width, height } : DEFAULT_DRAWING
  const scale = Math.max((widthPx ?? 0) / own.width, (heightPx ?? 0) / own.height) || 1
  return Math.min(MAX_DRAWN_PX, Math.max(1, Math.round(scale * Math.max(own.width, own.height))))
}
