// Makes the file that is kept: the image as it came less its metadata, or a changed copy of it.
import { extractError } from '#extract/errors.ts'
import { MEDIA_TYPES, type ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import type { Made, OutputJob } from './output-job.ts'
import type { MadeOutput } from '#extractors/image/request/output-plan.ts'
import { transformImage } from './transform-image.ts'
import { stripGif, stripPng, stripWebp } from './strip-blocks.ts'
import { stripIsobmff } from './strip-isobmff.ts'
import { stripJpeg } from './strip-jpeg.ts'

/** Throws `unsupported_document` where this kind of image cannot be changed, or not be rid of its metadata. */
export async function makeOutput(job: OutputJob): Promise<Made> {
  const { request, plan, file, opened, orientation } = job
  const { format, width, height } = request
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
