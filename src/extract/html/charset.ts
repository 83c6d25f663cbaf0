// Turns the bytes of a page into text: which encoding they are in, and how we know.

export interface DecodedText {
  readonly text: string
  /** The WHATWG name: `utf-8`, `windows-1252`, `shift_jis`. */
  readonly charset: string
  readonly source: 'bom' | 'header' | 'meta' | 'valid_utf8' | 'default'
}

/** HTML asks for the first 1,024 bytes; pages with long comments in front put the declaration later. */
const PRESCAN_BYTES = 4_096

/**
 * Byte order mark, then the `charset` of the Content-Type, then the page's own declaration, then UTF-8 where every byte
 * fits it, else windows-1252 (what browsers assume). A declared UTF-8 that the bytes contradict in many places
 * counts as undeclared; a declared other encoding gives way where bytes above ASCII are all valid UTF-8 and a legacy
 * one-byte name was given, because such pages are far more often converted than accidentally valid.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string | null): DecodedText {
  const marked = byteOrderMark(bytes)
  if (marked !== null) return { text: decode(bytes, marked), charset: marked, source: 'bom' }
  const declared: [string | null, 'header' | 'meta'][] = [
    [knownEncoding(charsetOfContentType(contentType)), 'header'],
    [knownEncoding(charsetOfMeta(bytes)), 'meta'],
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
    // A page that could be read far enough to find `charset=utf-16` is not in UTF-16.
    if (charset.startsWith('utf-16') && source === 'meta') continue
    return { text: decode(bytes, charset), charset, source }
  }
  if (utf8 !== null) return { text: utf8, charset: 'utf-8', source: 'valid_utf8' }
  return { text: decode(bytes, 'windows-1252'), charset: 'windows-1252', source: 'default' }
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

function charsetOfMeta(bytes: Uint8Array): string | null {
  const head = decode(bytes.subarray(0, PRESCAN_BYTES), 'windows-1252')
  const meta = /<meta\s[^>]{0,200}?charset\s*=\s*["']?\s*([^\s"'/>;]{1,40})/i.exec(head)
  const xml = /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([^"']{1,40})/i.exec(head)
  return meta?.[1] ?? xml?.[1] ?? null
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
