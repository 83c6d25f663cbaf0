// What a description holds in short: its counts, and its security schemes.
import {
  asObject,
  entriesOf,
  member,
  type JsonObject,
  defined,
  objectOf,
} from '#extractors/swagger/json/json-value.ts'
import type { ListedOperation } from './list-operations.ts'
import { followRef } from './follow-ref.ts'

/** How many of each there are. */
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

const KEPT = [
  'type',
  'description',
  'name',
  'in',
  'scheme',
  'bearerFormat',
  'openIdConnectUrl',
  'flows',
  'deprecated',
]

/** As in OpenAPI 3.1, for every version of the description. */
export function listSecuritySchemes(document: JsonObject): JsonObject {
  return objectOf(
    entriesOf(member(document['components'], 'securitySchemes')).map(([name, value]) => {
      const scheme = followRef(document, value) ?? {}
      return [name, defined(objectOf(KEPT.map((key) => [key, scheme[key]])))] as const
    }),
  )
}
