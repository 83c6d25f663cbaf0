// Options of a request that this document, or the way it was read, left without effect.
import type { Warning } from '#contract/crawl/result.ts'
import { PAGED_FORMATS } from '#parsing/documents/document-format.ts'
import type { DoclingInput } from './options.ts'

const SPREADSHEETS: ReadonlySet<string> = new Set(['xlsx', 'xls', 'ods'])

/** Options that changed nothing of this document. A `format` that is null is not known, and decides nothing. */
export function unusedWarnings(
  { to, chunk, pages, password, tables, cells, ocr }: DoclingInput,
  { format, pageCount }: { readonly format: string | null; readonly pageCount: number | null },
): Warning[] {
  const isOther = format !== null && format !== 'pdf'
  return [
    ...(chunk !== undefined && to?.includes('chunks') !== true
      ? [unused('chunk', '`to` names no chunks')]
      : []),
    ...(pages !== undefined && format !== null && pageCount === null && !PAGED_FORMATS.has(format)
      ? [unused('pages', `a document of the format ${format} has no pages`)]
      : []),
    ...(password !== undefined && isOther ? [unused('password', 'the document is no PDF')] : []),
    ...(tables === 'off' && isOther
      ? [unused('tables', `a document of the format ${format} names its tables`)]
      : []),
    ...(cells === 'shown' && format !== null && !SPREADSHEETS.has(format)
      ? [unused('cells', `a document of the format ${format} has no cells with number formats`)]
      : []),
    ...(ocr === 'force' && isOther && format !== 'image'
      ? [unused('ocr', 'the document is no PDF and no picture')]
      : []),
  ]
}

/** The warning about one of them. */
export const unused = (name: string, why: string): Warning => ({
  code: 'option_unused',
  detail: `\`${name}\` had no effect: ${why}.`,
  pointer: `/${name}`,
})
