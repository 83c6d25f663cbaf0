// Encrypts the secrets of webhooks in the database: AES-256-GCM under a key made from the key pepper.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 1

/** Encrypts texts for the database. All processes of a service share the pepper. */
export interface Encryptor {
  /** `context` names what the text belongs to: encrypted for one context, it cannot be decrypted for another. */
  encrypt(text: string, context: string): Buffer
  /** Null when it was encrypted with another pepper or for another context, or was changed. */
  decrypt(encrypted: Uint8Array, context: string): string | null
  /** Equal for equal text under the same pepper; the text cannot be read from it. */
  digest(text: string): string
}

/** The key is derived from the pepper (HKDF), so that no stored text can be opened with another one. */
export function createEncryptor(pepper: Uint8Array): Encryptor {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', pepper, new Uint8Array(), use, 32))
  const key = keyFor('surveyor webhook secrets')
  const digestKey = keyFor('surveyor webhook digests')
  return {
    digest: (text) => createHmac('sha256', digestKey).update(text).digest('base64url'),
    encrypt(text, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce)
      cipher.setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted])
    },
    decrypt(encrypted, context) {
      if (encrypted[0] !== VERSION || encrypted.length < 1 + NONCE_BYTES + TAG_BYTES) return null
      const nonce = encrypted.subarray(1, 1 + NONCE_BYTES)
      const tag = encrypted.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(ALGORITHM, key, nonce)
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(tag)
      try {
        const text = decipher.update(encrypted.subarray(1 + NONCE_BYTES + TAG_BYTES))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
