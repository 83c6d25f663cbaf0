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
  // To find out by compiling takes up to a second, and the guess may be twice as much as what the compiler needs.
  if (re2Size(pattern) > 2 * MAX_INSTRUCTIONS) throw repeatsTooMuch()
  let program: RE2JS
  try {
    program = RE2JS.compile(pattern)
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/\s+/g, ' ').slice(0, 200) : 'it cannot be read'
    throw new PatternError(`The regular expression is not RE2: ${reason}.`, { cause: error })
  }
  if (program.programSize() > MAX_INSTRUCTIONS) throw repeatsTooMuch()
  return program
}

function repeatsTooMuch(): PatternError {
  return new PatternError('The regular expression repeats too much.')
}

const COUNT = /^\{(\d{1,9})(?:,(\d{0,9}))?\}/
const NO_ATOM = new Set('?*+|^$')

/** About how many instructions the pattern becomes, with its counted repetitions written out. Nothing is compiled. */
export function re2Size(pattern: string): number {
  const outer: number[] = []
  let size = 0
  let last = 0
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at)
    const count = char === '{' ? COUNT.exec(pattern.slice(at, at + 25)) : null
    if (count !== null) {
      const [whole, from = '', to = ''] = count
      const times = Math.max(1, Number(to === '' ? from : to))
      size += last * (times - 1)
      last *= times
      at += whole.length - 1
    } else if (char === '(') {
      outer.push(size)
      size = 0
      last = 0
    } else if (char === ')') {
      last = size + 2
      size = (outer.pop() ?? 0) + last
    } else if (!NO_ATOM.has(char)) {
      at = endOfAtom(pattern, at)
      last = 1
      size += 1
    }
  }
  return outer.reduce((sum, each) => sum + each, size)
}

/** Where the character, the escape or the class that begins at `start` ends. */
function endOfAtom(pattern: string, start: number): number {
  if (pattern[start] === '\\') {
    const isNamed = /[pPx]/.test(pattern.charAt(start + 1)) && pattern[start + 2] === '{'
    return isNamed ? endOr(pattern, pattern.indexOf('}', start)) : start + 1
  }
  if (pattern[start] !== '[') return start
  // A bracket that comes first stands for itself.
  let at = start + (pattern[start + 1] === '^' ? 3 : 2)
  while (at < pattern.length && pattern[at] !== ']') {
    if (pattern[at] === '\\') at += 1
    else if (pattern.startsWith('[:', at)) at = endOr(pattern, pattern.indexOf(':]', at)) + 1
    at += 1
  }
  return at
}

const endOr = ({ length }: string, at: number): number => (at === -1 ? length : at)
