// The ways in, as the OpenAPI document names them: keys, signed links, signatures of webhooks.
import type { RouteConfig } from './route-config.ts'
import type { RouteEntry } from './route-table.ts'

type Json = Record<string, unknown>

/** `security` of an operation; nothing where the service asks nobody for keys. */
export function securityOf({ scope, signed, signedLinks }: RouteConfig, keyed: boolean): Json {
  if (signed === true) return { security: [{ webhookSignature: [] }] }
  if (!keyed) return {}
  if (scope === null) return { security: [] }
  return { security: [{ bearer: [] }, { apiKey: [] }, ...(signedLinks === true ? [{ signedLink: [] }] : [])] }
}

/** `securitySchemes` of the components: those that some operation names. */
export function securitySchemes(routes: readonly RouteEntry[], keyed: boolean): Json {
  const any = (of: 'signed' | 'signedLinks') => routes.some(({ config }) => config[of] === true)
  const schemes: Json = {}
  if (keyed) {
    schemes['bearer'] = { type: 'http', scheme: 'bearer' }
    schemes['apiKey'] = { type: 'apiKey', in: 'header', name: 'X-API-Key' }
    if (any('signedLinks')) schemes['signedLink'] = { type: 'apiKey', in: 'query', name: 'sig' }
  }
  if (any('signed')) {
    schemes['webhookSignature'] = {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'Standard Webhooks 1.0, beside `webhook-id` and `webhook-timestamp`.',
    }
  }
  return Object.keys(schemes).length === 0 ? {} : { securitySchemes: schemes }
}
