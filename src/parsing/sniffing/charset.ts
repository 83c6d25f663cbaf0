// Decodes the bytes of a page: its encoding, and how that was determined.
import type * as Detector from 'jschardet'
import { createRequire } from 'node:module'
import { declaredCharset } from './declared-charset.ts'

/** The text, and the encoding it was read in. */
export interface DecodedText {
  readonly text: string
  /** The WHATWG name: `utf-8`, `windows-1252`, `shift_jis`. */
  readonly charset: string
  readonly source: CharsetSource
}

/**
 * How the encoding was determined. `valid_utf8` is not a guess, because text in another encoding is almost never valid
 * UTF-8. `sniffed` is a guess by the letters, `default` a guess without evidence.
 */
export type CharsetSource = 'bom' | 'header' | 'meta' | 'valid_utf8' | 'sniffed' | 'default'

const XML_DECLARATION_BYTES = 1_024

/** Enough for every tested language, and a bound on the time for any page. */
const SAMPLE_BYTES = 16_384
/** Fewer non-ASCII bytes are not conclusive. */
const MIN_BYTES = 6

/** Names of the detector for encodings with another WHATWG name: a superset or the same table. */
const WHATWG_NAMES: Readonly<Record<string, string>> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
}

/** Encodings of one byte a letter whose upper half is a script other than Latin. */
const OTHER_SCRIPT =
  /^(?:windows-(?:1251|1253|1255|1256|874)|iso-8859-(?:5|6|7|8)(?:-i)?|koi8-[ru]|ibm866|x-mac-cyrillic)$/

/** The escape sequence with which ISO-2022-JP begins its letters. */
const ESCAPE = '\u001b$'

const require = createRequire(import.meta.url)

/**
 * The order: byte order mark, `charset` of the Content-Type, the page's own declaration, UTF-8 when every byte fits it,
 * the likely encoding of the letters, windows-1252 (what browsers assume). A declared UTF-8 that the bytes contradict
 * in many places counts as undeclared. A declared legacy one-byte encoding is ignored when all bytes above ASCII are
 * valid UTF-8, because such pages are far more often converted than accidentally valid. A declared UTF-16 is ignored for
 * text without a zero byte that is valid UTF-8 or mostly ASCII: in UTF-16 each letter of the markup has one.
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
    if (charset.startsWith('utf-16') && !bytes.includes(0) && (utf8 !== null || isMostlyAscii(bytes)))
      continue
    if (charset === 'windows-1252' && utf8 !== null && !isAscii(bytes)) continue
    return { text: decode(bytes, charset), charset, source }
  }
  if (utf8 !== null && !utf8.includes('\u001b$')) {
    return { text: utf8, charset: 'utf-8', source: 'valid_utf8' }
  }
  const sniffed = sniffCharset(bytes)
  if (sniffed !== null) return { text: decode(bytes, sniffed), charset: sniffed, source: 'sniffed' }
  if (utf8 !== null) return { text: utf8, charset: 'utf-8', source: 'valid_utf8' }
  return { text: decode(bytes, 'windows-1252'), charset: 'windows-1252', source: 'default' }
}

/** A warning of a result. */
export interface CharsetWarning {
  readonly code: 'charset_guessed'
  readonly detail: string
}

/** Warnings for the output of an extractor when the encoding was guessed. */
export function charsetWarnings(decoded: {
  readonly charset: string | null
  readonly charsetSource: CharsetSource | null
}): CharsetWarning[] {
  const { charset, charsetSource } = decoded
  if (charsetSource !== 'sniffed' && charsetSource !== 'default') return []
  const why = charsetSource === 'sniffed' ? 'what its letters look like' : 'what browsers assume'
  // A declared UTF-8 that the bytes contradict is no declaration.
  const detail = `The target does not say its encoding, or says one that its bytes are not in; ${charset} is ${why}.`
  return [{ code: 'charset_guessed', detail }]
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

/** Declared in the page, or in its XML declaration. */
function charsetOfMeta(bytes: Uint8Array): string | null {
  const label = declaredCharset(bytes, (text) => knownEncoding(text) !== null)
  if (label !== null) return label
  const head = decode(bytes.subarray(0, XML_DECLARATION_BYTES), 'windows-1252')
  return /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([^"']{1,40})/i.exec(head)?.[1] ?? null
}

/** A page in which `charset=utf-16` could be read is not in UTF-16; the standard reads it as UTF-8. */
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

/** Of letters of Chinese in UTF-16 about half of the bytes are such; of a page in any other encoding nearly all of its markup. */
function isMostlyAscii(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, SAMPLE_BYTES)
  return start.filter((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a).length > start.length * 0.75
}

/** One damaged character in a thousand comes from a truncated page or one bad paste, not from another encoding. */
function mostlyReadable(text: string): boolean {
  let damaged = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) damaged += 1
  return damaged <= 3 || damaged < text.length / 1_000
}

/**
 * Guesses the undeclared encoding of a page by the letters of its text outside of tags, as browsers do. Null when there is
 * no evidence.
 */
function sniffCharset(bytes: Uint8Array): string | null {
  const sample = sampleOf(bytes)
  if (sample === null) return null
  // Loaded when the first page needs it: its tables take a tenth of a second, and nearly all pages declare their
  // encoding.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` gives the module that the name says
  const { detect } = require('jschardet') as typeof Detector
  const { encoding } = detect(sample)
  if (encoding === null) return null
  const label = encoding.toLowerCase()
  const known = knownEncoding(WHATWG_NAMES[label] ?? label)
  // The byte order mark decides about these; without one they are not pages.
  if (known === null || known.startsWith('utf-16') || known.startsWith('utf-32')) return null
  // The detector tells few letters with accents from another script only by chance.
  return OTHER_SCRIPT.test(known) && mostlyAlone(sample) ? null : known
}

/** Whether most bytes above ASCII stand alone, as letters with accents do: those of another script stand in words. */
function mostlyAlone(sample: Uint8Array): boolean {
  const isBeyond = (byte = 0): boolean => byte >= 0x80
  let alone = 0
  let beyond = 0
  for (const [at, byte] of sample.entries()) {
    if (!isBeyond(byte)) continue
    beyond += 1
    if (!isBeyond(sample[at - 1]) && !isBeyond(sample[at + 1])) alone += 1
  }
  return alone * 2 > beyond
}

/** The first lines with non-ASCII letters, without tags; null when there are too few. */
function sampleOf(bytes: Uint8Array): Buffer | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/<[^<>]*>/g, '\n')
  const lines: string[] = []
  let length = 0
  for (const line of text.split(/[\r\n]+/)) {
    if (!/[\u0080-\u00ff]/.test(line) && !line.includes(ESCAPE)) continue
    lines.push(line.slice(0, SAMPLE_BYTES - length))
    length += line.length + 1
    if (length >= SAMPLE_BYTES) break
  }
  const sample = Buffer.from(lines.join('\n'), 'latin1')
  let beyond = 0
  for (const byte of sample) if (byte >= 0x80) beyond += 1
  return beyond >= MIN_BYTES || lines.join('').includes(ESCAPE) ? sample : null
}
