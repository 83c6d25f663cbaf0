// Which addresses a caller names by patterns: globs and RE2 expressions, compiled once, in linear time and not for long.
import { matchesRule } from '#kit/text/match-rule.ts'
import { PatternError, re2Program, re2Size } from '#kit/text/re2-program.ts'

/** Whether the pattern names the address. `url` is normal. */
export type UrlPattern = (url: URL) => boolean

/** Marks an RE2 expression. */
const EXPRESSION = 're:'
/** Of an address that an expression is searched in: more is out of bounds for any page. */
const MAX_CHARS = 2_048
/** Of all expressions of a request together, as `re2Size` counts: compiling them takes a tenth of a second. */
const MAX_SIZE = 10_000

/**
 * A glob, in which `*` is any text: `/docs/*` of the path, `/list?page=*` of path and query, `https://*.example.org/*` of
 * the whole address. With `re:` before it an RE2 expression, searched in path and query, or in the whole address where
 * `://` is in it. Globs ignore case. Throws a PatternError, whose message may be shown.
 */
export function urlPattern(text: string): UrlPattern {
  const isWhole = text.includes('://')
  if (text.startsWith(EXPRESSION)) {
    const program = re2Program(text.slice(EXPRESSION.length))
    return (url) =>
      program.matcher((isWhole ? url.href : url.pathname + url.search).slice(0, MAX_CHARS)).find()
  }
  if (!isWhole && !text.startsWith('/') && !text.startsWith('*')) {
    throw new PatternError('A pattern begins with /, * or https://, or is an expression after re:.')
  }
  const glob = text.toLowerCase()
  const hasQuery = glob.includes('?')
  return (url) => {
    const start = isWhole ? url.origin : ''
    const end = hasQuery || isWhole ? url.search : ''
    return matchesRule('glob', glob, (start + url.pathname + end).toLowerCase())
  }
}

/** A pattern of a request that cannot be used. */
export interface PatternProblem {
  readonly pointer: string
  readonly code: 'pattern'
  readonly detail: string
}

/** What is wrong with the patterns of a request. Nothing is compiled where they are too large together. */
export function patternProblems(
  given: Readonly<Record<'include' | 'exclude', readonly string[]>>,
): PatternProblem[] {
  const named = (['include', 'exclude'] as const).flatMap((field) =>
    given[field].map((text, at) => ({ text, pointer: `/${field}/${at}` })),
  )
  let size = 0
  for (const { text, pointer } of named) {
    if (text.startsWith(EXPRESSION)) size += re2Size(text)
    if (size > MAX_SIZE) {
      return [{ pointer, code: 'pattern', detail: 'The regular expressions are too large together.' }]
    }
  }
  return named.flatMap(({ text, pointer }) => {
    try {
      urlPattern(text)
      return []
    } catch (error) {
      if (!(error instanceof PatternError)) throw error
      return [{ pointer, code: 'pattern' as const, detail: error.message }]
    }
  })
}

/** Whether one of the patterns names the address; null where the time was up before that was known. */
export type AnyPattern = (url: URL) => boolean | null

/** Time to begin with, and the most that is saved up. */
const MAX_SAVED_MS = 500
/** What each address adds: fifty ordinary expressions take about as long. */
const MS_FOR_EACH = 5

/**
 * The patterns of a request, which share their time: the expressions are those of a caller, the addresses those of a
 * site, and the process has other work. `startAddress` is to be called for each address that is looked at.
 */
export function timedPatterns(now: () => number = () => performance.now()): {
  startAddress(): void
  any(texts: readonly string[]): AnyPattern
} {
  let leftMs = MAX_SAVED_MS
  return {
    startAddress() {
      leftMs = Math.min(leftMs + MS_FOR_EACH, MAX_SAVED_MS)
    },
    any(texts) {
      const patterns = texts.map(urlPattern)
      return (url) => {
        for (const matches of patterns) {
          if (leftMs <= 0) return null
          const startedMs = now()
          const isMatch = matches(url)
          leftMs -= now() - startedMs
          if (isMatch) return true
        }
        return false
      }
    },
  }
}
