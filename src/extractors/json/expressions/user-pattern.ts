// Regular expressions of callers: RE2 syntax, linear time, and a bound on their total time.
import { RE2JS } from 're2js'
import { WorkLimitError } from './work-limit.ts'

/** An invalid pattern; the message may be shown to the caller. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
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

const MAX_CHARS = 500
/** `(a{100}){10}` and worse: the size of the compiled program is the cost of each character. */
const MAX_INSTRUCTIONS = 3_000
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
      const program = programs.get(pattern) ?? timed(() => programOf(pattern))
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

function programOf(pattern: string): RE2JS {
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
