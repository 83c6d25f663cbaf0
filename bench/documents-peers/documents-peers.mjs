// Markdown of documents by other people's libraries, each called as in its own documentation. Throws what they throw.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { LiteParse } from '@llamaindex/liteparse'
import { gfm } from '@truto/turndown-plugin-gfm'
import mammoth from 'mammoth'
import { OfficeParser } from 'officeparser'
import TurndownService from 'turndown'
import * as XLSX from 'xlsx'

const turndown = new TurndownService({
  headingStyle: 'atx',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
}).use(gfm)

const pdfium = await PDFiumLibrary.init()
const bareText = async (bytes) => {
  const document = await pdfium.loadDocument(bytes)
  try {
    return [...document.pages()].map((page) => page.getText()).join('\n\n')
  } finally {
    document.destroy()
  }
}

const sheets = (bytes) => {
  const book = XLSX.read(bytes)
  return book.SheetNames.map(
    (name) => `## ${name}\n\n${turndown.turndown(XLSX.utils.sheet_to_html(book.Sheets[name]))}`,
  ).join('\n\n')
}
const office = async (bytes) => (await (await OfficeParser.parseOffice(Buffer.from(bytes))).to('md')).value

/** By format, then by the name of the library. */
export const peers = {
  docx: {
    'mammoth + turndown': async (bytes) =>
      turndown.turndown((await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })).value),
    officeparser: office,
  },
  pptx: { officeparser: office },
  xlsx: { 'xlsx + turndown': sheets, officeparser: office },
  odf: { officeparser: office },
  csv: { 'xlsx + turndown': (bytes) => sheets(bytes).replace(/^## .*\n\n/, '') },
  html: { turndown: (bytes) => turndown.turndown(Buffer.from(bytes).toString('utf8')) },
  pdf: {
    liteparse: async (bytes) =>
      (await new LiteParse({ ocrEnabled: false, outputFormat: 'markdown' }).parse(Buffer.from(bytes))).text,
    'pdfium, text alone': bareText,
  },
}
