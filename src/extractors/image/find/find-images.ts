// Finds the images of a page that is there and chooses among them: work that any process can do.
import type { Warning } from '#contract/crawl/result.ts'
import { pageEvidence, type OpenPage } from '#extract/page/load-page.ts'
import type { PageRequest } from '#extract/page/page-request.ts'
import { childSide, defineWork } from '#extract/work.ts'
import { parseHtml } from '#parsing/html/parse-html.ts'
import { chooseImages, type Choice } from './choose-images.ts'
import { pageImages } from '#extractors/image/list/page-images.ts'
import type { ImageInput } from '#extractors/image/request/options.ts'

/** The images of a page before any is fetched. */
export interface FoundImages extends Choice {
  /** How many there are before any is left out. */
  readonly found: number
  /** True when the page has more images than are inspected. */
  readonly truncated: boolean
  /** The quality of the page. */
  readonly quality: { readonly score: number; readonly signals: string[] }
  readonly warnings: readonly Warning[]
}

/** A page and the options, as any process can take them up. */
export interface FindTask extends Pick<
  OpenPage,
  'html' | 'url' | 'statusCode' | 'charset' | 'charsetSource' | 'engine'
> {
  /** The parsed `html`, where this process has it already. */
  readonly tree?: OpenPage['tree']
  readonly options: Omit<ImageInput, keyof PageRequest>
}

/** A page of this length takes at most some 250 ms, and a longer one in proportion: 25 MB keep a core busy for 10 s. */
const MAX_CHARS_HERE = 250_000

function foundIn({ options, ...page }: FindTask): FoundImages {
  const { mode = 'list', includeInline = false, includeBackground = true } = options
  // Scripts that would fill a page do not hide what its head and its data name.
  const { document, base, quality, warnings } = pageEvidence(
    { ...page, tree: page.tree ?? (() => parseHtml(page.html)) },
    { shell: 'warning' },
  )
  const { images, truncated } = pageImages(document, { base, includeInline, includeBackground })
  return {
    ...chooseImages(images, options, mode === 'list'),
    found: images.length,
    truncated,
    quality: { score: quality.score, signals: [...quality.signals] },
    warnings,
  }
}

/** Throws what classifying a page throws. */
export const findImages = defineWork<FindTask, FoundImages>({
  module: new URL('./find-images.ts', import.meta.url),
  child: 'large',
  sizeOf: ({ html }) => html.length,
  maxSizeHere: MAX_CHARS_HERE,
  run: foundIn,
})

/** The work in a child process. */
export const parse = childSide(foundIn)
