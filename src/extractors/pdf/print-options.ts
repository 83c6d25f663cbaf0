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
  const [marginLeft, marginRight] = [inches(margins.left ?? rest), inches(margins.right ?? rest)]
  return {
    landscape,
    displayHeaderFooter: header !== undefined || footer !== undefined,
    headerTemplate: header === undefined ? NOTHING : withinMargins(header, marginLeft, marginRight),
    footerTemplate: footer === undefined ? NOTHING : withinMargins(footer, marginLeft, marginRight),
    printBackground: request.printBackground ?? true,
    scale: request.scale ?? 1,
    paperWidth: inches(widthMm),
    paperHeight: inches(heightMm),
    marginTop: inches(margins.top ?? rest),
    marginBottom: inches(margins.bottom ?? rest),
    marginLeft,
    marginRight,
    pageRanges: request.pageRanges ?? '',
    preferCSSPageSize: request.preferCssPageSize ?? false,
    generateDocumentOutline: request.outline ?? true,
    // Chromium makes the outline of the tags.
    generateTaggedPDF: (request.tagged ?? true) || (request.outline ?? true),
  }
}

/** Chromium sets a template in letters of no size, beginning at the edge of the paper. Styles of the template win. */
const withinMargins = (template: string, left: number, right: number): string =>
  `<div style="box-sizing:border-box;width:100%;padding:0 ${right}in 0 ${left}in;font-size:8pt;text-align:center">${template}</div>`
