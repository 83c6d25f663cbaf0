// The interface description of a running service, as tests and the fuzzer read it.

export type Schema = Readonly<Record<string, unknown>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
}

export interface MediaType {
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, MediaType>>
  }
  readonly responses: Readonly<
    Record<string, { readonly description?: string; readonly content?: Readonly<Record<string, MediaType>> }>
  >
  readonly security?: readonly object[]
  readonly 'x-scope'?: string
  readonly 'x-or-scopes'?: readonly string[]
}

export interface Description {
  readonly openapi: string
  readonly webhooks?: Readonly<Record<string, { readonly post: Operation }>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

export interface NamedOperation extends Operation {
  /** `GET` */
  readonly method: string
  /** `/api/jobs/{id}` */
  readonly path: string
}

/** The document with a copy of its target in the place of each reference. */
export async function readDescription(url: string, name = 'openapi.json'): Promise<Description> {
  const response = await fetch(new URL(name, `${url}/`))
  const document: unknown = await response.json()
  return resolved(document, document) as Description
}

export function operationsOf({ paths }: Description): NamedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  )
}

function resolved(part: unknown, document: unknown): unknown {
  if (Array.isArray(part)) return part.map((item) => resolved(item, document))
  if (typeof part !== 'object' || part === null) return part
  if ('$ref' in part && typeof part.$ref === 'string') {
    const target = part.$ref
      .slice('#/'.length)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
    if (target === undefined) throw new Error(`nothing is at ${part.$ref}`)
    return resolved(target, document)
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, resolved(value, document)]))
}
