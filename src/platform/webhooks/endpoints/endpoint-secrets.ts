// The encryption contexts for the secrets of an endpoint.
import type { Sealer } from '#platform/webhooks/sealer.ts'

export function endpointContext(endpointUuid: string): string {
  return `webhook endpoint ${endpointUuid}`
}

export function sealHeaders(
  sealer: Sealer,
  endpointUuid: string,
  headers: Readonly<Record<string, string>>,
): Buffer | null {
  if (Object.keys(headers).length === 0) return null
  return sealer.seal(JSON.stringify(headers), endpointContext(endpointUuid))
}
