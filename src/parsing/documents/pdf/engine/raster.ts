// Pictures made by PDFium: a part of a page as it is seen, and the pictures of a file, as gray or colored points.
import { crc32, deflateSync } from 'node:zlib'
import type { Box } from './box.ts'
import type { OpenPdf } from './open-pdf.ts'
import type { Pdfium } from './pdfium.ts'

/** Points without gaps between the lines: 1 byte each for gray, 3 for red, green and blue. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly points: Uint8Array
}

const POINTS_PER_INCH = 72
/** A page of any size gives no more than this; the resolution is lowered for it. */
const MAX_POINTS = 25_000_000
const [GRAY, BGR, BGRX, BGRA] = [1, 2, 3, 4]
const WHITE = 0xff_ff_ff_ff
/** With what stands in annotations, and without the smoothing for liquid crystals. */
const RENDER_FLAGS = 1
const BYTES = new Map([
  [GRAY, 1],
  [BGR, 3],
  [BGRX, 4],
  [BGRA, 4],
])

/** A page as it is seen. `part` is in points, counted upwards; null: the whole page. Null when there is no memory for it. */
export function renderPage(
  { pdfium }: OpenPdf,
  page: number,
  { dpi, color, part }: { readonly dpi: number; readonly color: boolean; readonly part: Box | null },
): Raster | null {
  const { call } = pdfium
  const [pageWidth, pageHeight] = [call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)]
  const box = part ?? { left: 0, bottom: 0, right: pageWidth, top: pageHeight }
  const wanted = dpi / POINTS_PER_INCH
  const area = (box.right - box.left) * (box.top - box.bottom)
  const scale = Math.min(wanted, Math.sqrt(MAX_POINTS / Math.max(1, area)))
  const at = (value: number): number => Math.round(value * scale)
  const [width, height] = [at(box.right - box.left), at(box.top - box.bottom)]
  if (width < 1 || height < 1) return null
  const bitmap = call.FPDFBitmap_CreateEx(width, height, color ? BGRX : GRAY, 0, 0)
  if (bitmap === 0) return null
  call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  const [left, top] = [-at(box.left), -at(pageHeight - box.top)]
  call.FPDF_RenderPageBitmap(bitmap, page, left, top, at(pageWidth), at(pageHeight), 0, RENDER_FLAGS)
  const raster = rasterOf(pdfium, bitmap)
  call.FPDFBitmap_Destroy(bitmap)
  return raster
}

/** The points of a bitmap of PDFium, which the caller destroys; null for one without colors. */
export function rasterOf({ call, read }: Pdfium, bitmap: number): Raster | null {
  const format = call.FPDFBitmap_GetFormat(bitmap)
  const [width, height] = [call.FPDFBitmap_GetWidth(bitmap), call.FPDFBitmap_GetHeight(bitmap)]
  const stride = call.FPDFBitmap_GetStride(bitmap)
  const size = BYTES.get(format)
  if (size === undefined || width < 1 || height < 1 || width * height > MAX_POINTS) return null
  const data = read(call.FPDFBitmap_GetBuffer(bitmap), stride * height)
  const channels = format === GRAY ? 1 : 3
  const points = new Uint8Array(width * height * channels)
  let to = 0
  for (let y = 0; y < height; y += 1) {
    for (let from = y * stride, end = from + width * size; from < end; from += size) {
      // PDFium has blue first.
      if (channels === 3) {
        points[to] = data[from + 2] ?? 0
        points[to + 1] = data[from + 1] ?? 0
        points[to + 2] = data[from] ?? 0
      } else points[to] = data[from] ?? 0
      to += channels
    }
  }
  return { width, height, channels, points }
}

/** The simplest file format that there is (Netpbm, binary), for programs on this machine. */
export function toNetpbm({ width, height, channels, points }: Raster): Uint8Array {
  return Buffer.concat([Buffer.from(`P${channels === 1 ? 5 : 6}\n${width} ${height}\n255\n`), points])
}

/** As PNG (ISO 15948): each line differs from the one above it, which packs drawings and photographs well. */
export function toPng({ width, height, channels, points }: Raster): Uint8Array {
  const length = width * channels
  const lines = Buffer.alloc((length + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const [from, to] = [y * length, y * (length + 1)]
    lines[to] = 2
    for (let x = 0; x < length; x += 1) {
      const above = y === 0 ? 0 : (points[from - length + x] ?? 0)
      lines[to + 1 + x] = (points[from + x] ?? 0) - above
    }
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  head[9] = channels === 1 ? 0 : 2
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(lines, { level: 6 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
