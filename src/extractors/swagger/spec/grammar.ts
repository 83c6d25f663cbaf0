// The objects of an OpenAPI document and their positions, for 2.0 and 3.0 to 3.2 in one table.

/**
 * Names of the objects as in the specification. Swagger 2.0's own fields are among those of 3.x, because none of them
 * has another meaning there. Anything else (extensions, examples, defaults, enum values) is data: nothing in it is a
 * reference, a schema or any other OpenAPI object.
 */
export type ObjectType =
  | 'document'
  | 'paths'
  | 'pathItem'
  | 'operation'
  | 'parameter'
  | 'requestBody'
  | 'responses'
  | 'response'
  | 'header'
  | 'mediaType'
  | 'encoding'
  | 'schema'
  | 'example'
  | 'link'
  | 'callback'
  | 'components'
  | 'securityScheme'
  | 'server'

/** `one`: the object itself; `list`: of them; `map`: of them by a name that the author chose. */
export interface Slot {
  readonly holds: 'one' | 'list' | 'map' | 'one or list'
  readonly type: ObjectType
}

/** What the fields of an object hold; a key without an entry is data. */
export interface ObjectShape {
  readonly fields: Readonly<Record<string, Slot>>
  /** Every other key that is no extension. */
  readonly others?: Slot
}

const one = (type: ObjectType): Slot => ({ holds: 'one', type })
const list = (type: ObjectType): Slot => ({ holds: 'list', type })
const map = (type: ObjectType): Slot => ({ holds: 'map', type })

/** Of all versions; a version that does not know one has it nowhere. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

const content = { content: map('mediaType'), examples: map('example'), schema: one('schema') }

/** One entry for each type of object. */
export const GRAMMAR: Readonly<Record<ObjectType, ObjectShape>> = {
  document: {
    fields: {
      paths: one('paths'),
      webhooks: map('pathItem'),
      components: one('components'),
      servers: list('server'),
      definitions: map('schema'),
      parameters: map('parameter'),
      responses: map('response'),
      securityDefinitions: map('securityScheme'),
    },
  },
  paths: { fields: {}, others: one('pathItem') },
  pathItem: {
    fields: {
      ...Object.fromEntries(METHODS.map((method) => [method, one('operation')])),
      additionalOperations: map('operation'),
      parameters: list('parameter'),
      servers: list('server'),
    },
  },
  operation: {
    fields: {
      parameters: list('parameter'),
      requestBody: one('requestBody'),
      responses: one('responses'),
      callbacks: map('callback'),
      servers: list('server'),
    },
  },
  // `items` stands in the parameters and headers of 2.0.
  parameter: { fields: { ...content, items: one('schema') } },
  header: { fields: { ...content, items: one('schema') } },
  requestBody: { fields: { content: map('mediaType') } },
  responses: { fields: {}, others: one('response') },
  response: {
    fields: {
      headers: map('header'),
      content: map('mediaType'),
      links: map('link'),
      schema: one('schema'),
    },
  },
  mediaType: {
    fields: {
      schema: one('schema'),
      itemSchema: one('schema'),
      examples: map('example'),
      encoding: map('encoding'),
      prefixEncoding: list('encoding'),
      itemEncoding: one('encoding'),
    },
  },
  encoding: {
    fields: {
      headers: map('header'),
      encoding: map('encoding'),
      prefixEncoding: list('encoding'),
      itemEncoding: one('encoding'),
    },
  },
  schema: {
    fields: {
      properties: map('schema'),
      patternProperties: map('schema'),
      dependentSchemas: map('schema'),
      definitions: map('schema'),
      $defs: map('schema'),
      items: { holds: 'one or list', type: 'schema' },
      ...Object.fromEntries(['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((key) => [key, list('schema')])),
      ...Object.fromEntries(
        [
          'not',
          'if',
          'then',
          'else',
          'contains',
          'propertyNames',
          'additionalProperties',
          'additionalItems',
          'unevaluatedItems',
          'unevaluatedProperties',
          'contentSchema',
        ].map((key) => [key, one('schema')]),
      ),
    },
  },
  example: { fields: {} },
  link: { fields: { server: one('server') } },
  callback: { fields: {}, others: one('pathItem') },
  components: {
    fields: {
      schemas: map('schema'),
      responses: map('response'),
      parameters: map('parameter'),
      examples: map('example'),
      requestBodies: map('requestBody'),
      headers: map('header'),
      securitySchemes: map('securityScheme'),
      links: map('link'),
      callbacks: map('callback'),
      pathItems: map('pathItem'),
      mediaTypes: map('mediaType'),
    },
  },
  securityScheme: { fields: {} },
  server: { fields: {} },
}

/** The object type under a key; null for data. */
export function slotOf(type: ObjectType, key: string): Slot | null {
  const { fields, others } = GRAMMAR[type]
  if (Object.hasOwn(fields, key)) return fields[key] ?? null
  return others === undefined || key.startsWith('x-') ? null : others
}
