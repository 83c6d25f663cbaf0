// How an API is logged in to: its security schemes with what a client needs of each.
import { defined, entriesOf, member, objectOf, type JsonObject } from '#extractors/swagger/json/json-value.ts'
import { followRef } from './follow-ref.ts'

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
