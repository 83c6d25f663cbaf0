// The responses of Swagger 2.0 as those of OpenAPI 3.0.
import {
  asObject,
  defined,
  entriesOf,
  objectOf,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { schemaOfFlat } from './swagger-parameters.ts'

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
