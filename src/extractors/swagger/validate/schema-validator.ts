// Checks documents against the official schemas, each compiled once in a process.
import { Ajv, type AnySchema, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { OpenApiLine } from '#extractors/swagger/convert/to-openapi-31.ts'
import { asObject, member, objectOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { pointerOfNode, walkSpec, type SpecNode } from '#extractors/swagger/spec/walk-spec.ts'
import { discriminate, whenSchema } from './discriminate.ts'
import { schemaErrors, type SpecError } from './schema-errors.ts'

const SIMPLE_TYPES = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] }
const COUNT = { type: 'integer', minimum: 0 }

/**
 * The part of JSON Schema draft 04 that the schema of Swagger 2.0 points at, in the words of draft 07, which Ajv reads.
 */
export const DRAFT_04 = {
  $id: 'http://json-schema.org/draft-04/schema',
  definitions: {
    positiveInteger: COUNT,
    positiveIntegerDefault0: COUNT,
    stringArray: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
  },
  properties: {
    title: { type: 'string' },
    description: { type: 'string' },
    default: {},
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    maximum: { type: 'number' },
    exclusiveMaximum: { type: 'boolean' },
    minimum: { type: 'number' },
    exclusiveMinimum: { type: 'boolean' },
    pattern: { type: 'string', format: 'regex' },
    uniqueItems: { type: 'boolean' },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: whenSchema(
      { type: 'array' },
      { type: 'array', items: SIMPLE_TYPES, minItems: 1, uniqueItems: true },
      SIMPLE_TYPES,
    ),
  },
}

interface Validators {
  readonly document: ValidateFunction
  /** The meta-schema of the schemas inside; null where the document's own schema covers them. */
  readonly schema: ValidateFunction | null
}

const JSON_SCHEMA_2020 = 'https://json-schema.org/draft/2020-12/schema'
/** The dialect of 3.1 and 3.2; it only adds keywords to 2020-12 that no check here needs. */
const OAS_DIALECT = /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\//

const compiled = new Map<OpenApiLine, Promise<Validators>>()

/** Takes about 100 ms for the first document of each version, then next to nothing. */
export async function checkSchema(document: JsonObject, line: OpenApiLine): Promise<SpecError[]> {
  const validators = compiled.get(line) ?? compile(line)
  compiled.set(line, validators)
  const { document: validate, schema } = await validators
  const errors = validate(document) ? [] : schemaErrors(validate.errors ?? [])
  return schema === null ? errors : [...errors, ...innerSchemaErrors(document, schema)]
}

async function compile(line: OpenApiLine): Promise<Validators> {
  const newer = line === '3.1' || line === '3.2'
  const ajv = new (newer ? Ajv2020 : Ajv)({ strict: false, allErrors: true, verbose: true, formats: FORMATS })
  if (line === '2.0') ajv.addSchema(DRAFT_04)
  // Ajv's own compares every item with every other one.
  ajv.removeKeyword('uniqueItems')
  ajv.addKeyword({ keyword: 'uniqueItems', type: 'array', schemaType: 'boolean', validate: areUnique })
  const document = ajv.compile(discriminate(await officialSchema(line)) as AnySchema)
  return { document, schema: newer ? (ajv.getSchema(JSON_SCHEMA_2020) ?? null) : null }
}

/** The official schemas of 3.1 and 3.2 leave the schemas in a document to their dialect. */
function innerSchemaErrors(document: JsonObject, validate: ValidateFunction): SpecError[] {
  const dialect = document['jsonSchemaDialect'] ?? JSON_SCHEMA_2020
  if (typeof dialect !== 'string' || (dialect !== JSON_SCHEMA_2020 && !OAS_DIALECT.test(dialect))) return []
  const found: SpecError[] = []
  walkSpec(document, (node: SpecNode) => {
    if (node.type !== 'schema') return true
    const own = asObject(node.value)?.['$schema']
    if ((own === undefined || own === JSON_SCHEMA_2020) && !validate(node.value)) {
      found.push(...schemaErrors(validate.errors ?? [], pointerOfNode(node)))
    }
    return false
  })
  return found
}

/** In time of the order of the list; items that differ in the order of their keys only pass for two. */
function areUnique(unique: boolean, items: readonly unknown[]): boolean {
  return !unique || new Set(items.map((item) => JSON.stringify(item))).size === items.length
}

/** The formats in the official schemas. None of them runs a pattern of the document. */
const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => URL.canParse(text),
  'uri-reference': (text) => !/[\s<>"{}|\\^`]/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  regex: isPattern,
  'media-range': (text) => /^[^\s/;]+\/[^\s/;]+/.test(text),
}

/** Compiled and never run. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').source !== ''
  } catch {
    return compilesWithoutUnicode(text)
  }
}

/** Most authors write for engines that take `\\-` and the like; ECMA 262 allows that without the flag. */
function compilesWithoutUnicode(text: string): boolean {
  try {
    return new RegExp(text).source !== ''
  } catch {
    return false
  }
}

/**
 * Its own `validate` compiles a schema at each call (measured by `npm run bench -- openapi`), clones the document twice
 * and stops at the first layer of mistakes. So only the schemas are used, from beside its entry.
 */
export async function officialSchema(line: OpenApiLine): Promise<JsonObject> {
  const entry = import.meta.resolve('@scalar/openapi-parser')
  const file = new URL(`./schemas/v${line}/schema.js`, entry)
  const module: unknown = await import(file.href)
  const schema = asObject(member(module, 'default'))
  if (schema === null) throw new Error(`${file.href} holds no schema.`)
  return line === '2.0' || line === '3.0' ? fromDraft04(schema) : schema
}

/** The schemas of 2.0 and 3.0 are written in draft 04, which Ajv does not read; they differ in two keywords only. */
function fromDraft04(schema: JsonObject): JsonObject {
  const { id, $schema: _, ...rest } = schema
  return { $id: id, ...boundedParts(rest) }
}

function withNumericBounds(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? value.map(withNumericBounds) : boundedParts({ ...value })
}

function boundedParts({ minimum, exclusiveMinimum, ...rest }: JsonObject): JsonObject {
  const bound =
    typeof exclusiveMinimum !== 'boolean'
      ? { minimum, exclusiveMinimum }
      : exclusiveMinimum
        ? { exclusiveMinimum: minimum }
        : { minimum }
  return objectOf(
    Object.entries({ ...rest, ...bound })
      .filter(([, held]) => held !== undefined)
      .map(([key, held]) => [key, withNumericBounds(held)]),
  )
}
