// The files beside a picture: a small copy of it, and how it differs from an earlier one.
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { fileEnding, MEDIA_TYPES, type ScreenshotData, type ScreenshotInput } from './options.ts'
import { pixelWork } from './pixel-work.ts'

export interface PictureScope {
  readonly context: ExtractContext
  /** By `performance.now()`. */
  readonly endsAtMs: number
}

const MAX_PREVIOUS_BYTES = 50 * 1_024 ** 2

/** The field of the answer for the small copy that was asked for. */
export async function thumbnailOf(
  { thumbnail, format = 'png' }: ScreenshotInput,
  [first]: readonly Uint8Array[],
  scope: PictureScope,
): Promise<{ thumbnail?: string }> {
  if (thumbnail === undefined || first === undefined) return {}
  const { bytes, width, height } = await pixelWork.run(
    { kind: 'thumbnail', widthPx: thumbnail.widthPx, bytes: first },
    scope,
  )
  const made = format === 'avif' ? 'png' : format
  const { id } = await scope.context.saveArtifact({
    kind: 'thumbnail',
    mediaType: MEDIA_TYPES[made],
    bytes,
    width,
    height,
    filename: `thumbnail.${fileEnding(made)}`,
  })
  return { thumbnail: id }
}

/** The field of the answer for the comparison that was asked for. */
export async function comparisonOf(
  { compareTo }: ScreenshotInput,
  pictures: readonly Uint8Array[],
  scope: PictureScope,
): Promise<{ comparison?: NonNullable<ScreenshotData['comparison']> }> {
  const [now, ...others] = pictures
  if (compareTo === undefined || now === undefined) return {}
  if (others.length > 0) {
    throw extractError(
      'target_too_large',
      'A picture of several files is not compared; `clip` or `selector` makes one.',
    )
  }
  const { bytes: before } = await scope.context.readArtifact(compareTo, { maxBytes: MAX_PREVIOUS_BYTES })
  const { bytes, width, height, difference } = await pixelWork.run(
    { kind: 'difference', split: before.length, bytes: Buffer.concat([before, now]) },
    scope,
  )
  const { id } = await scope.context.saveArtifact({
    kind: 'diff',
    mediaType: 'image/png',
    bytes,
    width,
    height,
    filename: 'difference.png',
  })
  if (difference === null) throw new Error('The pictures were not compared.')
  return { comparison: { ...difference, diffArtifact: id } }
}
