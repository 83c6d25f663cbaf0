// Finds the mistakes of an OpenAPI document: by the official schema of its version, then by further rules.
import type { OpenApiLine } from '#extractors/swagger/convert/to-openapi-31.ts'
import { asObject, objectOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { checkSchema } from './schema-validator.ts'
import { semanticErrors } from './semantic-checks.ts'
import type { SpecError } from './schema-errors.ts'

/** Whether a description is right, and where it is not. */
export interface Validation {
  readonly valid: boolean
  /** At most 200, in the order of the checks. */
  readonly errors: readonly SpecError[]
  /** All of them. */
  readonly errorCount: number
}

const MAX_ERRORS = 200

/** Both checks run, whatever the other one finds. `longNumbers`: the numbers that `published` has as text. */
export async function validateSpec(
  published: JsonObject,
  line: OpenApiLine,
  longNumbers: ReadonlySet<string> = new Set(),
): Promise<Validation> {
  const document = asObject(withNumbers(published, longNumbers)) ?? published
  const errors = [...(await checkSchema(document, line)), ...semanticErrors(document)]
  return { valid: errors.length === 0, errors: errors.slice(0, MAX_ERRORS), errorCount: errors.length }
}

/** With the numbers that these texts are, rounded. Parts that stand in several places still do. */
function withNumbers(value: unknown, texts: ReadonlySet<string>): unknown {
  if (texts.size === 0) return value
  const copies = new Map<object, unknown>()
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') return texts.has(part) ? Number(part) : part
    if (typeof part !== 'object' || part === null) return part
    const known = copies.get(part)
    if (known !== undefined) return known
    const made = Array.isArray(part)
      ? part.map(copy)
      : objectOf(Object.entries(part).map(([key, inner]) => [key, copy(inner)] as const))
    copies.set(part, made)
    return made
  }
  return copy(value)
}
