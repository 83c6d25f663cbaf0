// The parsed content of a text of data.

/** Something about the text that did not keep it from being read. */
export interface ReadNote {
  readonly code: 'duplicate_key' | 'more_documents' | 'json_repaired' | 'key_not_text'
  readonly detail: string
}

export interface ParsedText {
  readonly format: 'json' | 'yaml'
  readonly value: unknown
  readonly notes: readonly ReadNote[]
  /** How numbers near the top were written, by pointer: the version `1.0` is the number 1 to YAML. */
  readonly spelled: ReadonlyMap<string, string>
}
