// The learned model as text, as the generated table holds it.

/** Little-endian tables as base64. */
export interface StoredForest {
  readonly start: number
  /** Int16 by node: the column that is compared; -1 in a leaf. */
  readonly columns: string
  /** Float32 by node: rows with at most this go left; in a leaf the value that counts. */
  readonly limits: string
  /** Uint16 by node: the left child, counted from the root of the tree; the right one comes next. */
  readonly lefts: string
  /** Uint32 by tree: its root. */
  readonly roots: string
}

/** Int32 hashes and Float32 values as base64. */
export interface StoredLexicon {
  readonly hashes: string
  readonly values: string
}

/** Int32 hashes and for each an Int8 by kind, in sixteenths, as base64. */
export interface StoredKindLexicon {
  readonly hashes: string
  readonly sixteenths: string
}

export interface StoredModel {
  readonly line: StoredForest
  /** In the order of `PAGE_KINDS`. */
  readonly kinds: readonly StoredForest[]
  readonly names: StoredLexicon
  readonly said: StoredLexicon
  readonly headed: StoredLexicon
  readonly kindWords: StoredKindLexicon
}
