// Documents written by hand, as small as they can be: office files, books and PDFs for tests.
import { strToU8, zipSync } from 'fflate'

export type Parts = Readonly<Record<string, string | Uint8Array>>

/** An archive of the parts, in their order. */
export function zipOf(parts: Parts): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => {
        const bytes = typeof part === 'string' ? strToU8(part) : part
        // Packing nothing takes 0.1 ms each time.
        return [name, [bytes, { level: bytes.length === 0 ? 0 : 6 }]]
      }),
    ),
  )
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Each as id, type, target; an address is external. */
export function relations(...list: readonly (readonly [string, string, string])[]): string {
  const items = list.map(([id, type, target]) => {
    const external = /^(?:https?|file|mailto):/.test(target) ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"${external}/>`
  })
  return `<Relationships xmlns="${RELATIONS}">${items.join('')}</Relationships>`
}

const contentTypes = (type: string): string =>
  `<Types><Override PartName="/main.xml" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`

/** A Word document with this body; `more` are further parts of the archive. */
export function docxOf(body: string, more: Parts = {}): Uint8Array {
  return zipOf({
    '[Content_Types].xml': contentTypes('wordprocessingml.document'),
    '_rels/.rels': relations(['rId1', 'officeDocument', 'word/document.xml']),
    'word/document.xml': `<w:document ${W} ${R} ${A}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': relations(
      ['s', 'styles', 'styles.xml'],
      ['n', 'numbering', 'numbering.xml'],
      ['l', 'hyperlink', 'https://example.org/'],
      ['p', 'image', 'media/dot.png'],
      ['x', 'image', 'http://169.254.169.254/far.png'],
    ),
    'word/styles.xml': `<w:styles ${W}>
      <w:style w:type="paragraph" w:styleId="T1"><w:name w:val="Title"/></w:style>
      <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
      <w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H1"/></w:style></w:styles>`,
    'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="0">
      <w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
      <w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'word/media/dot.png': DOT,
    ...more,
  })
}

/** A paragraph of Word: its style, and its text or its runs. */
export const wordParagraph = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${text.startsWith('<') ? text : `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`}</w:p>`

/** A workbook with one sheet of these rows; `styles` is its style part. */
export function xlsxOf(rows: string, more: Parts = {}): Uint8Array {
  return zipOf({
    '[Content_Types].xml': contentTypes('spreadsheetml.sheet'),
    '_rels/.rels': relations(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook ${R}><sheets><sheet name="Prices" sheetId="1" r:id="s1"/><sheet name="Hidden" sheetId="2" state="hidden" r:id="s1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['s1', 'worksheet', 'worksheets/sheet1.xml'],
      ['st', 'styles', 'styles.xml'],
      ['ss', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="46"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': '<sst><si><t>Axe</t></si><si><r><t>Sa</t></r><r><t>w</t></r></si></sst>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  })
}

/** A presentation with one slide of these shapes. */
export function pptxOf(shapes: string, more: Parts = {}): Uint8Array {
  const P = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"'
  return zipOf({
    '[Content_Types].xml': contentTypes('presentationml.presentation'),
    '_rels/.rels': relations(['rId1', 'officeDocument', 'ppt/presentation.xml']),
    'ppt/presentation.xml': `<p:presentation ${P} ${R}><p:sldIdLst><p:sldId id="256" r:id="s1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations(['s1', 'slide', 'slides/slide1.xml']),
    'ppt/slides/slide1.xml': `<p:sld ${P} ${A} ${R}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relations(['lay', 'slideLayout', '../slideLayouts/layout1.xml']),
    'ppt/slideLayouts/layout1.xml': `<p:sldLayout ${P}><p:cSld><p:spTree/></p:cSld></p:sldLayout>`,
    'ppt/slideLayouts/_rels/layout1.xml.rels': relations(['m', 'slideMaster', '../slideMasters/master1.xml']),
    'ppt/slideMasters/master1.xml': `<p:sldMaster ${P} ${A}><p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>`,
    ...more,
  })
}

/** A shape of a slide with these paragraphs; a placeholder where `type` is given. */
export const slideShape = (paragraphs: readonly string[], type = ''): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${type === '' ? '' : `<p:ph type="${type}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs
    .map((text) => `<a:p>${text.startsWith('<') ? text : `<a:r><a:t>${text}</a:t></a:r>`}</a:p>`)
    .join('')}</p:txBody></p:sp>`

/** An OpenDocument file; `kind` is the last word of its media type. */
export function odfOf(kind: 'text' | 'spreadsheet' | 'presentation', body: string, styles = ''): Uint8Array {
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
  })
}

export function epubOf(chapters: readonly string[]): Uint8Array {
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
    'OPS/book.opf': `<package><metadata><dc:title>A Book</dc:title></metadata><manifest>${chapters
      .map((_, at) => `<item id="c${at}" href="c%20${at}.xhtml"/>`)
      .join(
        '',
      )}</manifest><spine>${chapters.map((_, at) => `<itemref idref="c${at}"/>`).join('')}</spine></package>`,
    ...Object.fromEntries(
      chapters.map((chapter, at) => [
        `OPS/c ${at}.xhtml`,
        `<html><head><title/></head><body>${chapter}</body></html>`,
      ]),
    ),
  })
}

/** A page of a PDF: operators of its content stream; the fonts F1 (Helvetica), F2 (its bold) and F3 (Courier) are there. */
export function pdfOf(pages: readonly string[], more = ''): Uint8Array {
  const objects: string[] = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  const fonts = ['Helvetica', 'Helvetica-Bold', 'Courier'].map((name) => {
    objects.push(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`)
    return objects.length
  })
  // Letters of one width in a font that says nothing of it.
  objects.push(
    `<< /Type /Font /Subtype /TrueType /BaseFont /Typed /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${'600 '.repeat(95)}] >>`,
  )
  fonts.push(objects.length)
  const kids = pages.map((content) => {
    objects.push(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${objects.length} 0 R ${more} /Resources << /Font << /F1 ${fonts[0]} 0 R /F2 ${fonts[1]} 0 R /F3 ${fonts[2]} 0 R /F4 ${fonts[3]} 0 R >> >> >>`,
    )
    return `${objects.length} 0 R`
  })
  objects[1] = `<< /Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] >>`
  return pdfFile(objects)
}

/** The objects from 1 on, with the table of their places; `more` goes into the trailer. */
export function pdfFile(objects: readonly (string | Uint8Array)[], more = ''): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (bytes: Uint8Array): void => {
    parts.push(bytes)
    length += bytes.length
  }
  for (const [at, object] of objects.entries()) {
    places.push(length)
    add(Buffer.from(`${at + 1} 0 obj\n`))
    add(typeof object === 'string' ? Buffer.from(object, 'latin1') : object)
    add(Buffer.from('\nendobj\n'))
  }
  const start = length
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** Text at a place, in a font of a size. */
export const pdfText = (x: number, y: number, text: string, font = 'F1', size = 11): string =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`

/** A PNG of one red pixel. */
export const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
