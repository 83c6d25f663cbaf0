// The security schemes of Swagger 2.0 as those of OpenAPI 3.0.
import {
  asObject,
  asText,
  defined,
  entriesOf,
  objectOf,
  type JsonObject,
} from '#extractors/swagger/json/json-value.ts'
import { pointerOf } from '#extractors/swagger/json/json-pointer.ts'
import type { Losses } from './losses.ts'

const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
}

/** What 3.0 cannot say of them is a loss. */
export function convertSecuritySchemes(definitions: unknown, losses: Losses): JsonObject {
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
    losses.note(pointer, 'unknown_flow', 'The OAuth flow is none of Swagger 2.0 and is left out.')
    return { ...rest, type, flows: {} }
  }
  return { ...rest, type, flows: { [turned]: defined({ authorizationUrl, tokenUrl, scopes: scopes ?? {} }) } }
}
