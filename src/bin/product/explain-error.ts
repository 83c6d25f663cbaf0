// What an error says to the person at the terminal.
import { SurveyorError } from '#contract/surveyor-error.ts'

/** One or more lines, never empty. An error that an operator can fix has a message and perhaps a cause; a defect, a stack. */
export function explainError(error: unknown): string {
  if (!(error instanceof Error)) return `An error without a message: ${String(error)}`
  if (error instanceof TypeError || error instanceof ReferenceError) return error.stack ?? error.message
  // The original error, and the error of the clean-up after it.
  if (error instanceof SuppressedError)
    return `${explainError(error.suppressed)}\n${explainError(error.error)}`
  // Several addresses of one name, all of which failed.
  const told = error instanceof AggregateError ? error.errors.map(explainError).join(', ') : error.message
  const message = told === '' ? (error.stack ?? error.name) : told
  if (error instanceof SurveyorError && error.errors !== undefined) {
    // A message of one mistake has its detail already.
    const details = error.errors.map(({ detail }) => detail).filter((detail) => !message.includes(detail))
    return [message, ...details].join('\n')
  }
  return error.cause instanceof Error ? `${message} (${explainError(error.cause)})` : message
}

/** As `explainError`, with the place of the defect. */
export function explainDefect(error: unknown): string {
  return error instanceof Error && error.stack !== undefined ? error.stack : explainError(error)
}
