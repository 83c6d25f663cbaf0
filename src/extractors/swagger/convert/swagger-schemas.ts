// Responses and schemas of Swagger 2.0 as those of OpenAPI 3.
import {
  asText,
  defined,
  objectOf,
  asObject,
  entriesOf,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { pointerOf } from '#extractors/swagger/json/json-pointer.ts'
import { rewriteSpec } from '#extractors/swagger/spec/rewrite-spec.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'
import { movedRef, type NameMap } from './component-names.ts'
import type { Losses } from './losses.ts'
import { schemaOfFlat } from './swagger-parameters.ts'

/** The document with every schema in it turned and the references in extensions moved, the rest as it was. */
export function convertSchemas(
  document: JsonObject,
  namesOf: Readonly<Record<string, NameMap>>,
  losses: Losses,
): JsonObject {
  const move = (ref: string): string => movedRef(ref, namesOf)
  return rewriteSpec(document, (parts, type, path) => {
    const object = withMovedExtensions(parts, move)
    if (type !== 'schema') return object
    const ref = refOf(object)
    if (ref === null) return convertSchema(object, path, losses)
    if (!ref.startsWith('#')) {
      losses.note(
        pointerOf(path),
        'external_ref',
        'It points into another document, which is not converted; `resolveRefs: "external"` takes it in first.',
      )
    }
    return { ...object, $ref: move(ref) }
  })
}

/** Extensions are data, but many contain paths and parameters with references to moved parts. */
function withMovedExtensions(
  object: Record<string, unknown>,
  move: (ref: string) => string,
): Record<string, unknown> {
  const keys = Object.keys(object).filter((key) => key.startsWith('x-') && typeof object[key] === 'object')
  if (keys.length === 0) return object
  return { ...object, ...objectOf(keys.map((key) => [key, movedIn(object[key], move)] as const)) }
}

function movedIn(value: unknown, move: (ref: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => movedIn(item, move))
  return objectOf(
    Object.entries(value).map(([key, held]) => [
      key,
      key === '$ref' && typeof held === 'string' ? move(held) : movedIn(held, move),
    ]),
  )
}

function convertSchema(schema: Record<string, unknown>, path: readonly string[], losses: Losses): JsonObject {
  const { discriminator, 'x-nullable': nullable, type, ...rest } = schema
  const property = asText(discriminator)
  if (schema['collectionFormat'] !== undefined && schema['collectionFormat'] !== 'csv') {
    losses.note(
      pointerOf(path),
      'collection_format',
      'How the items of an inner list are separated cannot be said in OpenAPI 3.',
    )
  }
  const { collectionFormat: _, allowEmptyValue: __, ...kept } = rest
  return defined({
    ...(type === 'file' ? { type: 'string', format: 'binary' } : { type }),
    ...kept,
    ...(nullable === true ? { nullable: true } : {}),
    ...(discriminator === undefined
      ? {}
      : { discriminator: property === null ? discriminator : { propertyName: property } }),
  })
}

/** `produces` must name at least one type. */
export function convertResponse(response: JsonObject, produces: readonly string[]): JsonObject {
  const { schema, examples, headers, ...rest } = response
  const byType = entriesOf(examples)
  const types =
    schema === undefined
      ? byType.map(([type]) => type)
      : [...new Set([...produces, ...byType.map(([type]) => type)])]
  const content = types.map((type) => {
    const example = asObject(examples)?.[type]
    return [type, defined({ schema, example })] as const
  })
  return defined({
    ...rest,
    // Required in both versions and left out by many: nothing said is an empty text here.
    description: rest['description'] ?? '',
    headers: headers === undefined ? undefined : convertHeaders(headers),
    content: content.length === 0 ? undefined : objectOf(content),
  })
}

function convertHeaders(headers: unknown): JsonObject {
  return objectOf(
    entriesOf(headers).map(([name, header]) => {
      const flat = asObject(header) ?? {}
      const { description } = flat
      return [name, defined({ description, schema: schemaOfFlat(flat) })] as const
    }),
  )
}
