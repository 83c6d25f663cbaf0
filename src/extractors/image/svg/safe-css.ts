// The part of a style sheet that only says how things look: no imports, no addresses outside the drawing, no escapes.

const MAX_CHARS = 1_000_000
/** Functions that load or make a picture, or read something from outside. */
const LOADS = /\b(?:image-set|image|src|element|cross-fade|paint|env|expression)\s*\(/i
const RUNS = /javascript|vbscript|data\s*:|^(?:behavior|-moz-binding)$/i
const LOCAL = /url\(\s*(["']?)#[\w.:-]{1,200}\1\s*\)/gi
/** Escapes hide words from the checks here, `<` could end the element, `@` starts a rule of another kind. */
const NEVER = /[\\<@{}]/

/** True where the value of a property or attribute refers to nothing outside the drawing. */
export function isLocalValue(value: string): boolean {
  return (
    !NEVER.test(value) &&
    !LOADS.test(value) &&
    !RUNS.test(value) &&
    !/url\s*\(/i.test(value.replace(LOCAL, ''))
  )
}

/** The declarations of a `style` attribute that may stay, as text. */
export function safeDeclarations(text: string): string {
  return withoutComments(text.slice(0, MAX_CHARS))
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => {
      const colon = declaration.indexOf(':')
      const property = declaration.slice(0, Math.max(0, colon)).trim()
      return (
        /^-{0,2}[a-z][\w-]*$/i.test(property) &&
        !RUNS.test(property) &&
        isLocalValue(declaration.slice(colon + 1))
      )
    })
    .join(';')
}

/** The plain rules of a style sheet; rules that begin with `@` are left out, with what they hold. */
export function safeStyleSheet(text: string): string {
  const source = withoutComments(text.slice(0, MAX_CHARS))
  const rules: string[] = []
  for (let at = 0; at < source.length;) {
    const open = source.indexOf('{', at)
    if (open < 0) break
    const selector = source.slice(at, open)
    // A statement such as `@import "x";` ends before the rule that follows it.
    const start = selector.lastIndexOf(';') + 1
    const clean = selector.slice(start).trim()
    const end = blockEnd(source, open)
    if (/^[\w\s.#,>+~:*()[\]="'|^$-]{1,2000}$/.test(clean)) {
      const body = safeDeclarations(source.slice(open + 1, end))
      if (body !== '') rules.push(`${clean}{${body}}`)
    }
    at = end + 1
  }
  return rules.join('\n')
}

/** Where the block that opens at `open` closes, nested blocks counted; the end of the text when it never does. */
function blockEnd(source: string, open: number): number {
  let depth = 0
  for (let at = open; at < source.length; at += 1) {
    if (source[at] === '{') depth += 1
    else if (source[at] === '}') {
      depth -= 1
      if (depth === 0) return at
    }
  }
  return source.length
}

/** A comment that never ends takes the rest with it, as in a browser. */
function withoutComments(text: string): string {
  let out = ''
  let at = 0
  for (let open = text.indexOf('/*'); open >= 0; open = text.indexOf('/*', at)) {
    out += text.slice(at, open)
    const close = text.indexOf('*/', open + 2)
    if (close < 0) return out
    at = close + 2
  }
  return out + text.slice(at)
}
