// The parsed content of a text of data, places in that text as an editor counts them, and what may be read.

/** The largest public ones are about half of this. */
export const MAX_CHARS = 20 * 1024 * 1024

/** Values within values. Real descriptions stay below 60; every reader behind recurses a few frames for each level. */
export const MAX_DEPTH = 256

/** Characters that the text may unfold to when every alias is written out. */
export const MAX_UNFOLDED_CHARS = 2 * MAX_CHARS

/** Duplicate keys and similar notes that are listed individually. */
export const MAX_NOTES = 20
/** Something about the text that did not keep it from being read. */
export interface ReadNote {
  readonly code: 'duplicate_key' | 'more_documents' | 'json_repaired' | 'key_not_text'
  readonly detail: string
}

/** The value, and what a reader of the text should know. */
export interface ParsedText {
  readonly format: 'json' | 'yaml'
  readonly value: unknown
  readonly notes: readonly ReadNote[]
  /** How numbers near the top were written, by pointer: the version `1.0` is the number 1 to YAML. */
  readonly spelled: ReadonlyMap<string, string>
  /** The numbers that the value has as text, because they cannot be held exactly. */
  readonly longNumbers: ReadonlySet<string>
}

/** Where something stands in a text. */
export interface TextPosition {
  /** From 1. */
  readonly line: number
  /** From 1, in UTF-16 units. */
  readonly column: number
}

/** `offset` in UTF-16 units. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = text.slice(0, Math.max(0, Math.min(offset, text.length)))
  let line = 1
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line += 1
  return { line, column: before.length - before.lastIndexOf('\n') }
}

/** For a sentence of an error. */
export const inWords = ({ line, column }: TextPosition): string => `line ${line}, column ${column}`
