// A script as the tokens of acorn, and which bracket closes which. Its parser is not used: the checks of declared names
// take quadratic time (10 s for 270 kB of `let`), and one mistake would cost the whole script.
import { tokenizer, type Token } from 'acorn'

/** One token, with its place in the text. */
export interface ScriptToken {
  /** The sign itself, or `name`, `string`, `num`, `template`, `regexp`; for a keyword its word. */
  readonly kind: string
  /** Text, number, name or sign, escapes decoded; null for a template with an invalid escape. */
  readonly value: string | number | null
  /** A name or a keyword: what may follow a dot. */
  readonly isWord: boolean
}

/** The tokens of a script, with its brackets paired. */
export interface ScriptTokens {
  readonly list: readonly ScriptToken[]
  /** The index of the bracket that closes the one at this index; the number of tokens where none does. */
  closing(at: number): number
}

/** What cannot be a token costs its line. */
const MAX_MISTAKES = 100
const CLOSED_BY: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '${': '}' }

/** Linear in the length of the script. */
export function readTokens(source: string): ScriptTokens {
  const list: ScriptToken[] = []
  const closing = new Map<number, number>()
  const open: number[] = []
  const add = (token: Token): void => {
    const { label, keyword } = token.type
    const value = 'value' in token ? token.value : null
    if (label in CLOSED_BY) open.push(list.length)
    else if (label === ')' || label === ']' || label === '}') {
      const last = open.pop()
      if (last !== undefined) closing.set(last, list.length)
    }
    list.push({
      kind: label,
      value: typeof value === 'string' || typeof value === 'number' ? value : null,
      isWord: label === 'name' || keyword !== undefined,
    })
  }
  // The semicolon spares acorn the search for `use strict`, which reads all texts at the beginning.
  let text = `;${source}`
  for (let mistakes = 0; text !== ';' && mistakes < MAX_MISTAKES; mistakes += 1) {
    try {
      for (const token of tokenizer(text, { ecmaVersion: 'latest' })) add(token)
      break
    } catch (error) {
      const lineEnd = text.indexOf('\n', Number(Object(error).pos ?? text.length))
      text = lineEnd < 0 ? ';' : `;${text.slice(lineEnd + 1)}`
    }
  }
  return { list, closing: (at) => closing.get(at) ?? list.length }
}

export const isCloser = (kind: string | undefined): boolean => kind === ')' || kind === ']' || kind === '}'
export const isOpener = (kind: string): boolean => kind in CLOSED_BY
