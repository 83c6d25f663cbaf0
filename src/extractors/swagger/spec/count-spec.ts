// How much a description holds.
import { asObject, entriesOf, member, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import type { ListedOperation } from './list-operations.ts'

export interface SpecCounts {
  readonly paths: number
  readonly operations: number
  readonly webhooks: number
  readonly schemas: number
  readonly securitySchemes: number
  readonly tags: number
  readonly deprecated: number
}

/** `document` is OpenAPI 3.1. Webhooks are not among the operations. */
export function countSpec(document: JsonObject, operations: readonly ListedOperation[]): SpecCounts {
  const requests = operations.filter(({ path }) => path !== null)
  return {
    paths: entriesOf(document['paths']).filter(
      ([path, item]) => !path.startsWith('x-') && asObject(item) !== null,
    ).length,
    operations: requests.length,
    webhooks: operations.length - requests.length,
    schemas: entriesOf(member(document['components'], 'schemas')).length,
    securitySchemes: entriesOf(member(document['components'], 'securitySchemes')).length,
    tags: new Set(operations.flatMap(({ tags }) => tags)).size,
    deprecated: operations.filter(({ deprecated }) => deprecated).length,
  }
}
