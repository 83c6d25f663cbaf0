// The code of a typed client from an OpenAPI document: a type for each operation by its route, and which of them take a key.
import { objectOf, typeOf, type Schema } from './schema-type.ts'

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
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

/** How the code of a client looks. */
export interface ClientCodeOptions {
  /** The first lines of the file. */
  readonly header: string
  /** `Crawl` makes `CrawlOperations`. */
  readonly name: string
}

/** `METHOD /path`, as the document spells the path; throws for one that it does not have. Not formatted. */
export function clientCode(
  document: OpenApiDocument,
  wanted: readonly string[],
  { header, name }: ClientCodeOptions,
): string {
  const needed = new Set<string>()
  const operations = wanted.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (operation === undefined) throw new Error(`The document has no ${route}.`)
    const type = operationType(operation, (component) => needed.add(component))
    return { route, operation, type }
  })
  const shared = sharedTypes(
    operations.map(({ operation }) => operation),
    new Set(Object.keys(document.components.schemas)),
  )
  const shortened = (type: string) =>
    [...shared].reduce((text, [long, name]) => (text === long ? text : text.replaceAll(long, name)), type)
  return [
    header,
    '/** The routes that do their work once for an Idempotency-Key. */',
    `export const ${name.toUpperCase()}_IDEMPOTENT: ReadonlySet<string> = new Set([`,
    ...operations.filter(({ operation }) => takesKey(operation)).map(({ route }) => `'${route}',`),
    '])',
    '',
    `/** What each operation takes, and what it answers by status. */`,
    `export interface ${name}Operations {`,
    ...operations.map(
      ({ operation, route, type }) => `/** ${operation.summary} */\n'${route}': ${shortened(type)}`,
    ),
    '}',
    '',
    ...[...shared].map(([type, name]) => `export type ${name} = ${shortened(type)}\n`),
    ...componentTypes(document, needed).map(shortened),
  ].join('\n')
}

function takesKey({ parameters = [] }: Operation): boolean {
  return parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
}

/** A shorter type is written where it is used. */
const MIN_SHARED_CHARS = 100

/**
 * The long types of properties that several bodies or several answers have, each with a name of its own, the longest
 * first. `taken` are names that mean something else.
 */
function sharedTypes(operations: readonly Operation[], taken: Set<string>): Map<string, string> {
  const shared = new Map<string, string>()
  const share = (schemas: readonly (Schema | undefined)[], nameOf: (property: string) => string) => {
    const seen = new Set<string>()
    for (const schema of schemas) {
      for (const [property, part] of Object.entries(schema?.properties ?? {})) {
        const type = typeOf(part, () => undefined)
        if (type.length < MIN_SHARED_CHARS) continue
        if (seen.has(type) && !shared.has(type))
          shared.set(type, freeName(nameOf(pascalCase(property)), taken))
        seen.add(type)
      }
    }
  }
  share(
    operations.map(({ requestBody }) => requestBody?.content['application/json']?.schema),
    (property) => `${property}Input`,
  )
  share(
    operations.map(({ responses }) => responses['200']?.content?.['application/json']?.schema),
    (property) => `Result${property}`,
  )
  return new Map([...shared].toSorted(([a], [b]) => b.length - a.length))
}

/** The first of `ProxyInput`, `ProxyInput2`, `ProxyInput3`, … that is not taken. */
function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let n = 2; taken.has(name); n += 1) name = `${wanted}${n}`
  taken.add(name)
  return name
}

function pascalCase(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
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
