// The code of a typed client from an OpenAPI document: a type for each operation, and the table that says how it is sent.
import { objectOf, typeOf, type Schema } from './schema-type.ts'

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** `METHOD /path`, as the document spells the path; throws for one that it does not have. Not formatted. */
export function clientCode(
  document: OpenApiDocument,
  wanted: readonly string[],
  { header, name }: { readonly header: string; readonly name: string },
): string {
  const needed = new Set<string>()
  const operations = wanted.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`The document has no ${route}.`)
    return { method, path, operation, type: operationType(operation, (component) => needed.add(component)) }
  })
  const shared = sharedTypes(operations.map(({ operation }) => operation))
  const shortened = (type: string) =>
    [...shared].reduce((text, [long, name]) => text.replaceAll(long, name), type)
  const table = operations.map(
    ({ method, path, operation }) =>
      `${operation.operationId}: { method: '${method}', path: '${path}', success: [${successes(operation).join(', ')}] },`,
  )
  return [
    header,
    `export const ${constantCase(name)}_OPERATIONS = {`,
    ...table,
    '} as const',
    '',
    `/** What each operation takes, and what it answers by status. */`,
    `export interface ${name}Operations {`,
    ...operations.map(
      ({ operation, type }) => `/** ${operation.summary} */\n${operation.operationId}: ${shortened(type)}`,
    ),
    '}',
    '',
    ...[...shared].map(([type, name]) => `export type ${name} = ${type}\n`),
    ...componentTypes(document, needed),
  ].join('\n')
}

/** A shorter type is written where it is used. */
const MIN_SHARED_CHARS = 200

/** The long types of properties that several bodies have, each with a name of its own. */
function sharedTypes(operations: readonly Operation[]): Map<string, string> {
  const shared = new Map<string, string>()
  const seen = new Set<string>()
  for (const { requestBody } of operations) {
    const { properties = {} } = requestBody?.content['application/json']?.schema ?? {}
    for (const [property, schema] of Object.entries(properties)) {
      const type = typeOf(schema, () => undefined)
      if (type.length < MIN_SHARED_CHARS) continue
      if (seen.has(type)) shared.set(type, `${property.charAt(0).toUpperCase()}${property.slice(1)}Input`)
      seen.add(type)
    }
  }
  return shared
}

function operationType(operation: Operation, seen: (component: string) => void): string {
  const { parameters = [], requestBody, responses } = operation
  const parametersIn = (place: Parameter['in']) =>
    objectOf(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, required = false, schema }) => ({
          name: place === 'header' ? name.toLowerCase() : name,
          type: typeOf(schema, seen),
          required,
        })),
    )
  const bodyOf = (content: Content | undefined) => {
    const json = content?.['application/json']
    return json === undefined ? 'null' : typeOf(json.schema, seen)
  }
  const members = [
    { name: 'path', type: parametersIn('path'), required: true },
    { name: 'query', type: parametersIn('query'), required: true },
    { name: 'headers', type: parametersIn('header'), required: true },
    {
      name: 'body',
      type: requestBody === undefined ? 'undefined' : bodyOf(requestBody.content),
      required: requestBody?.required === true,
    },
    {
      name: 'answers',
      type: objectOf(
        successes(operation).map((status) => ({
          name: status,
          type: bodyOf(responses[status]?.content),
          required: true,
        })),
      ),
      required: true,
    },
  ]
  return objectOf(members)
}

function successes({ responses }: Operation): string[] {
  return Object.keys(responses).filter((status) => status.startsWith('2'))
}

/** The named types that the operations need, and those that these need. */
function componentTypes({ components }: OpenApiDocument, needed: Set<string>): string[] {
  const types = new Map<string, string>()
  // Grows while it is walked.
  for (const name of needed) {
    const schema = components.schemas[name]
    if (schema === undefined) throw new Error(`The document has no schema ${name}.`)
    types.set(
      name,
      typeOf(schema, (other) => needed.add(other)),
    )
  }
  return [...types]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, type]) => `export type ${name} = ${type}\n`)
}

function constantCase(name: string): string {
  return name.toUpperCase()
}
