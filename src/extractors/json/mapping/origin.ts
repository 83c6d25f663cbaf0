// The origin of a value, and the confidence that it is the requested one.
import type { JsonValue } from '#parsing/json/json-value.ts'

/** Where a value is from; `confidence` from 0 to 1. */
export interface Origin {
  readonly source: string
  /** A JSON Pointer into `found`. */
  readonly path?: string
  /** The selector of a rule. */
  readonly selector?: string
  /** The original text, shortened. */
  readonly snippet: string
  /** 0 to 1. */
  readonly confidence: number
}

const SNIPPET_CHARS = 200

/** The value at a position, shortened for people to read. */
export function snippetOf(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > SNIPPET_CHARS ? `${text.slice(0, SNIPPET_CHARS)}…` : text
}
