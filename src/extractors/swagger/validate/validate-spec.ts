// Finds the mistakes of an OpenAPI document: by the official schema of its version, then by further rules.
import type { OpenApiLine } from '#extractors/swagger/convert/to-openapi-31.ts'
import type { JsonObject } from '#extractors/swagger/json/json-value.ts'
import type { SchemaValidator } from './schema-validator.ts'
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

/** Both checks run, whatever the other one finds. */
export async function validateSpec(
  document: JsonObject,
  line: OpenApiLine,
  validator: SchemaValidator,
): Promise<Validation> {
  const errors = [...(await validator.check(document, line)), ...semanticErrors(document)]
  return { valid: errors.length === 0, errors: errors.slice(0, MAX_ERRORS), errorCount: errors.length }
}
