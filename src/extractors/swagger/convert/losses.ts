// A part that a conversion could not carry over, or had to decide for the author.

/** One loss, for the warnings of the answer. */
export interface Loss {
  /** Into the document that is converted. */
  readonly pointer: string
  readonly code: string
  readonly detail: string
}

/** Collects what a conversion has to say; beyond its bound it only counts. */
export interface Losses {
  note(pointer: string, code: string, detail: string): void
  readonly found: readonly Loss[]
  /** How many more there were than are kept. */
  readonly more: number
}

const MAX_LOSSES = 100

/** For one conversion. */
export function createLosses(): Losses {
  const found: Loss[] = []
  let more = 0
  return {
    note(pointer, code, detail) {
      if (found.length < MAX_LOSSES) found.push({ pointer, code, detail })
      else more += 1
    },
    found,
    get more() {
      return more
    },
  }
}
