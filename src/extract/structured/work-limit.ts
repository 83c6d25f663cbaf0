// The end of what an expression of a caller may cost: regular expressions, paths and schemas are bounded by it.

/** The message says what took too long and is fit for the caller. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError'
}
