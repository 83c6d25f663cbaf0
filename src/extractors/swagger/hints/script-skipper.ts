// Finds its way through a script: past blanks, texts, regular expressions and whole expressions.
import { endOfString } from '#extractors/swagger/read/scan-json.ts'

export interface ScriptSkipper {
  /** Behind white space and comments. */
  skipBlank(at: number): number
  /** Behind the next of the characters `close` that is not within brackets, texts or comments; at the bracket that ends it all. */
  skipTo(close: string, at: number): number
  /** Behind the end of the line. */
  lineEnd(at: number): number
  /** Behind the brace that closes the one at `open`, where all texts are in double quotes; null where none does. */
  endOfObject(open: number): number | null
}

/** Templates within templates. */
const MAX_NESTED = 100
/** A longer regular expression counts as a division: otherwise the repeated search for its end would not stop. */
const MAX_PATTERN_CHARS = 1_000
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }
const [QUOTE, OPEN_BRACE, CLOSE_BRACE] = [0x22, 0x7b, 0x7d]

/**
 * Some text is scanned more than once, when it looked like a start that it was not. The total is bounded by a few times
 * the length of the script; beyond that everything is skipped to the end.
 */
export function createScriptSkipper(text: string): ScriptSkipper {
  let stepsLeft = 4 * text.length + 10_000
  let objectStepsLeft = 2 * text.length + 10_000

  const skipBlank = (start: number): number => {
    let at = start
    for (;;) {
      while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
      if (text.startsWith('//', at)) at = after('\n', at)
      else if (text.startsWith('/*', at)) at = after('*/', at + 2)
      else return at
    }
  }
  const after = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from)
    return found < 0 ? text.length : found + mark.length
  }

  /** Finds the same end as `readText`, without reading the text in between. */
  const skipText = (start: number, nested: number): number => {
    const quote = text[start]
    for (let at = start + 1; at < text.length; at += 1) {
      const char = text[at]
      if (char === quote) return at + 1
      if (char === '\n' && quote !== '`') return at
      if (char === '\\') at += 1
      else if (char === '$' && quote === '`' && text[at + 1] === '{') {
        at = nested > MAX_NESTED ? text.length : skipTo('}', at + 2, nested + 1) - 1
      }
    }
    return text.length
  }

  /** Behind the next `close` that is not within brackets, quotes or comments. */
  const skipTo = (close: string, start: number, nested = 0): number => {
    const open: string[] = []
    let at = start
    while (at < text.length) {
      stepsLeft -= 1
      // The limit of scanning was reached: nested brackets that match nothing get no more time.
      if (stepsLeft < 0) return text.length
      at = skipBlank(at)
      const char = text[at]
      if (char === undefined) break
      if (open.length === 0 && close.includes(char)) return at + 1
      const closing = CLOSING[char]
      if (closing !== undefined) open.push(closing)
      else if (char === ')' || char === ']' || char === '}') {
        if (open.length === 0) return at
        open.pop()
      } else if (char === '"' || char === "'" || char === '`') {
        at = skipText(at, nested)
        continue
      } else if (char === '/' && startsPattern(at)) {
        at = skipPattern(at)
        continue
      }
      at += 1
    }
    return text.length
  }

  const startsPattern = (at: number): boolean => {
    let before = at - 1
    while (before >= 0 && text.charCodeAt(before) <= 0x20) before -= 1
    return before < 0 || '(,=:[!&|?{};'.includes(text[before] as string)
  }
  const skipPattern = (start: number): number => {
    let inClass = false
    const max = Math.min(text.length, start + MAX_PATTERN_CHARS)
    for (let at = start + 1; at < max && text[at] !== '\n'; at += 1) {
      const char = text[at]
      if (char === '\\') at += 1
      else if (char === '[') inClass = true
      else if (char === ']') inClass = false
      else if (char === '/' && !inClass) return at + 1
    }
    return start + 1
  }

  const endOfObject = (open: number): number | null => {
    let nested = 0
    for (let at = open; at < text.length && objectStepsLeft > 0; at += 1) {
      objectStepsLeft -= 1
      const char = text.charCodeAt(at)
      if (char === QUOTE) {
        const end = endOfString(text, at)
        objectStepsLeft -= end - at
        at = end
      } else if (char === OPEN_BRACE) nested += 1
      else if (char === CLOSE_BRACE) {
        nested -= 1
        if (nested === 0) return at + 1
      }
    }
    return null
  }

  return {
    skipBlank,
    skipTo: (close, at) => skipTo(close, at),
    lineEnd: (at) => after('\n', at),
    endOfObject,
  }
}
