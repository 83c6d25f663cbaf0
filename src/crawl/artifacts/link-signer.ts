// Links that open one artifact without a key, for a limited time: HMAC under a key made from the key pepper.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Signs and checks links; a change of the pepper ends all of them. */
export interface LinkSigner {
  /** The query string of a link to the artifact that is valid until then (whole seconds). */
  sign(id: string, expiresAt: Date): string
  /** Whether the link was signed here and is still valid. Takes as long for a wrong signature as for a right one. */
  check(id: string, link: { readonly sig: string; readonly exp: number }): boolean
}

/** `pepper`: that of the keys, the same on all replicas. */
export function createLinkSigner(pepper: Uint8Array): LinkSigner {
  const key = Buffer.from(hkdfSync('sha256', pepper, new Uint8Array(), 'surveyor artifact links', 32))
  const signature = (id: string, exp: number): Buffer =>
    createHmac('sha256', key).update(`${id}\n${exp}`).digest()
  return {
    sign(id, expiresAt) {
      const exp = Math.floor(expiresAt.getTime() / 1_000)
      return `exp=${exp}&sig=${signature(id, exp).toString('base64url')}`
    },
    check(id, { sig, exp }) {
      const given = Buffer.from(sig, 'base64url')
      const right = signature(id, exp)
      return given.length === right.length && timingSafeEqual(given, right) && exp * 1_000 > Date.now()
    },
  }
}
