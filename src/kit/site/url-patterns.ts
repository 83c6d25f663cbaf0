// Which addresses a caller names by patterns: globs and RE2 expressions, compiled once, in linear time.
import { matchesRule } from '#kit/text/match-rule.ts'
import { PatternError, re2Program } from '#kit/text/re2-program.ts'

/** Whether the pattern names the address. `url` is normal. */
export type UrlPattern = (url: URL) => boolean

/** Marks an RE2 expression. */
const EXPRESSION = 're:'
/** Of an address that an expression is searched in: more is out of bounds for any page. */
const MAX_CHARS = 4_096

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
