// Says what one file is: its header here, its pixels and metadata in the child process.
import { createHash } from 'node:crypto'
import { extractError } from '#extract/errors.ts'
import { defineWork, type WorkScope } from '#extract/work.ts'
import type { Decoded, DecodeTask } from '#extractors/image/decode/message.ts'
import { MEDIA_TYPES } from '#extractors/image/header/formats/format-names.ts'
import type { ImageHeader } from '#extractors/image/header/formats/header-fields.ts'
import { readImageHeader } from '#extractors/image/header/image-header.ts'
import { FILE_TIMEOUT_MS, MAX_IMAGE_BYTES, MAX_PIXELS } from '#extractors/image/request/limits.ts'
import type { FileFacts, ImageInput } from '#extractors/image/request/options.ts'
import type { MadeOutput, OutputPlan } from '#extractors/image/request/output-plan.ts'

/** What is measured beside what the header says; each costs time. */
export interface Wants {
  readonly hash: boolean
  readonly palette: boolean
  readonly metadata: boolean
  readonly gps: boolean
  /** The output to keep; null for none. */
  readonly output: OutputPlan | null
}

/** The facts of a file, and what it is compared by. */
export interface InspectedImage {
  readonly facts: FileFacts
  /**
   * The data by which all images are compared, even when the caller did not request it; null when it was not decoded.
   */
  readonly looks: {
    readonly dhash: string
    readonly flat: boolean
    readonly palette: readonly { hex: string; share: number }[]
  } | null
  readonly output: (MadeOutput & { readonly bytes: Uint8Array }) | null
}

/** libvips and what it decodes with are native code: a mistake in it must not reach the memory of the worker. */
const decoding = defineWork<DecodeTask, Decoded>({
  module: new URL('image-parser.ts', import.meta.url),
  child: 'always',
  sizeOf: ({ file }) => file.length,
  bounds: { native: true, timeoutMs: FILE_TIMEOUT_MS },
})

/**
 * Throws `unsupported_document` for a file that is not an image or that kills its reader, `target_too_large` for a
 * bomb, `source_broken` for a damaged image, `extract_timeout` for one that takes more than 10 s of CPU time or the time of the job.
 */
export async function inspectImage(
  file: Uint8Array,
  wants: Wants,
  scope: WorkScope,
): Promise<InspectedImage> {
  const header = checkedHeader(file)
  const answer = await decoding.run(
    {
      format: header.format,
      width: header.width ?? 0,
      height: header.height ?? 0,
      pages: header.pages,
      metadata: wants.metadata,
      gps: wants.gps,
      output: wants.output,
      file,
    },
    scope,
  )
  return {
    facts: factsOf(file, header, answer, wants),
    looks: answer.pixels,
    output:
      answer.output === null || answer.bytes === null ? null : { ...answer.output, bytes: answer.bytes },
  }
}

/** The header of an image that is small enough to be decoded, as far as it says itself. */
function checkedHeader(file: Uint8Array): ImageHeader {
  if (file.length === 0) throw extractError('empty_content', 'The file is empty.')
  if (file.length > MAX_IMAGE_BYTES)
    throw extractError('target_too_large', `The image has more than ${MAX_IMAGE_BYTES} bytes.`)
  const header = readImageHeader(file)
  if (header === null)
    throw extractError('unsupported_document', `The file is no image of a known kind${guess(file)}.`)
  const { format, width, height } = header
  if (format === 'svg') return header
  if (width === null || height === null)
    throw extractError(
      'source_broken',
      `The image is damaged: the header of this ${format.toUpperCase()} gives no size.`,
    )
  if (width * height > MAX_PIXELS) {
    throw extractError(
      'target_too_large',
      `The image is ${width} by ${height} pixels by its header; images of more than ${MAX_PIXELS / 1e6} megapixels are not decoded.`,
    )
  }
  return header
}

/** Error pages in place of images are the commonest mistake. */
function guess(file: Uint8Array): string {
  const start = Buffer.from(file.subarray(0, 200)).toString('latin1').trimStart()
  return /^<(?:!doctype|html|head|body|\?xml)/i.test(start) ? ', it looks like a page' : ''
}

function factsOf(file: Uint8Array, header: ImageHeader, answer: Decoded, wants: Wants): FileFacts {
  const { pixels } = answer
  const { format } = header
  return {
    format,
    mediaType: MEDIA_TYPES[format],
    width: rounded(answer.width),
    height: rounded(answer.height),
    bytes: file.length,
    sha256: createHash('sha256').update(file).digest('hex'),
    pages: header.pages,
    animated: header.animated,
    durationMs: header.durationMs,
    orientation: answer.orientation,
    alpha: answer.alpha ?? header.alpha,
    colorSpace: answer.colorSpace,
    bitDepth: header.bitDepth,
    iccProfile: answer.iccProfile,
    ...(wants.hash ? { dhash: pixels?.dhash ?? null, thumbhash: pixels?.thumbhash ?? null } : {}),
    ...(wants.palette
      ? { palette: pixels === null ? null : pixels.palette.map((color) => ({ ...color })) }
      : {}),
    ...(wants.metadata ? { metadata: metadataOf(answer) } : {}),
    warnings: answer.warnings.map((warning) => ({ ...warning })),
  }
}

type Metadata = Exclude<FileFacts['metadata'], undefined>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the lists differ: they are read-only in the making
const metadataOf = ({ metadata }: Decoded): Metadata => metadata as Metadata

/** A drawing may be 12.345 pixels wide; 0 is one without a size. */
const rounded = (length: number): number | null => (length === 0 ? null : Math.round(100 * length) / 100)

/** `alone`: the image is the target itself, and its metadata is returned unless excluded. */
export function wantsOf(request: ImageInput, alone: boolean): Wants {
  const {
    mode,
    hash = true,
    palette = true,
    readMetadata,
    gps = false,
    transform,
    keepMetadata = false,
  } = request
  return {
    hash,
    palette,
    metadata: readMetadata ?? (alone || gps),
    gps,
    output: mode === 'download' ? { transform: transform ?? null, keepMetadata } : null,
  }
}
