// The pictures inside a page of a PDF: as the file has them where that is a JPEG, else as PNG.
import type { PictureImage } from '#parsing/documents/model/document-blocks.ts'
import type { OpenPdf } from './open-pdf.ts'
import { rasterOf, toPng } from './raster.ts'

/** A larger picture is left out, and so is one of fewer points: lines, dots and corners. */
const MAX_IMAGE_BYTES = 16 * 1024 * 1024
const MAX_PIXELS = 25_000_000
const MIN_SIDE = 8
const FILTER_BYTES = 64

/** Null for a picture that is left out. `object` belongs to the open page. */
export function imageBytes(pdf: OpenPdf, object: number): PictureImage | null {
  const size = pixelSize(pdf, object)
  if (size === null || Math.min(size.width, size.height) < MIN_SIDE) return null
  if (size.width * size.height > MAX_PIXELS) return null
  const jpeg = jpegBytes(pdf, object)
  if (jpeg !== null) return image('image/jpeg', jpeg, size.width, size.height)
  const { pdfium } = pdf
  const bitmap = pdfium.call.FPDFImageObj_GetBitmap(object)
  if (bitmap === 0) return null
  const raster = rasterOf(pdfium, bitmap)
  pdfium.call.FPDFBitmap_Destroy(bitmap)
  if (raster === null) return null
  const png = toPng(raster)
  return png.length > MAX_IMAGE_BYTES ? null : image('image/png', png, raster.width, raster.height)
}

const image = (mediaType: string, bytes: Uint8Array, width: number, height: number): PictureImage => ({
  mediaType,
  base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  width,
  height,
})

function pixelSize({ pdfium }: OpenPdf, object: number): { width: number; height: number } | null {
  const pointer = pdfium.allocate(8)
  try {
    if (pdfium.call.FPDFImageObj_GetImagePixelSize(object, pointer, pointer + 4) === 0) return null
    const view = new DataView(pdfium.read(pointer, 8).buffer)
    return { width: view.getUint32(0, true), height: view.getUint32(4, true) }
  } finally {
    pdfium.free(pointer)
  }
}

/** The bytes of a picture whose only filter is that of JPEG, with three colors or gray; null for any other. */
function jpegBytes({ pdfium }: OpenPdf, object: number): Uint8Array | null {
  const { call } = pdfium
  if (call.FPDFImageObj_GetImageFilterCount(object) !== 1) return null
  const name = pdfium.allocate(FILTER_BYTES)
  const length = call.FPDFImageObj_GetImageFilter(object, 0, name, FILTER_BYTES)
  const filter = Buffer.from(pdfium.read(name, Math.min(FILTER_BYTES, Math.max(0, length - 1)))).toString(
    'latin1',
  )
  pdfium.free(name)
  const bytes = filter === 'DCTDecode' ? call.FPDFImageObj_GetImageDataRaw(object, 0, 0) : 0
  if (bytes === 0 || bytes > MAX_IMAGE_BYTES) return null
  const buffer = pdfium.allocate(bytes)
  call.FPDFImageObj_GetImageDataRaw(object, buffer, bytes)
  const jpeg = pdfium.read(buffer, bytes)
  pdfium.free(buffer)
  return jpeg[0] === 0xff && jpeg[1] === 0xd8 && colorsOf(jpeg) !== 4 ? jpeg : null
}

/** The number of colors by the frame header (ISO 10918-1, B.2.2): four are ink, which few programs show rightly. */
function colorsOf(jpeg: Uint8Array): number | null {
  for (let at = 2; at + 9 < jpeg.length && jpeg[at] === 0xff;) {
    const marker = jpeg[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return jpeg[at + 9] ?? null
    at += 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0))
  }
  return null
}
