// The encryption contexts for the secrets of an endpoint.
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'

/** The context for secret and headers of an endpoint. */
export function endpointContext(endpointUuid: string): string {
  return `webhook endpoint ${endpointUuid}`
}

/** Null without headers. */
export function encryptHeaders(
  encryptor: Encryptor,
  endpointUuid: string,
  headers: Readonly<Record<string, string>>,
): Buffer | null {
  if (Object.keys(headers).length === 0) return null
  return encryptor.encrypt(JSON.stringify(headers), endpointContext(endpointUuid))
}
