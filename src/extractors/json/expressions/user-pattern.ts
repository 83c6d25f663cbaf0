// Regular expressions of callers: RE2 syntax, linear time, and a bound on their total time.
import type { RE2JS } from 're2js'
import { re2Program } from '#kit/text/re2-program.ts'

export { PatternError } from '#kit/text/re2-program.ts'

/** An expression of a caller costs too much: a regular expression, a path or a schema. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError'
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
  /** Throws a PatternError. The compiled pattern throws a WorkLimitError once all patterns together took too long. */
  compile(pattern: string): UserPattern
}

/** RE2 at its worst does about 15 million steps a second; a step is one character against one instruction. */
const MAX_STEPS_AT_ONCE = 20_000_000
const MAX_MS = 3_000

/** One for each job. */
export function createPatternCompiler(maxMs = MAX_MS): PatternCompiler {
  let spentMs = 0
  const programs = new Map<string, RE2JS>()
  const timed = <T>(work: () => T): T => {
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
  return {
    compile(pattern) {
      const program = programs.get(pattern) ?? timed(() => re2Program(pattern))
      programs.set(pattern, program)
      const max = Math.floor(MAX_STEPS_AT_ONCE / Math.max(1, program.programSize()))
      return {
        test: (text) => timed(() => program.matcher(text.slice(0, max)).find()),
        exec: (text) =>
          timed(() => {
            const matcher = program.matcher(text.slice(0, max))
            if (!matcher.find()) return null
            return Array.from(
              { length: matcher.groupCount() + 1 },
              (_, group) => matcher.group(group) ?? null,
            )
          }),
      }
    },
  }
}
