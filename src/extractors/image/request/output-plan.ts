// The requested output of an image, and its result.
import type { ImageFormat } from '#extractors/image/header/formats/format-names.ts'

export const TRANSFORM_FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type TransformFormat = (typeof TRANSFORM_FORMATS)[number]
export const FITS = ['inside', 'cover', 'contain', 'fill', 'outside'] as const

/** Absent fields: as the image is. */
export interface Transform {
  readonly widthPx?: number
  readonly heightPx?: number
  readonly fit?: (typeof FITS)[number]
  readonly format?: TransformFormat
  readonly quality?: number
}

export interface OutputPlan {
  /** Null: the file as it is, less its metadata. */
  readonly transform: Transform | null
  readonly keepMetadata: boolean
}

export interface MadeOutput {
  readonly format: ImageFormat
  readonly mediaType: string
  /** Null for a drawing without a size. */
  readonly width: number | null
  readonly height: number | null
}
