// Decodes `&amp;`, `&#8217;` and 2,200 other references. Each spelling is decoded once: pages repeat the same few.
import { Tokenizer } from 'htmlparser2'

/** No name is longer, and no more digits of a number matter. */
const MAX_CHARS = 40
/** Malformed references have unlimited spellings, so a full table is cleared. */
const MAX_KNOWN = 4_000

const inText = new Map<string, string>()
const inAttribute = new Map<string, string>()

/** `text` with its references decoded by the rules for text. */
export function decodeText(text: string): string {
  return decode(text, inText)
}

/** As `decodeText`, by the rules for attribute values: `?a=1&copy=2` stays an address. */
export function decodeAttribute(value: string): string {
  return decode(value, inAttribute)
}

/**
 * The references that escaping functions write, decoded once, in text that was not HTML when it was parsed: scripts, and
 * feeds that were escaped once too often. Any other stays as it is.
 */
export function decodeEntities(text: string): string {
  // Only with their semicolon: an address may have `&copy=` in it.
  return text.replace(/&(?:[a-z][a-z0-9]{1,30}|#\d{1,7}|#x[0-9a-f]{1,6});/gi, decodeText)
}

function decode(text: string, known: Map<string, string>): string {
  let out = ''
  let from = 0
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at)) {
    let end = at + 1
    while (end < text.length && end - at < MAX_CHARS && isReferenceChar(text.charCodeAt(end))) end += 1
    // The next character decides: a semicolon ends the name, an equals sign makes it a parameter.
    const next = text.charCodeAt(end)
    if (next === 0x3b || (next === 0x3d && known === inAttribute)) end += 1
    if (end - at >= 3) {
      const spelling = text.slice(at, end)
      let decoded = known.get(spelling)
      if (decoded === undefined) {
        decoded = decodeOne(spelling, known === inAttribute)
        if (known.size >= MAX_KNOWN) known.clear()
        known.set(flat(spelling), decoded)
      }
      out += text.slice(from, at) + decoded
      from = end
    }
    at = end
  }
  return from === 0 ? text : out + text.slice(from)
}

/** Letters, digits and `#`. */
const isReferenceChar = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  code === 0x23

/** A copy: a slice would keep the page that it was cut from in memory. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

/** htmlparser2 knows the names; it parses the smallest page that contains the reference. */
function decodeOne(spelling: string, attribute: boolean): string {
  const page = attribute ? `<a b='${spelling}'>` : spelling
  let out = ''
  const keep = (start: number, end: number): void => {
    out += page.slice(start, end)
  }
  const keepCode = (code: number): void => {
    out += String.fromCodePoint(code)
  }
  const ignore = (): void => {}
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: keep,
      ontextentity: keepCode,
      onattribdata: keep,
      onattribentity: keepCode,
      onattribname: ignore,
      onattribend: ignore,
      onopentagname: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onclosetag: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  )
  tokenizer.write(page)
  tokenizer.end()
  return out
}
