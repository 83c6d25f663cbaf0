// Guesses the undeclared encoding of a page by the letters of its text, as browsers do.
import { createRequire } from 'node:module'
import type * as Detector from 'jschardet'

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

/** The escape sequence with which ISO-2022-JP begins its letters. */
const ESCAPE = '\u001b$'

const require = createRequire(import.meta.url)

/** A label that `TextDecoder` may know; null when there is no evidence. Only text outside of tags counts. */
export function sniffCharset(bytes: Uint8Array): string | null {
  const sample = sampleOf(bytes)
  if (sample === null) return null
  // Loaded when the first page needs it: its tables take a tenth of a second, and nearly all pages declare their
  // encoding.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` gives the module that the name says
  const { detect } = require('jschardet') as typeof Detector
  const { encoding } = detect(sample)
  if (encoding === null) return null
  const label = encoding.toLowerCase()
  // The byte order mark decides about these; without one they are not pages.
  return label.startsWith('utf-16') || label.startsWith('utf-32') ? null : (WHATWG_NAMES[label] ?? label)
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
