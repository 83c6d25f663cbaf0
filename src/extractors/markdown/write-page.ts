// The work of the markdown extractor on a page that is there: any process can do it.
import { childSide, defineWork } from '#extract/work.ts'
import { extractPage, type ExtractedPage, type PageWork } from './extract-page.ts'

/**
 * A hostile page of 20 MB could keep a process busy for a minute, and a child can be killed. A page of this length takes
 * some 20 ms, the worst of fifty that were made for it a second.
 */
const MAX_CHARS_HERE = 500_000

/** Throws what `extractPage` throws. */
export const writePage = defineWork<PageWork, ExtractedPage>({
  module: new URL('./write-page.ts', import.meta.url),
  child: 'large',
  sizeOf: ({ html, frames }) => frames.reduce((sum, frame) => sum + frame.html.length, html.length),
  maxSizeHere: MAX_CHARS_HERE,
  run: extractPage,
})

export const parse = childSide(extractPage)
