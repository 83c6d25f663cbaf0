// Regular expressions of callers: RE2 syntax, linear time, and a bound on their total time.
import type { RE2JS } from 're2js'
import { re2Program, re2Size } from '#kit/text/re2-program.ts'

export { PatternError } from '#kit/text/re2-program.ts'

/** An expression of a caller costs too much: a regular expression, a path or a schema. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError'
}

/** The work holds up this process for too long: a child process is to do it. */
export class TooLongHereError extends Error {
  override readonly name = 'TooLongHereError'
}

/** A pattern that can be used at once; each use counts towards the time of all. */
export interface UserPattern {
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean
  /** The whole match and its groups; an unused group is null. Null without a match. */
  exec(text: string): readonly (string | null)[] | null
}

/** The patterns of one request, which share a budget of time. */
export interface PatternCompiler {
  /**
   * Throws a PatternError, and a WorkLimitError where all are too large together. The compiled pattern throws a
   * WorkLimitError once all patterns together took too long.
   */
  compile(pattern: string): UserPattern
  /** Lets all work with the expressions of the request take so long from now on: then it throws a TooLongHereError. */
  limitTo(ms: number): void
  /** Throws a TooLongHereError when that time is over. For loops over what a request asks for. */
  check(): void
}

/** RE2 at its worst does about 15 million steps a second; a step is one character against one instruction. */
const MAX_STEPS_AT_ONCE = 20_000_000
/** The same where the time is limited. */
const MAX_STEPS_AT_ONCE_HERE = 500_000
const MAX_MS = 3_000
/** Of all patterns together, as `re2Size` counts: compiling them takes a tenth of a second. */
const MAX_SIZE = 8_000

/** One for each job. */
export function createPatternCompiler(maxMs = MAX_MS): PatternCompiler {
  let spentMs = 0
  let size = 0
  let endsAtMs = Infinity
  const check = (): void => {
    if (performance.now() > endsAtMs) throw new TooLongHereError()
  }
  const programs = new Map<string, RE2JS>()
  const timed = <T>(work: () => T): T => {
    check()
    if (spentMs > maxMs) {
      throw new WorkLimitError(`The regular expressions take more than ${maxMs} ms on this page.`)
    }
    const startedMs = performance.now()
    try {
      return work()
    } finally {
      spentMs += performance.now() - startedMs
    }
  }
  const programOf = (pattern: string): RE2JS => {
    const own = re2Size(pattern)
    // One that is too large by itself is refused as such.
    if (own <= MAX_SIZE && size + own > MAX_SIZE)
      throw new WorkLimitError('The regular expressions are too large together.')
    const program = timed(() => re2Program(pattern))
    size += own
    return program
  }
  return {
    compile(pattern) {
      const program = programs.get(pattern) ?? programOf(pattern)
      programs.set(pattern, program)
      const steps = Math.max(1, program.programSize())
      const max = Math.floor(MAX_STEPS_AT_ONCE / steps)
      const maxHere = Math.floor(MAX_STEPS_AT_ONCE_HERE / steps)
      const matcherOf = (text: string) => {
        if (text.length > maxHere && endsAtMs < Infinity) throw new TooLongHereError()
        return program.matcher(text.slice(0, max))
      }
      return {
        test: (text) => timed(() => matcherOf(text).find()),
        exec: (text) =>
          timed(() => {
            const matcher = matcherOf(text)
            if (!matcher.find()) return null
            return Array.from(
              { length: matcher.groupCount() + 1 },
              (_, group) => matcher.group(group) ?? null,
            )
          }),
      }
    },
    limitTo(ms) {
      endsAtMs = performance.now() + ms
    },
    check,
  }
}
