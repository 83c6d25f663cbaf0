// Swagger 2.0 as OpenAPI 3.0: what stood in parameters, `consumes` and `produces` moves to bodies and media types.
import {
  asList,
  asObject,
  defined,
  entriesOf,
  objectOf,
  asText,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { pointerOf, splitRef, tokensOf } from '#extractors/swagger/json/json-pointer.ts'
import { METHODS } from '#extractors/swagger/spec/grammar.ts'
import { refOf } from '#extractors/swagger/spec/walk-spec.ts'
import { componentNames, movedRef, type NameMap } from './component-names.ts'
import type { Losses } from './losses.ts'
import { bodyOf, formOf, mediaTypesOf, convertParameter } from './swagger-parameters.ts'
import { convertResponse, convertSchemas } from './swagger-schemas.ts'

const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

interface Conversion {
  readonly document: JsonObject
  readonly url: string | null
  readonly namesOf: Readonly<Record<string, NameMap>>
  readonly losses: Losses
}

/** Keys that 3.0 does not have under their old name. */
const MOVED = new Set(
  'swagger host basePath schemes consumes produces definitions parameters responses securityDefinitions paths'.split(
    ' ',
  ),
)
const ASSUMED = 'application/json'

/** `url` is the source of the document, null for a submitted one. The input is not changed. */
export function swaggerToOpenApi(original: JsonObject, url: string | null, losses: Losses): JsonObject {
  const namesOf = {
    definitions: componentNames('definitions', original['definitions'], losses),
    parameters: componentNames('parameters', original['parameters'], losses),
    responses: componentNames('responses', original['responses'], losses),
  }
  const document = convertSchemas(original, namesOf, losses)
  const conversion: Conversion = { document, url, namesOf, losses }
  const servers = serversOf(document, document['schemes'], url)
  const components = componentsOf(conversion)
  return defined({
    openapi: '3.0.4',
    ...objectOf(Object.entries(document).filter(([key]) => !MOVED.has(key))),
    servers: servers.length === 0 ? undefined : servers,
    paths: objectOf(
      entriesOf(document['paths']).map(([path, item]) => [
        path,
        convertPathItem(conversion, item, ['paths', path]),
      ]),
    ),
    components: Object.keys(components).length === 0 ? undefined : components,
  })
}

function componentsOf(conversion: Conversion): JsonObject {
  const { document, namesOf, losses } = conversion
  const section = (
    name: string,
    turn: (value: JsonObject, pointer: string) => unknown,
  ): JsonObject | undefined => {
    const turned = entriesOf(document[name]).flatMap(([key, value]) => {
      const object = asObject(value)
      const made = object === null ? null : turn(object, pointerOf([name, key]))
      return made === null ? [] : [[namesOf[name]?.get(key) ?? key, made] as const]
    })
    return turned.length === 0 ? undefined : objectOf(turned)
  }
  const produces = typesOr(document['produces'])
  const consumes = typesOr(document['consumes'])
  return defined({
    schemas: section('definitions', (schema) => schema),
    parameters: section('parameters', (parameter, pointer) =>
      isBody(parameter) || isForm(parameter) ? null : convertParameter(parameter, pointer, losses),
    ),
    requestBodies: section('parameters', (parameter) =>
      isBody(parameter) ? bodyOf(parameter, consumes) : null,
    ),
    responses: section('responses', (response) => convertResponse(response, produces)),
    securitySchemes:
      document['securityDefinitions'] === undefined
        ? undefined
        : convertSecuritySchemes(document['securityDefinitions'], losses),
  })
}

const isBody = (parameter: JsonObject): boolean => parameter['in'] === 'body'
const isForm = (parameter: JsonObject): boolean => parameter['in'] === 'formData'

function typesOr(value: unknown): string[] {
  const types = mediaTypesOf(value)
  return types.length === 0 ? [ASSUMED] : types
}

function convertPathItem(conversion: Conversion, item: unknown, path: readonly string[]): unknown {
  const object = asObject(item)
  if (object === null) return item
  const shared = parametersAt(conversion, object['parameters'], path)
  const { parameters: _, ...rest } = object
  return defined({
    ...objectOf(
      Object.entries(rest).map(([key, value]) => {
        const operation = (METHODS as readonly string[]).includes(key) ? asObject(value) : null
        return [
          key,
          operation === null ? value : convertOperation(conversion, operation, shared, [...path, key]),
        ]
      }),
    ),
    parameters: shared.turned.length === 0 ? undefined : shared.turned,
  })
}

interface Parameters {
  readonly turned: readonly unknown[]
  readonly body: {
    readonly parameter: JsonObject
    readonly ref: string | null
    readonly pointer: string
  } | null
  readonly form: readonly { readonly parameter: JsonObject; readonly pointer: string }[]
}

/** Sorts the parameters of one list; a reference to a body or a form field is followed, any other is kept. */
function parametersAt(conversion: Conversion, list: unknown, path: readonly string[]): Parameters {
  const turned: unknown[] = []
  const form: { parameter: JsonObject; pointer: string }[] = []
  let body: Parameters['body'] = null
  for (const [at, value] of asList(list).entries()) {
    const pointer = pointerOf([...path, 'parameters', at])
    const ref = refOf(value)
    const target = ref === null ? asObject(value) : referenced(conversion.document, ref)
    if (target !== null && isBody(target)) body = { parameter: target, ref, pointer }
    else if (target !== null && isForm(target)) form.push({ parameter: target, pointer })
    else if (ref !== null) turned.push({ $ref: movedRef(ref, conversion.namesOf) })
    else if (target !== null) turned.push(convertParameter(target, pointer, conversion.losses))
  }
  return { turned, body, form }
}

function referenced(document: JsonObject, ref: string): JsonObject | null {
  const { document: other, pointer } = splitRef(ref)
  const [section, name, ...rest] = tokensOf(pointer) ?? []
  if (other !== '' || section !== 'parameters' || name === undefined || rest.length > 0) return null
  const parameters = asObject(document['parameters'])
  return parameters !== null && Object.hasOwn(parameters, name) ? asObject(parameters[name]) : null
}

function convertOperation(
  conversion: Conversion,
  operation: JsonObject,
  shared: Parameters,
  path: readonly string[],
): JsonObject {
  const { document, losses } = conversion
  const pointer = pointerOf(path)
  const own = parametersAt(conversion, operation['parameters'], path)
  const { consumes, produces, schemes, parameters: _, responses, ...rest } = operation
  const body = own.body ?? shared.body
  const form = own.form.length > 0 ? own.form : shared.form
  if (body !== null && form.length > 0) {
    losses.note(pointer, 'body_and_form', 'It has a body and form fields; only the body is kept.')
  }
  const types = mediaTypesOf(consumes ?? document['consumes'])
  if (body !== null && types.length === 0) assumed(conversion, pointer, 'request body')
  const requestBody =
    body !== null
      ? requestBodyOf(conversion, body, consumes)
      : form.length > 0
        ? formOf(form, types, losses)
        : undefined
  const answers = typesOr(produces ?? document['produces'])
  if (mediaTypesOf(produces ?? document['produces']).length === 0 && hasSchemas(responses)) {
    assumed(conversion, pointer, 'responses')
  }
  return defined({
    ...rest,
    parameters: own.turned.length === 0 ? undefined : own.turned,
    requestBody,
    responses: objectOf(
      entriesOf(responses).map(([status, value]) => {
        const ref = refOf(value)
        if (ref !== null) return [status, { $ref: movedRef(ref, conversion.namesOf) }]
        const response = asObject(value)
        return [
          status,
          response === null || status.startsWith('x-') ? value : convertResponse(response, answers),
        ]
      }),
    ),
    servers: schemes === undefined ? undefined : serversOf(document, schemes, conversion.url),
  })
}

/** A shared body stays shared, as long as the operation takes the types that all others take. */
function requestBodyOf(
  conversion: Conversion,
  body: NonNullable<Parameters['body']>,
  consumes: unknown,
): JsonObject {
  const name = body.ref === null ? undefined : tokensOf(splitRef(body.ref).pointer)?.[1]
  if (name === undefined || consumes !== undefined) {
    return bodyOf(body.parameter, typesOr(consumes ?? conversion.document['consumes']))
  }
  const safe = conversion.namesOf['parameters']?.get(name) ?? name
  return { $ref: `#${pointerOf(['components', 'requestBodies', safe])}` }
}

function hasSchemas(responses: unknown): boolean {
  return entriesOf(responses).some(([, response]) => asObject(response)?.['schema'] !== undefined)
}

function assumed({ losses }: Conversion, pointer: string, what: string): void {
  losses.note(
    pointer,
    'media_type_assumed',
    `No media type is stated for its ${what}; ${ASSUMED} is assumed.`,
  )
}

/**
 * By the specification, missing parts are those of the description's own address. Empty when nothing at all is known.
 */
function serversOf(document: JsonObject, schemes: unknown, url: string | null): JsonObject[] {
  const own = url === null ? null : URL.parse(url)
  const basePath = asText(document['basePath'])?.replace(/^(?!\/)/, '/') ?? ''
  const host = asText(document['host']) ?? own?.host ?? null
  if (host === null) return basePath === '' ? [] : [{ url: basePath }]
  const stated = asList(schemes).filter((scheme) => ['http', 'https', 'ws', 'wss'].includes(String(scheme)))
  const used = stated.length > 0 ? stated : [own?.protocol.slice(0, -1) ?? 'https']
  return used.map((scheme) => ({ url: `${String(scheme)}://${host}${basePath === '/' ? '' : basePath}` }))
}

/** What 3.0 cannot say of them is a loss. */
function convertSecuritySchemes(definitions: unknown, losses: Losses): JsonObject {
  return objectOf(
    entriesOf(definitions).map(([name, definition]) => {
      const scheme = asObject(definition) ?? {}
      return [name, convertScheme(scheme, pointerOf(['securityDefinitions', name]), losses)] as const
    }),
  )
}

function convertScheme(scheme: JsonObject, pointer: string, losses: Losses): JsonObject {
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' }
  if (type !== 'oauth2') return { ...rest, type }
  const name = asText(flow)
  const turned = name !== null && Object.hasOwn(FLOWS, name) ? FLOWS[name] : undefined
  if (turned === undefined) {
    losses.note(pointer, 'unknown_flow', 'The OAuth flow is not one of Swagger 2.0 and is left out.')
    return { ...rest, type, flows: {} }
  }
  return { ...rest, type, flows: { [turned]: defined({ authorizationUrl, tokenUrl, scopes: scopes ?? {} }) } }
}
