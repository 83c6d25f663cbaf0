// Reads tokens of opening hours from the left.
import type { HoursToken } from './hours-tokens.ts'

/** `take`, `mark`, `word` and `number` move on only when they find what they look for. */
export interface TokenCursor {
  /** The token `ahead` places further on, without taking it. */
  peek(ahead?: number): HoursToken | undefined
  skip(): void
  take(kind: HoursToken['kind']): boolean
  /** Takes the mark if it is next. */
  mark(text: string): boolean
  /** Takes the word if one of `texts` is next. */
  word(...texts: string[]): boolean
  /** Takes a number if one is next. */
  number(): string | null
}

/** A cursor before the first of `tokens`. */
export function tokenCursor(tokens: readonly HoursToken[]): TokenCursor {
  let at = 0
  const taken = (isWanted: boolean): boolean => {
    if (isWanted) at += 1
    return isWanted
  }
  return {
    peek: (ahead = 0) => tokens[at + ahead],
    skip: () => {
      at += 1
    },
    take: (kind) => taken(tokens[at]?.kind === kind),
    mark(text) {
      const token = tokens[at]
      return taken(token?.kind === 'mark' && token.text === text)
    },
    word(...texts) {
      const token = tokens[at]
      return taken(token?.kind === 'word' && texts.includes(token.text))
    },
    number() {
      const token = tokens[at]
      return token?.kind === 'number' && taken(true) ? token.text : null
    },
  }
}
