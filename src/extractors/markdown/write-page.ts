// The child side of the markdown extractor: the same work on the same page, as bytes in and bytes out.
import { parseHtml } from '#parsing/html/parse-html.ts'
import { extractPage, type PageWork } from './extract-page.ts'

/** Takes a `PageWork` as JSON and answers an `ExtractedPage` as JSON. */
export function parse(input: Uint8Array): Uint8Array {
  // The extractor wrote it.
  const work = JSON.parse(Buffer.from(input).toString('utf8')) as PageWork
  return Buffer.from(JSON.stringify(extractPage(work, parseHtml(work.html))))
}
