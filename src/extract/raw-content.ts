// The answer of an operation whose caller wants the content alone (`delivery: raw`).
import type { ExtractionAnswer } from '#contract/crawl/result.ts'

/** The primary content of one answer. */
export type RawContent =
  | { readonly text: string; readonly mediaType: string }
  | { readonly json: unknown }
  /** A file of the answer; by default with its own media type. */
  | { readonly artifactId: string; readonly mediaType?: string }
  /** Why there is none: a sentence that suggests an alternative. */
  | { readonly missing: string }

export interface RawForm {
  /** The possible media types, for the interface description: `text/markdown`, `image/*`. */
  readonly mediaTypes: readonly string[]
  /**
   * Light and pure, because it runs in the API. `data` fits the output of the operation as far as its worker kept to
   * that.
   */
  contentOf(answer: Pick<ExtractionAnswer, 'data' | 'artifacts'>): RawContent
}
