// Finds the images of a page and chooses among them, without the network and without the page afterwards.
import type { Warning } from '#contract/crawl/result.ts'
import { pageEvidence, type OpenPage } from '#extract/page/load-page.ts'
import { chooseImages, type Choice } from './choose-images.ts'
import { pageImages } from '#extractors/image/list/page-images.ts'
import type { ImageInput } from '#extractors/image/request/options.ts'

export interface FoundImages extends Choice {
  /** How many there are before any is left out. */
  readonly found: number
  /** True when the page has more images than are inspected. */
  readonly truncated: boolean
  /** The quality of the page. */
  readonly quality: { readonly score: number; readonly signals: string[] }
  readonly warnings: readonly Warning[]
}

export type FindOptions = Pick<
  ImageInput,
  | 'mode'
  | 'includeInline'
  | 'includeBackground'
  | 'minWidthPx'
  | 'minHeightPx'
  | 'minBytes'
  | 'formats'
  | 'maxImages'
>

/** Throws what judging a page throws. */
export function findImages(
  page: Pick<OpenPage, 'tree' | 'url' | 'statusCode' | 'charset' | 'charsetSource'>,
  options: FindOptions,
): FoundImages {
  const { mode = 'list', includeInline = false, includeBackground = true } = options
  // Scripts that would fill a page do not hide what its head and its data name.
  const { document, base, quality, warnings } = pageEvidence(page, { shell: 'warning' })
  const { images, truncated } = pageImages(document, { base, includeInline, includeBackground })
  return {
    ...chooseImages(images, options, mode === 'list'),
    found: images.length,
    truncated,
    quality: { score: quality.score, signals: [...quality.signals] },
    warnings,
  }
}
