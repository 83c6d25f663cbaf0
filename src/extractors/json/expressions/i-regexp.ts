// I-Regexp (RFC 9485), the regular expressions of JSONPath: checked, and written as RE2.

/** Single characters that may follow a backslash. */
const ESCAPED = new Set('()*+-.?[\\]^nrt{|}'.split(''))
const CATEGORY = /\{(?:C[cfno]?|L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|S[ckmo]?|Z[lps]?)\}/y

/** Null for an invalid pattern: `\d`, look-around and back references are not part of this language. */
export function iRegexpToRe2(pattern: string): string | null {
  let out = ''
  let inClass = false
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at)
    if (char === '\\') {
      const next = pattern[at + 1] ?? ''
      if (next === 'p' || next === 'P') {
        CATEGORY.lastIndex = at + 2
        const category = CATEGORY.exec(pattern)?.[0]
        if (category === undefined) return null
        out += `\\${next}${category}`
        at += 1 + category.length
      } else if (ESCAPED.has(next)) {
        out += `\\${next}`
        at += 1
      } else return null
    } else if (inClass) {
      if (char === '[') return null
      if (char === ']') inClass = false
      out += char
    } else if (char === '[') {
      inClass = true
      const start = pattern[at + 1] === '^' ? '[^' : '['
      at += start.length - 1
      // A bracket closes the class even directly after its start, which would leave it empty.
      if (pattern[at + 1] === ']') return null
      out += start
    } else if (char === '(' && pattern[at + 1] === '?') {
      return null
    } else {
      out += char === '.' ? '[^\\n\\r]' : char
    }
  }
  return inClass ? null : out
}
