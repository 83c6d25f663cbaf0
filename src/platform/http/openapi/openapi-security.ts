// The authentication schemes in the OpenAPI document: keys, signed links, signatures of webhooks.
import type { RouteConfig } from '#platform/http/routing/route-config.ts'
import type { RouteEntry } from '#platform/http/routing/route-table.ts'

type Json = Record<string, unknown>

/**
 * `security` of an operation. A service without required keys still accepts them: they are then one of two
 * alternatives.
 */
export function securityOf({ scope, signed, signedLinks }: RouteConfig, keyed: boolean): Json {
  if (signed === true) return { security: [{ webhookSignature: [] }] }
  if (scope === null) return { security: [] }
  const ways = [{ bearer: [] }, { apiKey: [] }, ...(signedLinks === true ? [{ signedLink: [] }] : [])]
  return { security: keyed ? ways : [{}, ...ways] }
}

/** `securitySchemes` of the components, whether or not keys are required at present. */
export function securitySchemes(routes: readonly RouteEntry[]): Json {
  const any = (of: 'signed' | 'signedLinks') => routes.some(({ config }) => config[of] === true)
  const schemes: Json = {
    bearer: { type: 'http', scheme: 'bearer' },
    apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  }
  if (any('signedLinks')) schemes['signedLink'] = { type: 'apiKey', in: 'query', name: 'sig' }
  if (any('signed')) {
    schemes['webhookSignature'] = {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'Standard Webhooks 1.0, beside `webhook-id` and `webhook-timestamp`.',
    }
  }
  return { securitySchemes: schemes }
}
