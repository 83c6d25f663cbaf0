// What is said to the child process that decodes, and what it says, each before the bytes of a file.
import type { ImageFormat } from '#extractors/image/header/format-names.ts'
import type { Warning } from '#contract/result.ts'
import type { OutputPlan, MadeOutput } from '#extractors/image/output/output-plan.ts'
import type { ImageMetadata } from './read-metadata.ts'
import type { Pixels } from './measure-pixels.ts'

export interface DecodeRequest {
  readonly format: ImageFormat
  /** As the header says; 0 for a drawing without a size. */
  readonly width: number
  readonly height: number
  readonly pages: number | null
  /** Whether to read EXIF, IPTC and XMP. */
  readonly metadata: boolean
  /** Whether a place in the metadata may be told. */
  readonly gps: boolean
  /** What to make of the image; null for a look at it alone. */
  readonly output: OutputPlan | null
}

/** Null in any field: the file does not say, or it was not asked for. */
export interface DecodeAnswer {
  /** As shown, turned as EXIF asks. */
  readonly width: number
  readonly height: number
  /** EXIF, 1 to 8. */
  readonly orientation: number | null
  readonly colorSpace: string | null
  readonly alpha: boolean | null
  /** The description in the ICC profile. */
  readonly iccProfile: string | null
  readonly metadata: ImageMetadata | null
  readonly pixels: Pixels | null
  readonly warnings: readonly Warning[]
  /** Its bytes follow the description. */
  readonly output: MadeOutput | null
}
