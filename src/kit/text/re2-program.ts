// Regular expressions of callers: RE2 syntax, in time linear in the length of the text.
import { RE2JS } from 're2js'

/** An invalid pattern; the message may be shown to the caller. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

const MAX_CHARS = 500
/** `(a{100}){10}` and worse: the size of the compiled program is the cost of each character. */
const MAX_INSTRUCTIONS = 3_000

/** Throws a PatternError. `programSize()` of the answer times the length of a text is what a search costs. */
export function re2Program(pattern: string): RE2JS {
  if (pattern.length > MAX_CHARS)
    throw new PatternError(`A regular expression has at most ${MAX_CHARS} characters.`)
  let program: RE2JS
  try {
    program = RE2JS.compile(pattern)
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'it cannot be read'
    throw new PatternError(`The regular expression is not RE2: ${reason}.`, { cause: error })
  }
  if (program.programSize() > MAX_INSTRUCTIONS)
    throw new PatternError('The regular expression repeats too much.')
  return program
}
