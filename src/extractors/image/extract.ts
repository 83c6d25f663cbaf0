// The work of the image extractor: gets the target, and reads it as an image or as a page of images.
import type { ExtractContext, ExtractorInstance, ExtractorOutput } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import { followRefreshes } from '#extract/page/load-page.ts'
import { createProcessPermits } from '#extract/process-permits.ts'
import { imageFormat } from '#extractors/image/header/image-format.ts'
import { runFind } from '#extractors/image/find/run-find.ts'
import { listImages } from './list-images.ts'
import { MAX_IMAGE_BYTES } from '#extractors/image/request/limits.ts'
import type { ImageInput } from '#extractors/image/request/options.ts'
import { readTargetImage } from './read-target-image.ts'

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,image/*;q=0.8,*/*;q=0.5'

export async function create(): Promise<ExtractorInstance> {
  // Over all jobs of this process: what they hold in memory together is bounded, not what each holds.
  const held = createProcessPermits()
  return {
    operations: {
      extract: async (input, context) => {
        // The worker has checked the input against the schema of the operation.
        const request = input as ImageInput
        checkOptions(request)
        const target = await loadTarget(
          { ...request, maxResponseBytes: request.maxResponseBytes ?? MAX_IMAGE_BYTES },
          context,
          { accept: ACCEPT, maxBytes: MAX_IMAGE_BYTES },
        )
        return isImage(target)
          ? readTargetImage(target, request, context)
          : readPage(target, request, context, { held })
      },
    },
  }
}

async function readPage(
  target: LoadedTarget,
  request: ImageInput,
  context: ExtractContext,
  deps: { readonly held: ReturnType<typeof createProcessPermits> },
): Promise<ExtractorOutput> {
  const page = await followRefreshes(target, request, context, {})
  const found = await runFind(page, request, context)
  const { data, warnings } = await listImages(page, found, request, context, deps)
  return {
    data,
    engine: page.engine,
    warnings: [...found.warnings, ...warnings],
    quality: found.quality,
    ...(page.response === null ? {} : { response: page.response }),
  }
}

/**
 * By content, regardless of the Content-Type; a drawing may also begin a page. A file that is only declared as an image
 * is refused as one.
 */
function isImage({ body, kind }: LoadedTarget): boolean {
  if (body === null) return false
  const format = imageFormat(body)
  return kind.type === 'picture' || (format !== null && (format !== 'svg' || kind.type !== 'page'))
}

function checkOptions({ mode, transform, keepMetadata, gps, readMetadata }: ImageInput): void {
  const needsDownload = transform !== undefined ? 'transform' : keepMetadata === true ? 'keepMetadata' : null
  if (needsDownload !== null && mode !== 'download')
    throw needs(needsDownload, '`mode: "download"`', 'mode to be download')
  if (gps === true && readMetadata === false)
    throw needs('gps', '`readMetadata`', 'readMetadata not to be false')
}

const needs = (option: string, what: string, detail: string): Error =>
  extractError('validation_failed', `\`${option}\` needs ${what}.`, {
    errors: [{ pointer: `/${option}`, code: 'needs', detail: `needs ${detail}` }],
  })
