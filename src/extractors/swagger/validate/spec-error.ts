// A mistake in a description, as reported.

/** One mistake and its place. */
export interface SpecError {
  /** JSON Pointer into the description. */
  readonly pointer: string
  readonly code: string
  readonly detail: string
}
