// The OpenAPI 3.1 document of a set of routes. Its schemas are those used for validation, because 3.1 takes JSON Schema
// as it is.
import { fieldsOf, isRecord } from '#kit/unknown-values.ts'
import { ERROR_CODES } from '#contract/error-codes.ts'
import { Problem } from '#contract/problem.ts'
import type { SentWebhook } from '#contract/webhook-event.ts'
import { asSchema, type JsonSchema } from '#platform/http/input/json-schema.ts'
import { securityOf, securitySchemes } from './openapi-security.ts'
import { describeWebhooks } from './openapi-webhooks.ts'
import type { DocumentedHeader } from '#platform/http/routing/route-config.ts'
import type { RouteEntry } from '#platform/http/routing/route-table.ts'
import type { RouteGroup, ServiceInfo } from '#platform/http/routing/app.ts'
import { exampleOf } from './schema-example.ts'

/** What the document says about the service as a whole. */
export interface DocumentOptions {
  readonly service: ServiceInfo
  readonly groups: readonly RouteGroup[]
  /** Whether callers need keys, and whether they are rate limited. */
  readonly keyed: boolean
  readonly limited: boolean
  /** The webhooks that the service sends. */
  readonly webhooks?: readonly SentWebhook[]
}

/** A part of a document. */
export type Json = Record<string, unknown>

const HEADER_PARAMETERS: Readonly<Record<DocumentedHeader, string>> = {
  Prefer:
    '`respond-async` answers at once with the job, `wait=N` waits up to N seconds (at most 120) for the result.',
  'Idempotency-Key':
    'The same key with the same body within 24 h gets the same answer and does the work once.',
}

/** Throws an Error for two routes with one operationId, and for two different schemas with one `$id`. */
export function openApiDocument(routes: readonly RouteEntry[], options: DocumentOptions): Json {
  const { service, groups } = options
  const components: Components = new Map()
  const paths: Record<string, Json> = {}
  const seen = new Set<string>()
  for (const route of routes) {
    if (route.config.hidden === true) continue
    const operation = describeRoute(route, options, components)
    const { operationId } = operation
    if (seen.has(String(operationId)))
      throw new Error(`two routes have the operationId ${String(operationId)}`)
    seen.add(String(operationId))
    const path = route.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: service.name,
      version: service.version,
      description: service.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative to where this document was loaded from.
    servers: [{ url: '/' }],
    tags: groups.map(({ name, summary }) => ({ name, description: summary })),
    paths,
    ...describeWebhooks(options.webhooks ?? [], (schema) => hoisted(schema, components)),
    components: {
      responses: problemResponses((schema) => hoisted(schema, components)),
      schemas: Object.fromEntries(
        [...components].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([id, { copy }]) => [id, copy]),
      ),
      ...securitySchemes(routes),
    },
  }
}

