// The error for an expression of a caller that costs too much: a regular expression, a path or a schema.

/** The message names what took too long and may be shown to the caller. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError'
}
