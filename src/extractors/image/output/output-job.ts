// One image from which a file is to be made, and the file.
import type { Warning } from '#contract/crawl/result.ts'
import type { DecodeRequest } from '#extractors/image/decode/message.ts'
import type { OpenedImage } from '#extractors/image/decode/open-image.ts'
import type { MadeOutput, OutputPlan } from '#extractors/image/request/output-plan.ts'

/** A file and what is to be made of it. */
export interface OutputJob {
  readonly request: DecodeRequest
  readonly plan: OutputPlan
  readonly file: Uint8Array
  readonly opened: OpenedImage
  /** EXIF, 1 to 8. */
  readonly orientation: number | null
  /** Collects deviations from the request. */
  readonly warnings: Warning[]
}

/** The bytes of a new file, with its facts. */
export interface Made {
  readonly bytes: Uint8Array
  readonly output: MadeOutput
}
