// The operations of an OpenAPI 3.1 document as a list that says enough to choose one.
import {
  asList,
  asObject,
  asText,
  entriesOf,
  member,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { followRef, nameOfRef } from './follow-ref.ts'
import { METHODS } from './grammar.ts'
import { matchesOperation, type OperationFilter } from './operation-filter.ts'
import { refOf } from './walk-spec.ts'

const MAX_DEPTH = 4

/** A parameter as far as a list shows it. */
export interface OperationParameter {
  /** Null, as is `in`, where the parameter stands in another document that was not read. */
  readonly name: string | null
  readonly in: string | null
  readonly required: boolean
  readonly type: string | null
  readonly description: string | null
  readonly deprecated: boolean
}

/** One operation, without its schemas. */
export interface ListedOperation {
  /** Lower case. */
  readonly method: string
  /** Null for a webhook. */
  readonly path: string | null
  /** Its name where it is a webhook, else null. */
  readonly webhook: string | null
  readonly operationId: string | null
  readonly summary: string | null
  readonly description: string | null
  readonly tags: readonly string[]
  readonly deprecated: boolean
  readonly parameters: readonly OperationParameter[]
  readonly requestBody: { readonly required: boolean; readonly contentTypes: readonly string[] } | null
  readonly responses: readonly {
    readonly status: string
    readonly description: string | null
    readonly contentTypes: readonly string[]
  }[]
  /**
   * Any one of these is enough, each with all of its schemes; an empty one means without any. Null when nothing is
   * specified.
   */
  readonly security: readonly (readonly SecurityUse[])[] | null
}

/** One scheme that is needed, with its scopes. */
export interface SecurityUse {
  readonly scheme: string
  readonly scopes: readonly string[]
}

/** The most listed operations: a path item that thousands of paths refer to is listed for each of them. */
const MAX_OPERATIONS = 10_000
/** Parameters and responses of all operations together. */
const MAX_PARTS = 250_000

/** Operations in the order of the document. */
export interface OperationList {
  readonly operations: readonly ListedOperation[]
  /** True where there are more. */
  readonly truncated: boolean
}

/** `document` is OpenAPI 3.1. */
export function listOperations(document: JsonObject, filter: OperationFilter = {}): OperationList {
  const operations: ListedOperation[] = []
  let parts = 0
  for (const [section, isPath] of [
    ['paths', true],
    ['webhooks', false],
  ] as const) {
    for (const [name, value] of entriesOf(document[section])) {
      const item = name.startsWith('x-') ? null : followRef(document, value)
      if (item === null) continue
      for (const [method, operation] of operationsOf(item)) {
        const path = isPath ? name : null
        if (!matchesOperation(filter, { method, path, value: operation })) continue
        if (operations.length >= MAX_OPERATIONS || parts >= MAX_PARTS) return { operations, truncated: true }
        const listed = describe(document, item, operation)
        parts += listed.parameters.length + listed.responses.length
        operations.push({ ...listed, method, path, webhook: isPath ? null : name })
      }
    }
  }
  return { operations, truncated: false }
}

/** Those with a method of their own field, and from 3.2 on those with any other method. */
export function operationsOf(item: JsonObject): [string, JsonObject][] {
  const fixed = METHODS.map((method) => [method, member(item, method)] as const)
  const others = entriesOf(item['additionalOperations']).map(
    ([method, value]) => [method.toLowerCase(), value] as const,
  )
  return [...fixed, ...others].flatMap(([method, value]) => {
    const operation = asObject(value)
    return operation === null ? [] : [[method, operation] as [string, JsonObject]]
  })
}

function describe(
  document: JsonObject,
  item: JsonObject,
  operation: JsonObject,
): Omit<ListedOperation, 'method' | 'path' | 'webhook'> {
  const body = operation['requestBody'] === undefined ? null : followRef(document, operation['requestBody'])
  return {
    operationId: asText(operation['operationId']),
    summary: asText(operation['summary']) ?? asText(item['summary']),
    description: asText(operation['description']),
    tags: asList(operation['tags']).filter((tag): tag is string => asText(tag) !== null),
    deprecated: operation['deprecated'] === true,
    parameters: parametersOf(document, item, operation).map(({ parameter, ref }) =>
      describeParameter(parameter, ref),
    ),
    requestBody:
      operation['requestBody'] === undefined
        ? null
        : {
            required: body?.['required'] === true,
            contentTypes: Object.keys(asObject(body?.['content']) ?? {}),
          },
    responses: entriesOf(operation['responses'])
      .filter(([status]) => !status.startsWith('x-'))
      .map(([status, value]) => {
        const response = followRef(document, value)
        return {
          status,
          description: asText(response?.['description']),
          contentTypes: Object.keys(asObject(response?.['content']) ?? {}),
        }
      }),
    security: securityOf(operation['security'] ?? document['security']),
  }
}

/** A parameter after its reference was followed. */
export interface FoundParameter {
  /** Null where the reference leads out of the document or nowhere. */
  readonly parameter: JsonObject | null
  readonly ref: string | null
}

/** Its own parameters and those of its path; of two with the same name and place its own counts. */
export function parametersOf(
  document: JsonObject,
  item: JsonObject,
  operation: JsonObject,
): FoundParameter[] {
  const found = new Map<string, FoundParameter>()
  for (const value of [...asList(item['parameters']), ...asList(operation['parameters'])]) {
    const parameter = followRef(document, value)
    const ref = refOf(value)
    const key = parameter === null ? (ref ?? '') : JSON.stringify([parameter['in'], parameter['name']])
    found.set(key, { parameter, ref })
  }
  return [...found.values()]
}

function describeParameter(parameter: JsonObject | null, ref: string | null): OperationParameter {
  const media = Object.values(asObject(parameter?.['content']) ?? {})[0]
  return {
    name: asText(parameter?.['name']) ?? (ref === null ? null : nameOfRef(ref)),
    in: asText(parameter?.['in']),
    required: parameter?.['required'] === true,
    type: schemaLabel(parameter?.['schema'] ?? member(media, 'schema')),
    description: asText(parameter?.['description']),
    deprecated: parameter?.['deprecated'] === true,
  }
}

/** The alternatives, each with all that it needs; null where nothing is stated. */
export function securityOf(requirements: unknown): SecurityUse[][] | null {
  if (!Array.isArray(requirements)) return null
  return requirements.map((requirement) =>
    entriesOf(requirement).map(([scheme, scopes]) => ({
      scheme,
      scopes: asList(scopes).filter((scope): scope is string => typeof scope === 'string'),
    })),
  )
}

/** Null where the schema says nothing about the type. Reads OpenAPI 3.1. */
export function schemaLabel(schema: unknown, depth = 0): string | null {
  const object = asObject(schema)
  if (object === null || depth > MAX_DEPTH) return null
  const ref = refOf(object)
  if (ref !== null) return nameOfRef(ref)
  const types = typesOf(object)
  if (types.length > 0) {
    return types
      .map((type) => (type === 'array' ? arrayLabel(object, depth) : formatted(type, object, types)))
      .join(' or ')
  }
  for (const key of ['oneOf', 'anyOf']) {
    const labels = asList(object[key])
      .slice(0, 20)
      .map((each) => schemaLabel(each, depth + 1) ?? 'any')
    if (labels.length > 0) return [...new Set(labels)].slice(0, 10).join(' or ')
  }
  const all = asList(object['allOf'])
  if (all.length === 1) return schemaLabel(all[0], depth + 1)
  return all.length > 1 || asObject(object['properties']) !== null ? 'object' : null
}

function typesOf({ type }: JsonObject): string[] {
  return (Array.isArray(type) ? type : [type]).filter((each): each is string => asText(each) !== null)
}

function arrayLabel({ items }: JsonObject, depth: number): string {
  const inner = schemaLabel(items, depth + 1)
  return inner === null ? 'array' : `array of ${inner}`
}

function formatted(type: string, { format }: JsonObject, types: readonly string[]): string {
  const name = asText(format)
  return name === null || types.length > 1 || type === 'null' ? type : `${type} (${name.slice(0, 40)})`
}
