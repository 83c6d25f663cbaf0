// Has the images of a page found where it fits: of a small page here, of a large one in a child process that can be killed.
import type { ExtractContext } from '#extract/context.ts'
import { extractError } from '#extract/errors.ts'
import type { OpenPage } from '#extract/page/load-page.ts'
import type { ImageInput } from '#extractors/image/request/options.ts'
import { findImages, type FindOptions, type FoundImages } from './find-images.ts'
import { packPage, unpackFound } from './isolated-find.ts'

/** A page of this length takes at most some 250 ms, and a longer one in proportion: 25 MB keep a core busy for 10 s. */
const LARGE_CHARS = 250_000
const FINDER = new URL('./isolated-find.ts', import.meta.url)

/** Throws what `findImages` throws, and `extract_timeout`. */
export async function runFind(
  page: OpenPage,
  request: ImageInput,
  context: Pick<ExtractContext, 'isolate'>,
): Promise<FoundImages> {
  if (page.html.length <= LARGE_CHARS) return findImages(page, request)
  const totalMs = Math.floor(page.endsAtMs - performance.now())
  if (totalMs <= 0) throw extractError('extract_timeout', 'The time was up before the page was read.')
  return unpackFound(await context.isolate(FINDER, packPage(page, optionsOf(request)), { totalMs }))
}

/** Without what names the caller to the target. */
const optionsOf = ({
  mode = 'list',
  includeInline = false,
  includeBackground = true,
  minWidthPx,
  minHeightPx,
  minBytes,
  formats,
  maxImages,
}: ImageInput): FindOptions => ({
  mode,
  includeInline,
  includeBackground,
  ...(minWidthPx === undefined ? {} : { minWidthPx }),
  ...(minHeightPx === undefined ? {} : { minHeightPx }),
  ...(minBytes === undefined ? {} : { minBytes }),
  ...(formats === undefined ? {} : { formats }),
  ...(maxImages === undefined ? {} : { maxImages }),
})
