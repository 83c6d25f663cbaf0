// OpenAPI 3.0 as 3.1: the schemas become JSON Schema, the rest hardly changes.
import {
  asList,
  asNumber,
  asObject,
  defined,
  objectOf,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { pointerOf } from '#extractors/swagger/json/json-pointer.ts'
import { METHODS } from '#extractors/swagger/spec/grammar.ts'
import { rewriteSpec } from '#extractors/swagger/spec/rewrite-spec.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'
import type { Losses } from './losses.ts'

type Note = (code: string, detail: string) => void

/** Beside a `$ref` these only describe. In 3.0 nothing beside one counts, in 3.1 everything does. */
const DESCRIBING = new Set([
  '$ref',
  'title',
  'description',
  'summary',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
])

/** What a converted document says it is. */
export const OPENAPI_31 = '3.1.1'

/** The input is not changed. */
export function openApi30To31(document: JsonObject, losses: Losses): JsonObject {
  return rewriteSpec(document, (object, type, path) => {
    switch (type) {
      case 'schema':
        return convertSchema30(object, (code, detail) => losses.note(pointerOf(path), code, detail))
      case 'mediaType':
        return convertMediaType(object, path)
      case 'parameter':
        return convertParameter(object, path, losses)
      case 'server':
        return convertServer(object, path, losses)
      case 'document':
        return convertDocument(object, losses)
      default:
        return object
    }
  })
}

/** A body of bytes has no schema in 3.1: the media type says it all. */
function convertMediaType(mediaType: Record<string, unknown>, path: readonly string[]): JsonObject {
  const name = path.at(-1) ?? ''
  const schema = asObject(mediaType['schema'])
  const onlyBytes =
    schema !== null &&
    Object.keys(schema).every((key) => key === 'type' || key === 'contentMediaType') &&
    schema['contentMediaType'] === 'application/octet-stream'
  if (!onlyBytes || /^(?:multipart|text)\/|json|xml|x-www-form-urlencoded/i.test(name)) return mediaType
  const { schema: _, ...rest } = mediaType
  return rest
}

/** 3.0 lets it stand anywhere and gives it a meaning in queries only; the schema of 3.1 refuses it elsewhere. */
function convertParameter(
  parameter: Record<string, unknown>,
  path: readonly string[],
  losses: Losses,
): JsonObject {
  const { allowReserved, ...rest } = parameter
  if (allowReserved === undefined || parameter['in'] === 'query' || refOf(parameter) !== null)
    return parameter
  if (allowReserved === true)
    losses.note(
      pointerOf(path),
      'allow_reserved',
      'allowReserved means something in queries only and is left out.',
    )
  return rest
}

/** 3.0 lets a variable choose among nothing, 3.1 does not. */
function convertServer(server: Record<string, unknown>, path: readonly string[], losses: Losses): JsonObject {
  const variables = asObject(server['variables'])
  if (variables === null) return server
  const turned = Object.entries(variables).map(([name, value]) => {
    const variable = asObject(value)
    if (variable === null || !('enum' in variable) || asList(variable['enum']).length > 0)
      return [name, value] as const
    losses.note(
      pointerOf([...path, 'variables', name]),
      'empty_enum',
      'An empty list of choices is left out.',
    )
    const { enum: _, ...rest } = variable
    return [name, rest] as const
  })
  return { ...server, variables: Object.fromEntries(turned) }
}

/** Before 3.1 webhooks were an extension; one that holds something else under that name is left alone. */
function convertDocument(document: Record<string, unknown>, losses: Losses): JsonObject {
  const { openapi: _, ...rest } = document
  const items = asObject(document['x-webhooks'])
  if (items === null || document['webhooks'] !== undefined || !Object.values(items).every(isPathItem))
    return { openapi: OPENAPI_31, ...rest }
  losses.note('/x-webhooks', 'webhooks_moved', 'The extension x-webhooks is webhooks in 3.1.')
  const { 'x-webhooks': __, ...others } = rest
  // As an extension they were data, so nothing in them has been converted yet.
  const { webhooks } = openApi30To31({ webhooks: items }, losses)
  return { openapi: OPENAPI_31, ...others, webhooks }
}

function isPathItem(value: unknown): boolean {
  const item = asObject(value)
  return item !== null && (refOf(item) !== null || METHODS.some((method) => asObject(item[method]) !== null))
}

/** One schema, its parts being converted already; `note` takes what 2020-12 cannot say. */
function convertSchema30(schema: Record<string, unknown>, note: Note): JsonObject {
  if (refOf(schema) !== null) return convertReference(schema, note)
  const { nullable, example, exclusiveMinimum, exclusiveMaximum, minimum, maximum, format, ...rest } = schema
  const turned = defined({
    ...rest,
    ...boundOf('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum, note),
    ...boundOf('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum, note),
    ...(example === undefined ? {} : { examples: [...asList(rest['examples']), example] }),
    ...formatOf(rest['type'], format),
  })
  return nullable === true ? withNull(turned, note) : turned
}

function convertReference(schema: Record<string, unknown>, note: Note): JsonObject {
  const entries = Object.entries(schema)
  const kept = entries.filter(([key]) => DESCRIBING.has(key) || key.startsWith('x-'))
  const dropped = entries.filter(([key]) => !DESCRIBING.has(key) && !key.startsWith('x-')).map(([key]) => key)
  const nullable = schema['nullable'] === true
  const lost = dropped.filter((key) => key !== 'nullable')
  if (lost.length > 0) {
    note(
      'ref_siblings',
      `Beside a $ref these mean nothing in 3.0 and would in 3.1; left out: ${lost.join(', ').slice(0, 200)}.`,
    )
  }
  if (!nullable) return objectOf(kept)
  note('nullable_ref', 'nullable beside a $ref means nothing in 3.0; it is taken as meant.')
  return { anyOf: [objectOf(kept), { type: 'null' }] }
}

/** 3.0 has a boolean beside the bound, 3.1 another bound in its place. */
function boundOf(
  name: string,
  exclusiveName: string,
  bound: unknown,
  exclusive: unknown,
  note: Note,
): JsonObject {
  if (exclusive !== true) {
    // A number is what 3.1 wants already, however it came here.
    return defined({
      [name]: bound,
      ...(asNumber(exclusive) !== null ? { [exclusiveName]: exclusive } : {}),
    })
  }
  if (asNumber(bound) === null) note('exclusive_without_bound', `${exclusiveName} has no ${name} to exclude.`)
  return defined({ [exclusiveName]: bound })
}

/** 3.1 no longer has formats for bytes: it has the encoding in text, or the media type. */
function formatOf(type: unknown, format: unknown): JsonObject {
  if (type !== 'string') return defined({ format })
  if (format === 'byte' || format === 'base64') return { contentEncoding: 'base64' }
  if (format === 'binary') return { contentMediaType: 'application/octet-stream' }
  return defined({ format })
}

function withNull(schema: Record<string, unknown>, note: Note): JsonObject {
  const { type, enum: values } = schema
  if (typeof type === 'string') {
    const allowed =
      Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {}
    return { ...schema, type: [type, 'null'], ...allowed }
  }
  if (Array.isArray(type))
    return type.includes('null') ? schema : { ...schema, type: [...(type as unknown[]), 'null'] }
  // Strictly, nullable needs a type in 3.0.3, but authors who write it mean it.
  note(
    'nullable_without_type',
    'nullable without a type means nothing by the letter of 3.0; it is taken as meant.',
  )
  const { title, description, deprecated, ...rest } = schema
  return defined({ title, description, deprecated, anyOf: [rest, { type: 'null' }] })
}
