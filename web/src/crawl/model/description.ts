// What the service says of itself: which paths it has, and the schema of each request.
import { callApi } from '#shared/api/call-api.ts'
import { fieldsOf, textOf, textsOf } from '#shared/format/unknown-values.ts'

/** One operation of the OpenAPI description. */
export interface Operation {
  readonly summary: string
  readonly description: string | null
  /** The scope that a key needs, such as `keys`; null where none does. */
  readonly scope: string | null
  /** The JSON Schema of the body; null where there is none. */
  readonly bodySchema: unknown
}

let loading: Promise<unknown> | null = null

/** The OpenAPI description, loaded once: it is large and does not change while the service runs. */
export async function loadDescription(): Promise<unknown> {
  loading ??= callApi<unknown>('/openapi.json')
  try {
    return await loading
  } catch (error) {
    loading = null
    throw error
  }
}

/** The operation at a path as the description writes it (`/api/keys/{id}`); null where the service has none. */
export function operationAt(description: unknown, method: string, path: string): Operation | null {
  const operations = fieldsOf(fieldsOf(fieldsOf(description)['paths'])[path])
  const found = operations[method.toLowerCase()]
  if (found === undefined) return null
  const operation = fieldsOf(found)
  const content = fieldsOf(fieldsOf(operation['requestBody'])['content'])
  return {
    summary: textOf(operation['summary']) ?? path,
    description: textOf(operation['description']),
    scope: textOf(operation['x-scope']),
    bodySchema: fieldsOf(content['application/json'])['schema'] ?? null,
  }
}

/** The paths of the service with their methods, such as `GET /api/jobs`. */
export async function loadPaths(signal: AbortSignal): Promise<ReadonlySet<string>> {
  const { endpoints } = fieldsOf(await callApi<unknown>('/api', { signal }))
  return new Set(Object.values(fieldsOf(endpoints)).flatMap(textsOf))
}
