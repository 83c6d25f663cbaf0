// What all fields of a form share.
import type { Problem } from '#contract/problem.ts'
import type { Fields } from '#shared/format/unknown-values.ts'

/** The whole body, who is told of its changes, and what the service said of the last one. */
export interface FormState {
  readonly body: Fields
  readonly onChange: (body: Fields) => void
  readonly problem: Problem | null
}
