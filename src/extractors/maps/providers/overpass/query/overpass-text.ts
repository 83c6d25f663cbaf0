// Writes values into Overpass QL so that no text can escape its quotes.

/**
 * A string literal. A backslash takes the next character literally, except n, t and u, whose characters are escaped
 * this way here.
 */
export function quoted(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  const plain = text.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, ' ')
  return `"${plain.replace(/[\\"]/g, '\\$&')}"`
}

/** A POSIX extended regular expression that matches `text` and nothing else. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.[\]|()*+?{}]/g, '\\$&')
}

/** Degrees or metres without an exponent, which Overpass does not read. */
export function decimal(value: number): string {
  return value.toFixed(7).replace(/\.?0{1,7}$/, '')
}
