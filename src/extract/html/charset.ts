// Turns the bytes of a page into text: which encoding they are in, and how we know.
import type { Warning } from '#contract/result.ts'
import { declaredCharset } from './declared-charset.ts'
import { sniffCharset } from './sniff-charset.ts'

export interface DecodedText {
  readonly text: string
  /** The WHATWG name: `utf-8`, `windows-1252`, `shift_jis`. */
  readonly charset: string
  readonly source: CharsetSource
}

/**
 * What decided: `valid_utf8` is no guess, for text in another encoding is next to never valid UTF-8; `sniffed` is one by
 * the letters, `default` one by nothing.
 */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'valid_utf8' | 'sniffed' | 'default'

const XML_DECLARATION_BYTES = 1_024

/**
 * Byte order mark, then the `charset` of the Content-Type, then the page's own declaration, then UTF-8 where every byte
 * fits it, then what the letters look like, else windows-1252 (what browsers assume). A declared UTF-8 that the bytes contradict in many places
 * counts as undeclared; a declared other encoding gives way where bytes above ASCII are all valid UTF-8 and a legacy
 * one-byte name was given, because such pages are far more often converted than accidentally valid.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): DecodedText {
  const marked = byteOrderMark(bytes)
  if (marked !== null) return { text: decode(bytes, marked), charset: marked, source: 'bom' }
  const declared: [string | null, 'header' | 'meta'][] = [
    [knownEncoding(charsetOfContentType(contentType)), 'header'],
    [withoutUtf16(knownEncoding(charsetOfMeta(bytes))), 'meta'],
  ]
  const utf8 = strictUtf8(bytes)
  for (const [charset, source] of declared) {
    if (charset === null) continue
    if (charset === 'utf-8') {
      if (utf8 !== null) return { text: utf8, charset, source }
      const text = decode(bytes, charset)
      if (mostlyReadable(text)) return { text, charset, source }
      continue
    }
    if (charset === 'windows-1252' && utf8 !== null && !isAscii(bytes)) continue
    return { text: decode(bytes, charset), charset, source }
  }
  if (utf8 !== null && !utf8.includes('\u001b$')) {
    return { text: utf8, charset: 'utf-8', source: 'valid_utf8' }
  }
  const sniffed = knownEncoding(sniffCharset(bytes))
  if (sniffed !== null) return { text: decode(bytes, sniffed), charset: sniffed, source: 'sniffed' }
  if (utf8 !== null) return { text: utf8, charset: 'utf-8', source: 'valid_utf8' }
  return { text: decode(bytes, 'windows-1252'), charset: 'windows-1252', source: 'default' }
}

/** For the output of an extractor, where the encoding was guessed. */
export function charsetWarnings(decoded: {
  readonly charset: string | null
  readonly charsetSource: CharsetSource | null
}): Warning[] {
  const { charset, charsetSource } = decoded
  if (charsetSource !== 'sniffed' && charsetSource !== 'default') return []
  const why = charsetSource === 'sniffed' ? 'what its letters look like' : 'what browsers assume'
  return [{ code: 'charset_guessed', detail: `The target does not say its encoding; ${charset} is ${why}.` }]
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return null
}

function charsetOfContentType(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*["']?([^\s"';]{1,40})/i.exec(contentType ?? '')?.[1] ?? null
}

/** Of the page itself, or of the XML that it is. */
function charsetOfMeta(bytes: Uint8Array): string | null {
  const label = declaredCharset(bytes, (text) => knownEncoding(text) !== null)
  if (label !== null) return label
  const head = decode(bytes.subarray(0, XML_DECLARATION_BYTES), 'windows-1252')
  return /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([^"']{1,40})/i.exec(head)?.[1] ?? null
}

/** A page that could be read far enough to find `charset=utf-16` is not in UTF-16: the standard takes it for UTF-8. */
function withoutUtf16(charset: string | null): string | null {
  return charset?.startsWith('utf-16') === true ? 'utf-8' : charset
}

/** The canonical name of an encoding that this runtime can decode, or null. */
function knownEncoding(label: string | null): string | null {
  if (label === null) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

function strictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const decode = (bytes: Uint8Array, charset: string): string => new TextDecoder(charset).decode(bytes)

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
}

/** One damaged character in a thousand is a truncated page or one bad paste, not another encoding. */
function mostlyReadable(text: string): boolean {
  let damaged = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) damaged += 1
  return damaged <= 3 || damaged < text.length / 1_000
}
