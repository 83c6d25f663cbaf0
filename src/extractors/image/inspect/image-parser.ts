// Runs in the child process: decodes one image, describes it, and makes the requested output.
import sharp, { type Metadata } from 'sharp'
import type { Warning } from '#contract/crawl/result.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import { extractError } from '#extract/errors.ts'
import { childSide } from '#extract/work.ts'
import { makeOutput } from '#extractors/image/output/make-output.ts'
import { measurePixels, SMALL_PX, type Pixels } from '#extractors/image/pixels/measure-pixels.ts'
import {
  isTurnedByExif,
  openImage,
  prepareSharp,
  type OpenedImage,
} from '#extractors/image/decode/open-image.ts'
import type { Decoded, DecodeTask } from '#extractors/image/decode/message.ts'
import { readIccName } from '#extractors/image/metadata/read-icc-name.ts'
import { readMetadata } from '#extractors/image/metadata/read-metadata.ts'

/**
 * The libvips names of color spaces that have a plainer word in the field; the bits of a channel are given separately.
 */
const COLOR_SPACES: Readonly<Record<string, string>> = { 'b-w': 'gray', grey16: 'gray', rgb16: 'srgb' }
/** Drawings are rendered larger than they are compared, so that lines keep their weight. */
const DRAWN_PX = 2 * SMALL_PX

/**
 * Throws `source_broken` for a damaged image, `target_too_large` for a bomb, `unsupported_document` for an output that this kind of image does not allow.
 */
export const parse = childSide(async (task: DecodeTask): Promise<Decoded> => {
  prepareSharp()
  try {
    return await decode(task)
  } catch (error) {
    throw error instanceof SurveyorError ? error : asDamage(error)
  }
})

async function decode(task: DecodeTask): Promise<Decoded> {
  const warnings: Warning[] = []
  const { file, format } = task
  const opened = openImage(task, DRAWN_PX)
  const meta = await containerOf(opened, file)
  const pixels = await readPixels(opened, warnings)
  if (opened.drawing !== null && opened.drawing.removed.length > 0) {
    warnings.push({
      code: 'svg_cleaned',
      detail: `Left out of the drawing: ${opened.drawing.removed.join(', ')}.`,
    })
  }
  const metadata = meta !== null && task.metadata ? await readMetadata(file, meta, task.gps, warnings) : null
  const turns = isTurnedByExif(format)
  const orientation = (turns ? meta?.orientation : null) ?? null
  const made =
    task.output === null ? null : await makeOutput({ task, plan: task.output, opened, orientation, warnings })
  return {
    width: (turns ? meta?.autoOrient.width : meta?.width) ?? task.width,
    height: (turns ? meta?.autoOrient.height : meta?.height) ?? task.height,
    orientation,
    colorSpace: meta === null ? null : (COLOR_SPACES[meta.space] ?? meta.space),
    alpha: meta?.hasAlpha ?? null,
    iccProfile: meta?.icc === undefined ? null : readIccName(meta.icc),
    metadata,
    pixels,
    warnings,
    output: made?.output ?? null,
    bytes: made?.bytes ?? null,
  }
}

/** Null for kinds that libvips does not know, and for HEIC containers that it cannot read: those are not decoded anyway. */
async function containerOf(opened: OpenedImage, file: Uint8Array): Promise<Metadata | null> {
  if (!opened.container) return null
  try {
    return await sharp(file).metadata()
  } catch (error) {
    if (opened.pipeline === null) return null
    throw error
  }
}

/** First as a strict reader, then as a browser, which shows what there is of a damaged image. */
async function readPixels({ pipeline }: OpenedImage, warnings: Warning[]): Promise<Pixels | null> {
  if (pipeline === null) {
    warnings.push({
      code: 'not_decodable',
      detail: 'Images of this kind are recognised but cannot be decoded here: what needs its pixels is null.',
    })
    return null
  }
  const small = (failOn: 'warning' | 'none') =>
    pipeline({ failOn })
      .resize(SMALL_PX, SMALL_PX, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true })
  const { data, info } = await small('warning').catch(async (error: unknown) => {
    const shown = await small('none')
    warnings.push({ code: 'image_damaged', detail: `Decoded as far as it goes: ${reasonOf(error)}` })
    return shown
  })
  return measurePixels({ width: info.width, height: info.height, rgba: data })
}

function asDamage(error: unknown): SurveyorError {
  const reason = reasonOf(error)
  if (/exceeds pixel limit/i.test(reason))
    return extractError('target_too_large', 'The image has more pixels than are decoded.')
  if (/not been built in/i.test(reason))
    return extractError(
      'unsupported_document',
      'The image is compressed in a way that cannot be decoded here.',
    )
  return extractError('source_broken', `The image is damaged: ${reason}`, { cause: error })
}

/** The first line of a library's message, without characters unsuitable for a log. */
function reasonOf(error: unknown): string {
  const lines = String(Object(error).message ?? error).split('\n')
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return (lines[0] ?? '')
    .replace(/[^\x20-\x7e]/g, '?')
    .trimEnd()
    .replace(/:$/, '')
    .slice(0, 150)
}
