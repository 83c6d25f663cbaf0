// The secret with which crawl signs its reports to places, in whatever form an operator gave it.
import { createHash } from 'node:crypto'
import { secretBytes } from './sign.ts'

const MIN_BYTES = 24
const MAX_BYTES = 64

/**
 * All meanings that the text may have, the one used for signing first. The text may be `whsec_…` as in the standard,
 * the base64 of a secret, or any text, whose bytes are then the key (their SHA-256 when there are too few or too many).
 */
export function callbackSecrets(text: string): string[] {
  if (secretBytes(text) !== null) return [text]
  const asBase64 = `whsec_${text}`
  const bytes = Buffer.from(text, 'utf8')
  const fits = bytes.length >= MIN_BYTES && bytes.length <= MAX_BYTES
  const asText = `whsec_${(fits ? bytes : createHash('sha256').update(bytes).digest()).toString('base64')}`
  return secretBytes(asBase64) === null ? [asText] : [asBase64, asText]
}
