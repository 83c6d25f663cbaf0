// Keeps the output of an image as an artifact of the job.
import { trimOf } from '#kit/text/text-rules.ts'
import type { ExtractContext } from '#extract/context.ts'
import type { InspectedImage } from '#extractors/image/inspect/inspect-image.ts'

/** The id of the artifact, or null where nothing was to be kept. Throws what `saveArtifact` throws. */
export async function saveImage(
  url: string | null,
  { output }: InspectedImage,
  context: Pick<ExtractContext, 'saveArtifact'>,
): Promise<string | null> {
  if (output === null) return null
  const { bytes, mediaType, format, width, height } = output
  const artifact = await context.saveArtifact({
    kind: 'image',
    mediaType,
    bytes,
    ...(width === null ? {} : { width: Math.max(1, Math.round(width)) }),
    ...(height === null ? {} : { height: Math.max(1, Math.round(height)) }),
    filename: `${stem(url)}.${format === 'jpeg' ? 'jpg' : format}`,
  })
  return artifact.id
}

/** The name of the file in its address, letters and digits only, without its ending. */
function stem(url: string | null): string {
  const name = url === null ? '' : (URL.parse(url)?.pathname.split('/').at(-1) ?? '')
  const words = name.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[^a-z0-9_-]+/gi, '-')
  const plain = trimOf(words, '-').slice(0, 80)
  return plain === '' ? 'image' : plain
}
