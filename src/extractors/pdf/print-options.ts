// The options of a request as the browser takes them when it prints.
import type { PrintOptions } from '#extract/browser/visit.ts'
import { PAPERS, type PdfInput } from './options.ts'

const MM_PER_INCH = 25.4
const DEFAULT_MARGIN_MM = 10
/** A template that is not given would be Chromium's own, with date and title. */
const NOTHING = '<span></span>'

export function printOptions(request: PdfInput): PrintOptions {
  const { paper = 'A4', landscape = false, marginsMm = DEFAULT_MARGIN_MM, header, footer } = request
  const [widthMm, heightMm] = typeof paper === 'string' ? PAPERS[paper] : [paper.widthMm, paper.heightMm]
  const margins = typeof marginsMm === 'number' ? {} : marginsMm
  const rest = typeof marginsMm === 'number' ? marginsMm : DEFAULT_MARGIN_MM
  const inches = (mm: number): number => mm / MM_PER_INCH
  return {
    landscape,
    displayHeaderFooter: header !== undefined || footer !== undefined,
    headerTemplate: header ?? NOTHING,
    footerTemplate: footer ?? NOTHING,
    printBackground: request.printBackground ?? true,
    scale: request.scale ?? 1,
    paperWidth: inches(widthMm),
    paperHeight: inches(heightMm),
    marginTop: inches(margins.top ?? rest),
    marginBottom: inches(margins.bottom ?? rest),
    marginLeft: inches(margins.left ?? rest),
    marginRight: inches(margins.right ?? rest),
    pageRanges: request.pageRanges ?? '',
    preferCSSPageSize: request.preferCssPageSize ?? false,
    generateDocumentOutline: request.outline ?? true,
    // Chromium makes the outline of the tags.
    generateTaggedPDF: (request.tagged ?? true) || (request.outline ?? true),
  }
}
