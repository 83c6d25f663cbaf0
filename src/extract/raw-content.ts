// What an operation answers with where its caller wants the content alone (`delivery: raw`).
import type { ExtractionAnswer } from '#contract/result.ts'

/** The primary content of one answer. */
export type RawContent =
  | { readonly text: string; readonly mediaType: string }
  | { readonly json: unknown }
  /** A file of the answer; its own media type where none is given. */
  | { readonly artifactId: string; readonly mediaType?: string }
  /** Why there is none: a sentence that says what to ask for instead. */
  | { readonly missing: string }

export interface RawForm {
  /** What it may come as, for the interface description: `text/markdown`, `image/*`. */
  readonly mediaTypes: readonly string[]
  /** Light and pure: it runs in the API. `data` fits the output of the operation as far as its worker kept to that. */
  contentOf(answer: Pick<ExtractionAnswer, 'data' | 'artifacts'>): RawContent
}
