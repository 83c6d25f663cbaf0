// The text of a key: `srv_live_<30 base62>_<crc32>`. A double-click selects it whole, scanners find it, and the
// checksum detects a mistyped or invented one without a database query (the form of GitHub's tokens).
import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** A part of the text of a key, which tells people where it belongs. */
export type KeyEnvironment = 'live' | 'test'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_CHARS = 30
const CHECKSUM_CHARS = 6
const FORM = /^(srv_(?:live|test)_[0-9A-Za-z]{30})_([0-9A-Za-z]{6})$/
/** `srv_live_` and four characters of the secret's 178 bits. */
const SHOWN_CHARS = 13

/** A new key with 178 random bits. */
export function makeKey(environment: KeyEnvironment): string {
  const body = `srv_${environment}_${randomBase62(SECRET_CHARS)}`
  return `${body}_${checksum(body)}`
}

/** Whether `text` has the form of a key and its checksum fits. */
export function isKeyText(text: string): boolean {
  const [, body, sum] = FORM.exec(text) ?? []
  return body !== undefined && checksum(body) === sum
}

/** The part of a key that may be shown. */
export function keyPrefix(key: string): string {
  return key.slice(0, SHOWN_CHARS)
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < CHECKSUM_CHARS; index += 1) {
    text = BASE62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** Uniform: bytes that would make some characters more likely (248 and above) are discarded. */
function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62)
    }
  }
  return text
}
