// The parameters of Swagger 2.0: some become parameters of OpenAPI 3, some the request body.
import {
  asList,
  asObject,
  asText,
  defined,
  objectOf,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import type { Losses } from './losses.ts'

/** Keywords that 2.0 has in the parameter itself, and 3.x in its schema. */
const SCHEMA_KEYS = [
  'type',
  'format',
  'items',
  'default',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'enum',
  'multipleOf',
]

/** The schema that a parameter, header or form field of 2.0 spells out in itself. */
export function schemaOfFlat(flat: JsonObject): JsonObject {
  const schema: Record<string, unknown> = objectOf(
    SCHEMA_KEYS.filter((key) => flat[key] !== undefined).map((key) => [key, flat[key]]),
  )
  if (schema['type'] === 'file') Object.assign(schema, { type: 'string', format: 'binary' })
  if (flat['x-nullable'] === true) schema['nullable'] = true
  return schema
}

/** Keys that say something about the parameter in both versions. */
function kept(parameter: JsonObject): Record<string, unknown> {
  return objectOf(
    Object.entries(parameter).filter(
      ([key]) =>
        ['name', 'in', 'description', 'required', 'allowEmptyValue'].includes(key) ||
        (key.startsWith('x-') && key !== 'x-nullable' && key !== 'x-example'),
    ),
  )
}

/** A parameter of 2.0 that is neither `body` nor `formData`. */
export function convertParameter(parameter: JsonObject, pointer: string, losses: Losses): JsonObject {
  const { allowEmptyValue, ...rest } = kept(parameter)
  const example = parameter['x-example']
  return defined({
    ...rest,
    ...(parameter['in'] === 'query' && allowEmptyValue !== undefined ? { allowEmptyValue } : {}),
    ...(parameter['in'] === 'path' ? { required: true } : {}),
    ...(parameter['type'] === 'array' ? styleOf(parameter, pointer, losses) : {}),
    schema: schemaOfFlat(parameter),
    ...(example === undefined ? {} : { example }),
  })
}

/** How a list is written into a path, query, header or form. */
export function styleOf(flat: JsonObject, pointer: string, losses: Losses): JsonObject {
  const inQuery = flat['in'] === 'query' || flat['in'] === 'formData'
  switch (flat['collectionFormat'] ?? 'csv') {
    case 'csv':
      return inQuery ? { style: 'form', explode: false } : { style: 'simple' }
    case 'multi':
      return { style: 'form', explode: true }
    case 'ssv':
      if (inQuery) return { style: 'spaceDelimited', explode: false }
      break
    case 'pipes':
      if (inQuery) return { style: 'pipeDelimited', explode: false }
      break
    default:
  }
  losses.note(
    pointer,
    'collection_format',
    `A list separated as '${String(flat['collectionFormat']).slice(0, 20)}' cannot be said in OpenAPI 3 here.`,
  )
  return {}
}

/** The request body of a `body` parameter. */
export function bodyOf(parameter: JsonObject, mediaTypes: readonly string[]): JsonObject {
  const schema = parameter['schema'] ?? {}
  const examples = asObject(parameter['x-examples'])
  const { name, in: _, allowEmptyValue: __, ...rest } = kept(parameter)
  return defined({
    ...rest,
    ...(asText(name) === null || name === 'body' ? {} : { 'x-body-name': name }),
    content: objectOf(
      mediaTypes.map((type) => {
        const example = examples?.[type] ?? parameter['x-example']
        return [type, defined({ schema, example })]
      }),
    ),
  })
}

/** The request body of all `formData` parameters of an operation. */
export function formOf(
  fields: readonly { readonly parameter: JsonObject; readonly pointer: string }[],
  consumes: readonly string[],
  losses: Losses,
): JsonObject {
  const hasFile = fields.some(({ parameter }) => parameter['type'] === 'file')
  const forms = consumes.filter((type) => /^(?:multipart\/|application\/x-www-form-urlencoded)/.test(type))
  const fitting = hasFile ? forms.filter((type) => type.startsWith('multipart/')) : forms
  const fallback = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  const properties: [string, JsonObject][] = []
  const encoding: [string, JsonObject][] = []
  const required: string[] = []
  for (const { parameter, pointer } of fields) {
    const name = asText(parameter['name'])
    if (name === null) continue
    const { description } = parameter
    properties.push([name, defined({ ...schemaOfFlat(parameter), description, ...extensionsOf(parameter) })])
    if (parameter['required'] === true) required.push(name)
    if (parameter['type'] === 'array') encoding.push([name, styleOf(parameter, pointer, losses)])
  }
  const mediaType = defined({
    schema: {
      type: 'object',
      properties: objectOf(properties),
      ...(required.length === 0 ? {} : { required }),
    },
    encoding: encoding.length === 0 ? undefined : objectOf(encoding),
  })
  return {
    ...(required.length === 0 ? {} : { required: true }),
    content: objectOf((fitting.length === 0 ? [fallback] : fitting).map((type) => [type, mediaType])),
  }
}

function extensionsOf(object: JsonObject): Record<string, unknown> {
  return objectOf(
    Object.entries(object).filter(
      ([key]) => key.startsWith('x-') && key !== 'x-nullable' && key !== 'x-example',
    ),
  )
}

/** A list of media types as a description states it. */
export function mediaTypesOf(value: unknown): string[] {
  return asList(value).filter((type): type is string => asText(type) !== null)
}