function describeRoute(route: RouteEntry, options: DocumentOptions, components: Components): Json {
  const { config, schema, url, method } = route
  const asked = options.keyed && config.scope !== null
  const hoist = (part: unknown) => hoisted(part, components)
  const parameters = [
    ...pathParameters(url, asSchema(schema.params), hoist),
    ...queryParameters(asSchema(schema.querystring), hoist),
    ...(config.headers ?? []).map((name) => ({
      name,
      in: 'header',
      description: HEADER_PARAMETERS[name],
      schema: { type: 'string' },
    })),
  ]
  return {
    operationId: schema.operationId ?? operationIdOf(method, url),
    summary: schema.summary,
    ...describing(schema),
    ...(schema.deprecated === undefined ? {} : { deprecated: schema.deprecated }),
    ...(config.group === null ? {} : { tags: [config.group] }),
    ...securityOf(config, options.keyed),
    ...(config.scope === null ? {} : { 'x-scope': config.scope }),
    ...(config.scope === null || config.orScopes === undefined ? {} : { 'x-or-scopes': config.orScopes }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...bodyOf(route, hoist),
    responses: withBoth(
      successes(schema, hoist),
      problems(route, asked || config.signed === true || config.signedLinks === true, options.limited),
      hoist,
    ),
  }
}

/** A status that the route declares and that a problem may have as well is answered in either form. */
function withBoth(declared: Json, problems: Json, hoist: Hoist): Json {
  const both = Object.entries(declared)
    .filter(([status]) => status in problems)
    .map(([status, response]) => {
      const { content, ...rest } = fieldsOf(response)
      return [status, { ...rest, content: { ...fieldsOf(content), ...problemContent(hoist) } }] as const
    })
  return { ...declared, ...problems, ...Object.fromEntries(both) }
}

/** Any bytes; Content-Type gives their type. */
const BYTES: Json = {
  'application/octet-stream': { schema: { type: 'string', format: 'binary' }, example: 'The bytes.' },
}

type Hoist = (schema: unknown) => unknown

/** Each named schema by its `$id`, with the schemas that it was seen as: mostly one object, used in many places. */
type Components = Map<string, { readonly copy: Json; readonly seen: Set<unknown> }>

function pathParameters(url: string, { properties = {} }: JsonSchema, hoist: Hoist): Json[] {
  return [...url.matchAll(/:(\w+)/g)].map(([, name = '']) =>
    parameter({ name, in: 'path', required: true }, properties[name] ?? { type: 'string' }, hoist),
  )
}

function queryParameters({ properties = {}, required = [] }: JsonSchema, hoist: Hoist): Json[] {
  return Object.entries(properties).map(([name, schema]) =>
    parameter({ name, in: 'query', required: required.includes(name) }, schema, hoist),
  )
}

function parameter(place: Json, { description, ...schema }: JsonSchema, hoist: Hoist): Json {
  // A caller must fill in required parameters; an optional one shows an example only when its author gave one.
  const example = place['required'] === true ? exampleOf(schema) : schema.examples?.[0]
  return {
    ...place,
    ...(description === undefined ? {} : { description }),
    // A list may be given as `a,b` or repeatedly; the document states the first form.
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    ...(example === undefined ? {} : { example }),
    schema: hoist(schema),
  }
}

function bodyOf({ config, schema: { body } }: RouteEntry, hoist: Hoist): { requestBody?: Json } {
  const form =
    config.form === undefined
      ? {}
      : { 'multipart/form-data': withExample(asSchema(config.form.schema), hoist) }
  if (config.byteBody === true) return { requestBody: { required: true, content: { ...BYTES, ...form } } }
  if (body === undefined) return {}
  const schema = asSchema(body)
  const required = schema.type !== 'object' || (schema.required ?? []).length > 0
  return {
    requestBody: { required, content: { 'application/json': withExample(schema, hoist), ...form } },
  }
}

function withExample(schema: JsonSchema, hoist: Hoist): Json {
  const isAnything = Object.keys(schema).length === 0
  const example = isAnything ? undefined : exampleOf(schema)
  // Shown beside the schema, so that a component is the same wherever it is used.
  const { examples, ...rest } = schema
  // A schema that is the same object as before is recognised without a comparison.
  const shown = examples === undefined ? schema : rest
  return { schema: hoist(shown), ...(example === undefined ? {} : { example }) }
}

function successes({ response, produces, otherForms }: RouteEntry['schema'], hoist: Hoist): Json {
  const statuses = Object.entries(fieldsOf(response))
  if (statuses.length === 0) return { 200: { description: 'OK' } }
  return Object.fromEntries(
    statuses.map(([status, found]) => {
      const schema = asSchema(found)
      const description = schema.description ?? STATUS_WORDS[status] ?? 'OK'
      if (status === '204' || schema.type === 'null') return [status, { description }]
      const content = (produces ?? ['application/json']).map((type) => [type, withExample(schema, hoist)])
      const others = status === '200' ? byteForms(otherForms ?? []) : {}
      return [status, { description, content: { ...Object.fromEntries(content), ...others } }]
    }),
  )
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: the work goes on, see Location',
  204: 'Done, nothing to say',
}

/**
 * Every list can also be streamed as a whole (pagination.ts). The text says so, and not the media types, so that
 * generated clients get a page as one type instead of a union with text.
 */
const WHOLE_LIST =
  'With `Accept: application/x-ndjson` or `text/csv` the whole list comes as a stream, whatever the limit.'

function describing({ description, response }: RouteEntry['schema']): Json {
  const { properties = {} } = asSchema(Object(response)['200'])
  const isList = properties['items'] !== undefined && properties['nextCursor'] !== undefined
  const words = [description, isList ? WHOLE_LIST : undefined].filter((text) => text !== undefined)
  return words.length === 0 ? {} : { description: words.join(' ') }
}

function byteForms(types: readonly string[]): Json {
  return Object.fromEntries(
    types.map((type) => [
      type,
      type.startsWith('text/')
        ? { schema: { type: 'string' }, example: 'The text.' }
        : { schema: { type: 'string', format: 'binary' }, example: 'The bytes.' },
    ]),
  )
}

/** Every status that some error of the route may have. Their bodies are equal, so they are components. */
function problems({ config, schema, url }: RouteEntry, asked: boolean, limited: boolean): Json {
  const statuses = [
    400,
    ...(asked ? [401] : []),
    403,
    ...(url.includes(':') ? [404] : []),
    ...(schema.body === undefined && config.byteBody !== true ? [] : [413, 415]),
    ...(config.byteBody === true || config.form !== undefined ? [408] : []),
    422,
    ...(limited && config.bucket !== 'none' ? [429] : []),
    500,
    503,
    ...(config.headers?.includes('Idempotency-Key') === true ? [409] : []),
    ...(config.errors ?? []).map((code) => ERROR_CODES[code].status),
  ]
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [status, { $ref: `#/components/responses/Problem${status}` }]),
  )
}

