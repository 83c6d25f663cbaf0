// Reads a target that is an image itself.
import type { ExtractContext, ExtractorOutput } from '#extract/context.ts'
import { statusError } from '#extract/errors.ts'
import type { LoadedTarget } from '#extract/page/load-target.ts'
import { inspectImage } from '#extractors/image/inspect/inspect-image.ts'
import type { ImageData, ImageInput } from '#extractors/image/request/options.ts'
import { saveImage } from './save-image.ts'
import { wantsOf } from '#extractors/image/inspect/wants.ts'

/** An error of the image is the error of the job. */
export async function readTargetImage(
  { body, url, statusCode, response, contentType, engine, endsAtMs }: LoadedTarget,
  request: ImageInput,
  context: ExtractContext,
): Promise<ExtractorOutput> {
  if (statusCode !== null && statusCode >= 400) throw statusError(statusCode)
  const image = await inspectImage(
    body ?? Buffer.alloc(0),
    wantsOf(request, true),
    context.isolate,
    Math.max(1, Math.round(endsAtMs - performance.now())),
  )
  const { warnings, ...facts } = image.facts
  const data: ImageData = {
    mode: request.mode === 'download' ? 'download' : 'inspect',
    url,
    images: [
      {
        url,
        inline: null,
        foundIn: ['target'],
        alt: null,
        caption: null,
        declared: { width: null, height: null, mediaType: contentType },
        role: 'content',
        score: 1,
        ...facts,
        warnings,
        ...(request.mode === 'download' ? { artifactId: await saveImage(url, image, context) } : {}),
      },
    ],
    counts: { found: 1, filtered: 0, cut: 0, listed: 1, fetched: 1, failed: 0, duplicates: 0 },
  }
  return { data, engine, warnings, ...(response === null ? {} : { response }) }
}
