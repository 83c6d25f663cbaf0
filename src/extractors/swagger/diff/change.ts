// One difference between two descriptions, and what it means for a client that was made for the older one.

/** `dangerous`: it may break a client, depending on what that does or on what the server does with it. */
export const CHANGE_LEVELS = ['breaking', 'dangerous', 'safe'] as const
export type ChangeLevel = (typeof CHANGE_LEVELS)[number]

export interface Change {
  readonly code: string
  readonly level: ChangeLevel
  /** The place in words: `query parameter limit`, `response 200 application/json: Pet.name`. */
  readonly at: string
  readonly detail: string
  /** Absent where there was nothing. */
  readonly before?: unknown
  readonly after?: unknown
}

/** A change with every operation that it concerns: one in a shared schema concerns many. */
export interface OperationChange extends Change {
  /** `GET /pets/{id}`, at most 20; empty for what concerns the whole. */
  readonly operations: readonly string[]
  readonly operationCount: number
}

/** The direction of a value: into the API or out of it. A change that is safe in one direction is not in the other. */
export type Direction = 'request' | 'response'
