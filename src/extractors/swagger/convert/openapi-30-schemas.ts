// The schemas of OpenAPI 3.0 as JSON Schema 2020-12, which those of 3.1 are.
import { asList, defined, objectOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'

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

/** One schema, its parts being converted already; `note` is told of what 2020-12 cannot say. */
export function convertSchema30(schema: Record<string, unknown>, note: Note): JsonObject {
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
      ...(typeof exclusive === 'number' ? { [exclusiveName]: exclusive } : {}),
    })
  }
  if (typeof bound !== 'number')
    note('exclusive_without_bound', `${exclusiveName} has no ${name} to exclude.`)
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
