// OpenAPI 3.0 as 3.1: the schemas become JSON Schema, the rest hardly changes.
import { asList, asObject, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { pointerOf } from '#extractors/swagger/json/json-pointer.ts'
import { METHODS } from '#extractors/swagger/spec/grammar.ts'
import { rewriteSpec } from '#extractors/swagger/spec/rewrite-spec.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'
import type { Losses } from './losses.ts'
import { convertSchema30 } from './openapi-30-schemas.ts'

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
