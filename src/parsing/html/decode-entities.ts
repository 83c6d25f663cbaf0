// Character references in text that was not HTML when it was parsed: scripts and feeds that were escaped once too often.

const NAMED: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
}

/** The references that escaping functions write, decoded once; any other stays as it is. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(quot|apos|amp|lt|gt|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi,
    (match, name, decimal, hex) => {
      if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? match
      const code = typeof decimal === 'string' ? Number(decimal) : Number.parseInt(String(hex), 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match
    },
  )
}
