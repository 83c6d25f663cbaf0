// The requested output of an image, and its result.
import type { ImageFormat } from '#extractors/image/header/formats/format-names.ts'

/** The formats that can be written. */
export const TRANSFORM_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
/** One of `TRANSFORM_FORMATS`. */
export type TransformFormat = (typeof TRANSFORM_FORMATS)[number]
/** How an image is made to fit a width and a height, in the words of sharp. */
export const FITS = ['inside', 'cover', 'contain', 'fill', 'outside'] as const

/** Absent fields: as the image is. */
export interface Transform {
  readonly widthPx?: number
  readonly heightPx?: number
  readonly fit?: (typeof FITS)[number]
  readonly format?: TransformFormat
  readonly quality?: number
}

/** What is made of each kept image. */
export interface OutputPlan {
  /** Null: the file as it is, less its metadata. */
  readonly transform: Transform | null
  readonly keepMetadata: boolean
}

/** The facts of the file that was made. */
export interface MadeOutput {
  readonly format: ImageFormat
  readonly mediaType: string
  /** Null for a drawing without a size. */
  readonly width: number | null
  readonly height: number | null
}
