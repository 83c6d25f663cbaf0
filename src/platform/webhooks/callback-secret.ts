// The secret that crawl signs its reports to places with, whatever form an operator gave it.
import { createHash } from 'node:crypto'
import { secretBytes } from './sign.ts'

const FEWEST_BYTES = 24
const MOST_BYTES = 64

/**
 * The secret in the form that signs, first, and the other ways in which the same text may be meant: `whsec_…` as the
 * standard has it, the base64 of one, or any text, whose bytes are then the key (its SHA-256 where there are too few or too
 * many of them).
 */
export function callbackSecrets(text: string): string[] {
  if (secretBytes(text) !== null) return [text]
  const asBase64 = `whsec_${text}`
  const bytes = Buffer.from(text, 'utf8')
  const fits = bytes.length >= FEWEST_BYTES && bytes.length <= MOST_BYTES
  const asText = `whsec_${(fits ? bytes : createHash('sha256').update(bytes).digest()).toString('base64')}`
  return secretBytes(asBase64) === null ? [asText] : [asBase64, asText]
}
