// The child side of `rasterOfPage`: PDFium draws the page. Only a child imports it.
import { childSide } from '#extract/work.ts'
import { withPage, withPdf } from '#parsing/documents/pdf/engine/open-pdf.ts'
import { renderPage, toNetpbm } from '#parsing/documents/pdf/engine/raster.ts'
import type { OcrRaster, PageRasterTask } from './ocr-raster.ts'

/** What OCR is trained on. */
const OCR_DPI = 300

export const parse = childSide(async ({ bytes, page, password }: PageRasterTask) => {
  const raster = await withPdf(bytes, password, (pdf) =>
    withPage(pdf, page, (pointer) => renderPage(pdf, pointer, { dpi: OCR_DPI, color: false, part: null })),
  )
  if (raster === null) return { bytes: null }
  const { width, height } = raster
  return { width, height, bytes: toNetpbm(raster) } satisfies OcrRaster
})