const problemContent = (hoist: Hoist): Json => ({ 'application/problem+json': { schema: hoist(Problem) } })

function problemResponses(hoist: Hoist): Json {
  const statuses = [...new Set(Object.values(ERROR_CODES).map(({ status }) => status))].sort((a, b) => a - b)
  const content = problemContent(hoist)
  return Object.fromEntries(
    statuses.map((status) => [`Problem${status}`, { description: titlesOf(status), content }]),
  )
}

/** The titles of the errors that have this status. */
function titlesOf(status: number): string {
  const codes = Object.entries(ERROR_CODES).filter(([, entry]) => entry.status === status)
  return codes.map(([code, entry]) => `\`${code}\`: ${entry.title}`).join('; ')
}

/** `getSearchById` of `GET /api/search/:id`. */
function operationIdOf(method: string, url: string): string {
  const words = url
    .split(/[/.-]/)
    .filter((part) => part !== '' && part !== 'api' && part !== 'v1')
    .map((part) => (part.startsWith(':') ? `By${capital(part.slice(1))}` : capital(part)))
  return `${method.toLowerCase()}${words.join('') || capital(url === '/' ? 'root' : 'api')}`
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** A copy in which each schema with an `$id` is a reference to the component of that name. */
function hoisted(part: unknown, components: Components): unknown {
  if (Array.isArray(part)) return part.map((item) => hoisted(item, components))
  if (!isRecord(part)) return part
  const { $id, ...rest } = part
  const known = typeof $id === 'string' ? components.get($id) : undefined
  const reference = { $ref: `#/components/schemas/${String($id)}` }
  if (known?.seen.has(part) === true) return reference
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, hoisted(value, components)]),
  )
  if (typeof $id !== 'string') return copy
  if (known !== undefined && JSON.stringify(known.copy) !== JSON.stringify(copy))
    throw new Error(`two schemas have the $id ${$id}`)
  if (known === undefined) components.set($id, { copy, seen: new Set([part]) })
  else known.seen.add(part)
  return reference
}
