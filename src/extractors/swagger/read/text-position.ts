// A position in a text: lines and columns as an editor counts them.

export interface TextPosition {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
}

export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, Math.max(0, Math.min(offset, text.length)))
  let line = 1
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line += 1
  return { line, column: before.length - before.lastIndexOf('\n') }
}

export const inWords = ({ line, column }: TextPosition): string => `line ${line}, column ${column}`
