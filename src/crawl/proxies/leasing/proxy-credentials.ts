// User names and passwords of proxies, encrypted in the database, each for its own proxy.
import { Type } from 'typebox'
import { lazyShape } from '#contract/lazy-shape.ts'
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Encryptor } from '#platform/webhooks/secrets/encryptor.ts'
import {
  shownProxyUrl,
  type ProxyAddress,
  type ProxyCredentials,
} from '#platform/egress/proxied/proxy-address.ts'

export interface ProxyCredentialsStore {
  /** Null where the proxy asks for none. */
  encrypt(proxyId: string, credentials: ProxyCredentials | null): Buffer | null
  /** Throws `no_proxy_available` when they were encrypted with another key pepper. */
  decrypt(proxyId: string, stored: Uint8Array | null): ProxyCredentials | null
  /** Equal for the same address and user name, and readable by nobody. */
  digest(address: ProxyAddress, credentials: ProxyCredentials | null): string
}

const Shape = lazyShape(Type.Object({ username: Type.String(), password: Type.String() }))
const contextOf = (proxyId: string): string => JSON.stringify(['proxy credentials', proxyId])

export function createProxyCredentials(encryptor: Encryptor): ProxyCredentialsStore {
  return {
    encrypt: (proxyId, credentials) =>
      credentials === null ? null : encryptor.encrypt(JSON.stringify(credentials), contextOf(proxyId)),
    decrypt(proxyId, stored) {
      if (stored === null) return null
      const text = encryptor.decrypt(stored, contextOf(proxyId))
      const parsed: unknown = text === null ? null : JSON.parse(text)
      if (Shape.Check(parsed)) return parsed
      throw new SurveyorError(
        'no_proxy_available',
        'The credentials of the proxy were stored with another key pepper: set its URL again.',
        { retryable: false },
      )
    },
    digest: (address, credentials) =>
      encryptor.digest(JSON.stringify(['proxy', shownProxyUrl(address), credentials?.username ?? null])),
  }
}
