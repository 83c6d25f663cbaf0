// Makes the picture that OCR reads: a page of a PDF as it is seen, or a picture file, gray, in a child process.
import { defineWork } from '#extract/work.ts'

/** One page of a PDF. */
export interface PageRasterTask {
  readonly bytes: Uint8Array
  /** From 1. */
  readonly page: number
  readonly password: string | null
}

/** A gray picture in the format Netpbm. */
export interface OcrRaster {
  readonly bytes: Uint8Array
  readonly width: number
  readonly height: number
}

/** Null for a page that cannot be drawn. Throws as `convertDocument`. */
export const rasterOfPage = defineWork<PageRasterTask, OcrRaster | { readonly bytes: null }>({
  module: new URL('./page-raster-child.ts', import.meta.url),
  child: 'always',
  sizeOf: ({ bytes }) => bytes.length,
  bounds: { timeoutMs: 60_000 },
})

/** Null for a picture that cannot be decoded. Throws as `convertDocument`. */
export const rasterOfPicture = defineWork<
  { readonly bytes: Uint8Array },
  OcrRaster | { readonly bytes: null }
>({
  module: new URL('./picture-raster-child.ts', import.meta.url),
  child: 'always',
  sizeOf: ({ bytes }) => bytes.length,
  bounds: { native: true, timeoutMs: 60_000 },
})
