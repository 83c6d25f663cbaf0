// The messages to and from the child process that decodes.
import type { ImageFormat } from '#extractors/image/header/formats/format-names.ts'
import type { Warning } from '#contract/crawl/result.ts'
import type { OutputPlan, MadeOutput } from '#extractors/image/request/output-plan.ts'
import type { ImageMetadata } from '#extractors/image/metadata/read-metadata.ts'
import type { Pixels } from '#extractors/image/pixels/measure-pixels.ts'

/** A file, and what is wanted of it. */
export interface DecodeTask {
  readonly file: Uint8Array
  readonly format: ImageFormat
  /** From the header; 0 for a drawing without a size. */
  readonly width: number
  readonly height: number
  readonly pages: number | null
  /** Whether to read EXIF, IPTC and XMP. */
  readonly metadata: boolean
  /** Whether the location in the metadata may be returned. */
  readonly gps: boolean
  /** The output to make; null for an inspection only. */
  readonly output: OutputPlan | null
}

/** Null in any field: the file does not contain it, or it was not requested. */
export interface Decoded {
  /** As displayed, after the EXIF rotation. */
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
  readonly output: MadeOutput | null
  /** Those of the output. */
  readonly bytes: Uint8Array | null
}
