// Reads the lines of a robots.txt (RFC 9309), with the leniency of Google's reference parser.
import { trimOf } from '#kit/text/text-rules.ts'

/**
 * Text is kept as bytes (latin1 strings) throughout, because the standard compares octets. `line` counts from 1.
 * `other` is any line of the form `name: value` that no crawler rule uses.
 */
export interface RobotsLine {
  readonly line: number
  readonly kind: 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | 'other'
  readonly value: string
}

/** Longer lines are cut: eight times the longest URL of an old browser, minus the end of the buffer (Google). */
const MAX_LINE_BYTES = 2083 * 8 - 1
const BYTE_ORDER_MARK = '\u00EF\u00BB\u00BF'

/** Prefixes, because the reference matcher compares them so; the misspellings are those it accepts. */
const KINDS: readonly (readonly [RobotsLine['kind'], readonly string[]])[] = [
  ['user-agent', ['user-agent', 'useragent', 'user agent']],
  ['allow', ['allow']],
  ['disallow', ['disallow', 'dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw']],
  ['sitemap', ['sitemap', 'site-map']],
  ['crawl-delay', ['crawl-delay']],
]

/** Reads any bytes; a line that says nothing is left out. */
export function parseRobots(file: Uint8Array): RobotsLine[] {
  let text = Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('latin1')
  for (const byte of BYTE_ORDER_MARK) {
    if (!text.startsWith(byte)) break
    text = text.slice(1)
  }
  const lines: RobotsLine[] = []
  let line = 0
  for (const raw of text.split(/\r\n|\n|\r/)) {
    line += 1
    const entry = entryOf(raw.length > MAX_LINE_BYTES ? raw.slice(0, MAX_LINE_BYTES) : raw)
    if (entry !== null) lines.push({ line, ...entry })
  }
  return lines
}

function entryOf(raw: string): Omit<RobotsLine, 'line'> | null {
  const [content = ''] = raw.split('#', 1)
  const text = trimmed(content)
  let separator = text.indexOf(':')
  // A missing colon is assumed when there are exactly two words.
  if (separator < 0) separator = /^[^ \t]+[ \t]+[^ \t]+$/.test(text) ? text.search(/[ \t]/) : -1
  if (separator < 0) return null
  const key = trimmed(text.slice(0, separator)).toLowerCase()
  if (key === '') return null
  const kind = KINDS.find(([, prefixes]) => prefixes.some((prefix) => key.startsWith(prefix)))?.[0] ?? 'other'
  return { kind, value: trimmed(text.slice(separator + 1)) }
}

/** Uses C's isspace, not JavaScript's: a non-breaking space is a byte of some character. */
function trimmed(text: string): string {
  return trimOf(text, ' \t\v\f\r\n')
}
