// PDFs with what a plain one does not have: metadata and an outline, pictures, encryption, pages that are scans.
import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { withPage, withPdf } from '#parsing/documents/pdf/engine/open-pdf.ts'
import { renderPage, toPng } from '#parsing/documents/pdf/engine/raster.ts'
import { pdfFile } from './make-documents.ts'

const stream = (head: string, data: string | Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`<< ${head} /Length ${data.length} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ])

/** Two pages, each with the contents given; the first has a picture of 20 × 10 points in red. */
export function richPdf(first: string, second: string, title = 'The Harbour'): Uint8Array {
  const page = (contents: number): string =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} 0 R /Resources << /Font << /F1 7 0 R >> /XObject << /Im 8 0 R >> >> >>`
  return pdfFile(
    [
      '<< /Type /Catalog /Pages 2 0 R /Outlines 9 0 R /MarkInfo << /Marked true >> >>',
      '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
      page(5),
      page(6),
      stream('', `${first}\nq 200 0 0 100 72 400 cm /Im Do Q`),
      stream('', second),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      stream(
        '/Type /XObject /Subtype /Image /Width 20 /Height 10 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
        deflateSync(Buffer.from(Array.from({ length: 200 }, () => [255, 0, 0]).flat())),
      ),
      '<< /Type /Outlines /First 10 0 R /Last 12 0 R /Count 3 >>',
      '<< /Title (One) /Parent 9 0 R /Next 12 0 R /First 11 0 R /Last 11 0 R /Dest [3 0 R /Fit] >>',
      '<< /Title <FEFF00C4> /Parent 10 0 R /A << /S /GoTo /D [4 0 R /Fit] >> >>',
      '<< /Title (Nowhere) /Parent 9 0 R /Prev 10 0 R >>',
      `<< /Title (${title}) /Author (A. Writer) /Producer (By hand) /CreationDate (D:20240131120000+01'00') /ModDate (D:202402) >>`,
    ],
    '/Info 13 0 R ',
  )
}

/** The pages of a PDF as pictures, as a scanner would make them. */
export async function scanOf(pdf: Uint8Array, dpi = 200): Promise<Uint8Array> {
  const pages = await withPdf(pdf, null, (open) =>
    Array.from({ length: open.pageCount }, (_, at) =>
      withPage(open, at + 1, (pointer) => renderPage(open, pointer, { dpi, color: false, part: null })),
    ),
  )
  const objects: (string | Uint8Array)[] = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  const kids = pages.flatMap((raster) => {
    if (raster === null) return []
    const { width, height, points } = raster
    const head = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`
    const at = objects.length
    objects.push(stream(head, deflateSync(points)), stream('', 'q 612 0 0 792 0 0 cm /Im Do Q'))
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${at + 2} 0 R /Resources << /XObject << /Im ${at + 1} 0 R >> >> >>`,
    )
    return [`${objects.length} 0 R`]
  })
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.join(' ')}] >>`
  return pdfFile(objects)
}

/** The first page of a PDF as PNG. */
export async function pictureOf(pdf: Uint8Array, dpi = 150): Promise<Uint8Array> {
  const raster = await withPdf(pdf, null, (open) =>
    withPage(open, 1, (pointer) => renderPage(open, pointer, { dpi, color: false, part: null })),
  )
  if (raster === null) throw new Error('The page cannot be drawn.')
  return toPng(raster)
}

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')
const md5 = (...parts: readonly Uint8Array[]): Buffer =>
  createHash('md5').update(Buffer.concat(parts)).digest()

/** One page that opens with the password alone (ISO 32000-1, 7.6.3: the standard handler, revision 2). */
export function encryptedPdf(content: string, password: string): Uint8Array {
  const padded = Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.from('fcffffff', 'hex')
  const id = Buffer.alloc(16, 7)
  const key = md5(padded, owner, permissions, id).subarray(0, 5)
  const contents = rc4(md5(key, Buffer.from([4, 0, 0, 0, 0])).subarray(0, 10), Buffer.from(content))
  return pdfFile(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      stream('', contents),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${rc4(key, PADDING).toString('hex')}> /P -4 >>`,
    ],
    `/Encrypt 6 0 R /ID [<${id.toString('hex')}> <${id.toString('hex')}>] `,
  )
}

/** The cipher that OpenSSL no longer has. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at)
  const swap = (a: number, b: number): void => {
    ;[state[a], state[b]] = [state[b] ?? 0, state[a] ?? 0]
  }
  let j = 0
  for (let at = 0; at < 256; at += 1) {
    j = (j + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255
    swap(at, j)
  }
  let i = 0
  j = 0
  const coded = data.map((byte) => {
    i = (i + 1) & 255
    j = (j + (state[i] ?? 0)) & 255
    swap(i, j)
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) & 255] ?? 0)
  })
  return Buffer.from(coded)
}
