// The part of JSON Schema that our schemas use, as this folder reads it.

/** JSON Schema 2020-12, as far as TypeBox writes it. */
export interface JsonSchema {
  readonly $id?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly not?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
  readonly required?: readonly string[]
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
}

/** `schema` as this folder reads it; a value that is not a schema counts as one that allows everything. */
export function asSchema(schema: unknown): JsonSchema {
  return typeof schema === 'object' && schema !== null ? schema : {}
}

/**
 * The alternatives of a union, flattened; a schema without alternatives is its own only one. A schema with properties
 * is not a union: its `oneOf` only says which properties go together.
 */
export function variantsOf(schema: JsonSchema): JsonSchema[] {
  const union = schema.anyOf ?? schema.oneOf
  return union === undefined || schema.properties !== undefined ? [schema] : union.flatMap(variantsOf)
}
