// A page at an address, read as the markdown extractor reads what answered 200.
import { extractPage, type ExtractedPage } from '#extractors/markdown/extract-page.ts'
import type { Options } from '#extractors/markdown/options.ts'

/** Throws as `extractPage` does: for a wall, an empty page. */
export function extractHtml(html: string, url: string | null, options: Options = {}): ExtractedPage {
  return extractPage({
    html,
    url,
    statusCode: 200,
    charset: null,
    charsetSource: null,
    frames: [],
    options,
  })
}
