// Makes a changed copy of an image: turned upright, in sRGB, never larger than it is.
import type { Sharp } from 'sharp'
import { openImage } from '#extractors/image/decode/open-image.ts'
import { extractError } from '#extract/errors.ts'
import { MEDIA_TYPES, type ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import { MAX_PIXELS } from '#extractors/image/request/limits.ts'
import type { Made, OutputJob } from './output-job.ts'
import type { Transform } from '#extractors/image/request/output-plan.ts'

const DEFAULT_QUALITY = 80
/** Of 0 to 9 (AVIF) and 1 to 10 (GIF): a second more for the slower ones saves a few percent. */
const EFFORT = { avif: 2, gif: 3 } as const
const MOVING: ReadonlySet<ImageFormat> = new Set(['gif', 'webp'])
/** A drawing is sharp at any size; this is the longest side it is drawn at. */
const MAX_DRAWN_PX = 8_192

/** Metadata goes with the change, unless it is to be kept; then it says what it said of the original. */
export async function transformImage(job: OutputJob, transform: Transform): Promise<Made> {
  const { request, plan, file, warnings } = job
  const { widthPx, heightPx, fit = 'inside', quality = DEFAULT_QUALITY } = transform
  const format = transform.format ?? encodable(request.format)
  const { pipeline } = isDrawing(request.format)
    ? openImage(request, file, drawnPx(job, transform))
    : job.opened
  if (pipeline === null) {
    throw extractError(
      'unsupported_document',
      `This kind of image (${request.format}) cannot be decoded here, so it cannot be changed.`,
    )
  }
  const pages = request.pages ?? 1
  const moving = pages > 1 && MOVING.has(request.format) && MOVING.has(format)
  const whole = moving && request.width * request.height * pages <= MAX_PIXELS
  if (pages > 1 && !whole && request.format !== 'ico') {
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

const isDrawing = (format: ImageFormat): boolean => format === 'svg'

/** The longer side that covers the requested size; its own size without a request. */
function drawnPx({ request: { width, height } }: OutputJob, { widthPx, heightPx }: Transform): number {
  const [wide, high] = width > 0 && height > 0 ? [width, height] : [300, 150]
  const scale = Math.max((widthPx ?? 0) / wide, (heightPx ?? 0) / high) || 1
  return Math.min(MAX_DRAWN_PX, Math.max(1, Math.round(scale * Math.max(wide, high))))
}
