// The work of the image extractor: gets the target, and reads it as an image or as a page of images.
import {
  checkedOperation,
  type ExtractContext,
  type ExtractLimiter,
  type ExtractorHost,
  type ExtractorInstance,
  type ExtractorOutput,
} from '#extract/context.ts'
import { extractError, checkStatus } from '#extract/errors.ts'
import { loadTarget, type LoadedTarget } from '#extract/page/load-target.ts'
import { followRefreshes } from '#extract/page/load-page.ts'
import { optionsOf } from '#extract/page/page-request.ts'
import { imageFormat } from '#extractors/image/header/image-format.ts'
import { findImages } from '#extractors/image/find/find-images.ts'
import { listImages } from './list-images.ts'
import { MAX_IMAGE_BYTES } from '#extractors/image/request/limits.ts'
import type { ImageData, ImageInput } from '#extractors/image/request/options.ts'
import { inspectImage, wantsOf } from '#extractors/image/inspect/inspect-image.ts'
import { saveImage } from './save-image.ts'

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9,image/*;q=0.8,*/*;q=0.5'

/** `limits.process` bounds the memory that the images of all jobs take. */
export async function create({ limits }: Pick<ExtractorHost, 'limits'>): Promise<ExtractorInstance> {
  return {
    operations: {
      extract: checkedOperation<ImageInput>(async (request, context) => {
        checkOptions(request)
        const target = await loadTarget(
          { ...request, maxResponseBytes: request.maxResponseBytes ?? MAX_IMAGE_BYTES },
          context,
          { accept: ACCEPT, maxBytes: MAX_IMAGE_BYTES },
        )
        return isImage(target)
          ? readTargetImage(target, request, context)
          : readPage(target, request, context, limits.process)
      }),
    },
  }
}

async function readPage(
  target: LoadedTarget,
  request: ImageInput,
  context: ExtractContext,
  limiter: ExtractLimiter,
): Promise<ExtractorOutput> {
  const page = await followRefreshes(target, request, context, {})
  const { html, url, statusCode, charset, charsetSource, engine, tree, endsAtMs } = page
  const found = await findImages.run(
    { html, url, statusCode, charset, charsetSource, engine, tree, options: optionsOf(request) },
    { context, endsAtMs },
  )
  const { data, warnings } = await listImages(page, found, request, context, limiter)
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

/** An error of the image is the error of the job. */
async function readTargetImage(
  { body, url, statusCode, response, contentType, engine, endsAtMs }: LoadedTarget,
  request: ImageInput,
  context: ExtractContext,
): Promise<ExtractorOutput> {
  checkStatus(statusCode)
  const image = await inspectImage(body ?? Buffer.alloc(0), wantsOf(request, true), { context, endsAtMs })
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
