// Converts the text of an operator to a value of the setting's type, or answers a sentence about the allowed values.
import { Check } from 'typebox/schema'
import type { TSchema } from 'typebox'

/** The part of JSON Schema that the table of settings uses. */
interface Shape {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly description?: string
  readonly items?: Shape
}

/** The value, or what would be allowed: `a whole number from 0 to 65535`. */
export type Parsed = { readonly value: unknown } | { readonly allowed: string }

/** A flag or an environment variable. */
export function parseText(schema: TSchema, text: string): Parsed {
  return parseValue(schema, fromText(schema, text.trim()))
}

/** A value of the settings file, which already has a type. */
export function parseValue(schema: TSchema, value: unknown): Parsed {
  return Check(schema, value) ? { value } : { allowed: allowedBy(schema) }
}

/** The text as the type in the schema; other text stays text, and fails the check. */
function fromText({ type }: Shape, text: string): unknown {
  if (type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text
  if (type === 'boolean') return BOOLEANS.get(text.toLowerCase()) ?? text
  if (type === 'array') return text.split(/[\s,]+/).filter((item) => item !== '')
  return text
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['no', false],
  ['off', false],
])

/** `a whole number from 0 to 65535` */
export function allowedBy(shape: Shape): string {
  if (shape.description !== undefined) return shape.description
  if (shape.enum !== undefined) return `one of ${shape.enum.join(', ')}`
  if (shape.type === 'integer') return `a whole number from ${shape.minimum} to ${shape.maximum}`
  if (shape.type === 'boolean') return 'true or false'
  if (shape.type === 'array') return `a list separated by commas, each item ${allowedBy(shape.items ?? {})}`
  return 'a text that is not empty'
}
