// Documents that would take more than anybody has: archives, entities, streams and page trees that grow when they are read.
import { deflateSync } from 'node:zlib'
import { docxOf, pdfFile, wordParagraph, xlsxOf, zipOf } from './make-documents.ts'

export interface DocumentBomb {
  readonly name: string
  readonly bytes: () => Uint8Array
  /** How it may end: a code of an error, or `read`. */
  readonly ends: readonly string[]
  /** Takes seconds or much memory to make and to read: for the lab alone. */
  readonly heavy?: true
}

const MB = 1024 * 1024
const spaces = (megabytes: number): Uint8Array => new Uint8Array(megabytes * MB).fill(32)

/** A PDF whose only page has this stream, deflated. */
function pdfStream(data: Uint8Array): Uint8Array {
  const packed = deflateSync(data)
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
      packed,
      Buffer.from('\nendstream'),
    ]),
  ])
}

/** A page tree in which each node names the one below it a hundred times. */
function pdfPages(levels: number): Uint8Array {
  const count = 100 ** levels
  const nodes = Array.from({ length: levels }, (_, at) => {
    const kids = Array.from({ length: 100 }, () => `${at + 3} 0 R`).join(' ')
    return `<< /Type /Pages /Count ${count / 100 ** at} /Kids [${kids}] >>`
  })
  return pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...nodes,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
  ])
}

function nested(levels: number): Uint8Array {
  let inner = zipOf({ 'word/document.xml': spaces(8) })
  for (let level = 0; level < levels; level += 1)
    inner = zipOf({ 'word/media/inner.docx': inner, 'a.zip': inner })
  return inner
}

const laughs = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 12 }, (_, at) => `<!ENTITY ${String.fromCodePoint(98 + at)} "${`&${String.fromCodePoint(97 + at)};`.repeat(10)}">`).join('')}]>`
const far = 'http://169.254.169.254/latest/meta-data'

export const DOCUMENT_BOMBS: readonly DocumentBomb[] = [
  {
    heavy: true,
    name: 'a part of 200 MB',
    bytes: () => docxOf('', { 'word/document.xml': spaces(200) }),
    ends: ['target_too_large'],
  },
  {
    heavy: true,
    name: 'parts of 400 MB together',
    bytes: () =>
      docxOf('', {
        'word/document.xml': `<w:document><w:body>${wordParagraph('x')}</w:body></w:document>`,
        'word/styles.xml': spaces(190),
        'word/numbering.xml': spaces(190),
        '[Content_Types].xml': spaces(30),
      }),
    ends: ['target_too_large', 'unsupported_document'],
  },
  { name: 'archives in archives', bytes: () => nested(6), ends: ['unsupported_document'] },
  {
    name: '60,000 entries',
    bytes: () => zipOf(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`word/${at}`, '']))),
    ends: ['target_too_large'],
  },
  {
    name: 'a billion laughs',
    bytes: () =>
      docxOf('', {
        'word/document.xml': `${laughs}<w:document><w:body>${wordParagraph('&m;')}</w:body></w:document>`,
      }),
    ends: ['read'],
  },
  {
    name: 'elements 100,000 deep',
    bytes: () => docxOf('<w:sdt><w:sdtContent>'.repeat(100_000)),
    ends: ['read'],
  },
  {
    heavy: true,
    name: '300,000 rows',
    bytes: () => xlsxOf('<row><c t="str"><v>x</v></c><c t="str"><v>y</v></c></row>'.repeat(300_000)),
    ends: ['read'],
  },
  {
    name: 'cells at the far corners',
    bytes: () =>
      xlsxOf(
        '<row r="1"><c r="A1" t="str"><v>x</v></c></row><row r="1048576"><c r="XFD1048576" t="str"><v>y</v></c></row>',
      ),
    ends: ['read'],
  },
  {
    heavy: true,
    name: 'merged ranges over the whole sheet',
    bytes: () =>
      xlsxOf('', {
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row><c t="str"><v>x</v></c></row>'.repeat(5_000)}</sheetData><mergeCells>${Array.from({ length: 5_000 }, (_, at) => `<mergeCell ref="A${at + 1}:XFD${at + 900_000}"/>`).join('')}</mergeCells></worksheet>`,
      }),
    ends: ['read'],
  },
  {
    heavy: true,
    name: 'a PDF stream of 1 GB',
    bytes: () => pdfStream(new Uint8Array(1_000 * MB)),
    ends: ['target_too_large'],
  },
  {
    heavy: true,
    name: 'a PDF of letters without end',
    bytes: () => pdfStream(Buffer.from(`BT /F1 9 Tf ${'(abcdefgh ijklmn) Tj 0 -1 Td '.repeat(400_000)} ET`)),
    ends: ['read', 'unsupported_document', 'extract_timeout'],
  },
  { name: 'a PDF of a million pages', bytes: () => pdfPages(3), ends: ['read', 'unsupported_document'] },
  {
    name: 'a book that refers to far places',
    bytes: () =>
      docxOf(`<w:p><w:r><w:drawing><a:blip r:link="x"/></w:drawing></w:r><w:r><w:t>${far}</w:t></w:r></w:p>`),
    ends: ['read'],
  },
  {
    name: 'a page that refers to far places',
    bytes: () =>
      Buffer.from(
        `<!doctype html><link rel="stylesheet" href="${far}"><img src="${far}"><svg><image href="${far}"/></svg><iframe src="${far}"></iframe><p>text</p>`,
      ),
    ends: ['read'],
  },
  {
    name: 'a drawing that refers to far places',
    bytes: () =>
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "${far}">]><svg xmlns="http://www.w3.org/2000/svg"><image href="${far}"/>&x;</svg>`,
      ),
    ends: ['unsupported_document'],
  },
]
