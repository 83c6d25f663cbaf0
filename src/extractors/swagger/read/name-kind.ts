// Says what kind of API description a text or a value is, also where only OpenAPI is read further.
import { asObject, asText, member } from '#extractors/swagger/json/json-value.ts'

export const KINDS = [
  'openapi',
  'asyncapi',
  'graphql',
  'raml',
  'wsdl',
  'wadl',
  'postman',
  'arazzo',
  'overlay',
  'odata',
  'google_discovery',
  'api_blueprint',
] as const
/** What a description is written in. */
export type DescriptionKind = (typeof KINDS)[number]

/** The kind, and the version it states. */
export interface NamedKind {
  readonly kind: DescriptionKind
  /** As stated by the description: `3.0.3`, `2.0`; null when it states none. */
  readonly version: string | null
}

/** A description as data; null for anything else. `spelled` has the versions that YAML took for numbers. */
export function kindOfValue(value: unknown, spelled: ReadonlyMap<string, string>): NamedKind | null {
  const root = asObject(value)
  if (root === null) return null
  const version = (key: string): string | null => versionText(member(root, key), spelled.get(`/${key}`))
  for (const [key, kind] of VERSION_KEYS) {
    const stated = version(key)
    if (stated !== null) return { kind, version: stated }
  }
  if (hasSchemaOfGraphql(root)) return { kind: 'graphql', version: null }
  const info = member(root, 'info')
  const collection = asText(member(info, 'schema')) ?? ''
  if (/schema\.(?:get)?postman\.com/.test(collection) || asText(member(info, '_postman_id')) !== null) {
    return { kind: 'postman', version: /\/v(\d+(?:\.\d+)*)/.exec(collection)?.[1] ?? null }
  }
  if (member(root, 'kind') === 'discovery#restDescription') {
    return { kind: 'google_discovery', version: asText(member(root, 'discoveryVersion')) }
  }
  return null
}

const VERSION_KEYS: readonly (readonly [string, DescriptionKind])[] = [
  ['openapi', 'openapi'],
  ['swagger', 'openapi'],
  ['swaggerVersion', 'openapi'],
  ['asyncapi', 'asyncapi'],
  ['arazzo', 'arazzo'],
  ['overlay', 'overlay'],
]

/** `swagger: 2.0` without quotes is the number 2 to YAML, so the original text counts. */
function versionText(value: unknown, spelled: string | undefined): string | null {
  if (typeof value === 'number') return spelled ?? (Number.isInteger(value) ? `${value}.0` : String(value))
  return typeof value === 'string' && /^\d+(?:\.\d+){0,3}(?:-[\w.+-]{1,40})?$/.test(value.trim())
    ? value.trim()
    : null
}

function hasSchemaOfGraphql(root: object): boolean {
  const schema = member(root, '__schema') ?? member(member(root, 'data'), '__schema')
  return Array.isArray(member(schema, 'types'))
}

/** How much of a text is searched for the marks of its kind. */
const HEAD_CHARS = 20_000

/** A description that is not data: its own language, or XML. Null for anything else. */
export function kindOfText(text: string): NamedKind | null {
  const head = text.slice(0, HEAD_CHARS).trimStart()
  const raml = /^#%RAML\s+(\d\.\d)/.exec(head)
  if (raml !== null) return { kind: 'raml', version: raml[1] ?? null }
  const blueprint = /^FORMAT:\s*(\d+[A-Z]?\d*)/.exec(head)
  if (blueprint !== null) return { kind: 'api_blueprint', version: blueprint[1] ?? null }
  if (head.startsWith('<')) return kindOfXml(head)
  return isGraphqlSdl(head) ? { kind: 'graphql', version: null } : null
}

function kindOfXml(head: string): NamedKind | null {
  const root = /<(?![?!])(?:[\w-]{1,40}:)?([\w-]{1,40})\b([^>]{0,4000})>/.exec(head)
  if (root === null) return null
  const [, name = '', attributes = ''] = root
  if (name === 'definitions' && attributes.includes('schemas.xmlsoap.org/wsdl'))
    return { kind: 'wsdl', version: '1.1' }
  if (name === 'description' && attributes.includes('www.w3.org/ns/wsdl'))
    return { kind: 'wsdl', version: '2.0' }
  if (name === 'application' && attributes.includes('wadl.dev.java.net'))
    return { kind: 'wadl', version: null }
  if (name === 'Edmx')
    return { kind: 'odata', version: /\bVersion="([\d.]{1,10})"/.exec(attributes)?.[1] ?? null }
  return null
}

/** Type definitions in the schema language of GraphQL, above all its entry: `schema {` or a `Query` type. */
function isGraphqlSdl(head: string): boolean {
  return (
    /^(?:extend[ \t]+)?(?:schema\b[^{\n]{0,200}\{|type\s+Query\b[^{\n]{0,200}\{)/m.test(head) &&
    /^[ \t]*[A-Za-z_]\w{0,100}[ \t]*(?:\([^)]{0,2000}\)[ \t]*)?:[ \t]*\[?[A-Za-z_]/m.test(head)
  )
}
