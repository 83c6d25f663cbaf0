// The options that extractors of documents share: OCR, the forms of the answer, the pages.
import { Type } from 'typebox'
import { Words } from '#contract/schema.ts'
import { extractError } from '#extract/errors.ts'

/** The same for every extractor that reads documents. */
export const OcrFields = {
  ocr: Type.Optional(
    Words(['auto', 'never', 'force'], {
      default: 'auto',
      description:
        '`auto` reads pages that hold pictures and no text by OCR where the service has it, and names them in ' +
        '`needsOcr` where not. `force` reads every page of a PDF by OCR.',
    }),
  ),
  ocrLanguages: Type.Optional(
    Type.Array(Type.String({ pattern: '^[A-Za-z][A-Za-z_-]{1,19}$' }), {
      maxItems: 10,
      description: 'The languages that OCR looks for: `de`, or as the engine calls them, `deu`.',
      examples: [['en']],
    }),
  ),
}

/** The forms in which a document is given. */
export const DOCUMENT_FORMS = ['md', 'json', 'html', 'text', 'chunks'] as const
export type DocumentForm = (typeof DOCUMENT_FORMS)[number]

const MAX_PAGE = 50_000

/** `1-3,9` as 1, 2, 3, 9; null where none are named. Throws `validation_failed`. */
export function pagesOf(ranges: string | undefined): number[] | null {
  if (ranges === undefined) return null
  const pages = new Set<number>()
  for (const range of ranges.split(',')) {
    const [first = 0, last = first] = range.split('-').map(Number)
    if (first < 1 || last < first || last > MAX_PAGE) {
      throw extractError('validation_failed', `\`pages\` has the range ${range}, which names no pages.`, {
        errors: [
          { pointer: '/pages', code: 'range', detail: `${range} is no range of pages from 1 to ${MAX_PAGE}` },
        ],
      })
    }
    for (let page = first; page <= last; page += 1) pages.add(page)
  }
  return [...pages]
}
