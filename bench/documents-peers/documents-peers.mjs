// Markdown of documents by other people's libraries, each called as in its own documentation. Throws what they throw.
import { PDFiumLibrary } from '@hyzyla/pdfium'
import kreuzberg from '@kreuzberg/html-to-markdown-node'
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

const toMarkdown = (html) => kreuzberg.convert(html).content
const word = async (bytes) => (await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })).value
const sheets = (bytes, markdownOf) => {
  const book = XLSX.read(bytes)
  return book.SheetNames.map(
    (name) => `## ${name}\n\n${markdownOf(XLSX.utils.sheet_to_html(book.Sheets[name]))}`,
  ).join('\n\n')
}
const table = (bytes, markdownOf) => sheets(bytes, markdownOf).replace(/^## .*\n\n/, '')
const office = async (bytes) => (await (await OfficeParser.parseOffice(Buffer.from(bytes))).to('md')).value
const byTurndown = (html) => turndown.turndown(html)
const page = (bytes) => Buffer.from(bytes).toString('utf8')

/** By format, then by the name of the library. */
export const peers = {
  docx: {
    'mammoth + turndown': async (bytes) => byTurndown(await word(bytes)),
    'mammoth + kreuzberg': async (bytes) => toMarkdown(await word(bytes)),
    officeparser: office,
  },
  pptx: { officeparser: office },
  xlsx: {
    'xlsx + turndown': (bytes) => sheets(bytes, byTurndown),
    'xlsx + kreuzberg': (bytes) => sheets(bytes, toMarkdown),
    officeparser: office,
  },
  odf: { officeparser: office },
  csv: {
    'xlsx + turndown': (bytes) => table(bytes, byTurndown),
    'xlsx + kreuzberg': (bytes) => table(bytes, toMarkdown),
  },
  html: {
    turndown: (bytes) => byTurndown(page(bytes)),
    kreuzberg: (bytes) => toMarkdown(page(bytes)),
  },
  pdf: {
    liteparse: async (bytes) =>
      (await new LiteParse({ ocrEnabled: false, outputFormat: 'markdown' }).parse(Buffer.from(bytes))).text,
    'pdfium, text alone': bareText,
  },
}
