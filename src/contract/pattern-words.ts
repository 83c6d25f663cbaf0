// The meaning of a schema pattern in words: no answer of ours shows a regular expression.

/** By the pattern as it is in the schema; the words continue "Must be". */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['^https?://', 'an http or https URL'],
  ['^[Hh][Tt][Tt][Pp][Ss]?://', 'an http or https URL'],
  ['^[A-Za-z]{2}$', 'a country code of two letters, such as DE (ISO 3166-1)'],
  ['^[A-Z]{2}$', 'a country code of two capital letters, such as DE (ISO 3166-1)'],
  ['^[A-Z]{3}$', 'a currency code of three capital letters, such as EUR (ISO 4217)'],
  ['^[0-9a-f]{64}$', 'a SHA-256 in 64 lower-case hexadecimal digits'],
  ['^[A-Za-z0-9_-]{43}$', 'a SHA-256 in base64url, which has 43 characters'],
  [
    '^[a-z][a-z0-9_]{0,49}$',
    'a word of at most 50 lower-case letters, digits and underscores that begins with a letter',
  ],
  [
    '^[a-z][a-z0-9-]{0,39}$',
    'a word of at most 40 lower-case letters, digits and dashes that begins with a letter',
  ],
  ['^[a-z0-9_.-]+$', 'a word of lower-case letters, digits, underscores, dots and dashes'],
  ['^-?\\d{1,3}(\\.\\d{1,15})?,-?\\d{1,3}(\\.\\d{1,15})?$', 'LAT,LNG in degrees, such as 43.73,7.42'],
  [
    '^-?\\d{1,3}(\\.\\d{1,15})?(,-?\\d{1,3}(\\.\\d{1,15})?){3}$',
    'WEST,SOUTH,EAST,NORTH in degrees, such as 7.40,43.72,7.44,43.76',
  ],
  ['^(?:[^*]*\\*{1,2}){0,4}[^*]*$', 'a path with at most four wildcards'],
  ["^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$", 'the name of a header'],
  ['^[\\t\\x20-\\x7e\\x80-\\xff]*$', 'a text that a header can hold: one line of Latin characters'],
  [
    '^[\\x21\\x23-\\x2b\\x2d-\\x3a\\x3c-\\x5b\\x5d-\\x7e]*$',
    'a value that a cookie can hold: no blanks, quotes, commas or semicolons',
  ],
  ['^[A-Za-z0-9+]+$', 'a key such as Enter or Control+A'],
  ['^[A-Za-z0-9_+/-]+$', 'a time zone such as Europe/Berlin'],
  [
    '^[A-Za-z0-9][A-Za-z0-9._-]*$',
    'a name of letters, digits, dots, underscores and dashes that begins with a letter or a digit',
  ],
  [
    '^[a-z0-9][a-z0-9._-]{0,63}$',
    'a name of at most 64 lower-case letters, digits, dots, underscores and dashes that begins with a letter or a digit',
  ],
  ['^(?:https?|socks5)://', 'an http, https or socks5 URL'],
  ['^[^/?#@\\s]+$', 'the name of a host, such as shop.example.org'],
  ['^art_', 'an id that begins with art_'],
  ['^[1-9][0-9]{0,24}$', 'the number of a listing, such as 38817969'],
  ['^\\d{1,5}(-\\d{0,5})?(,\\s*\\d{1,5}(-\\d{0,5})?)*$', 'page numbers and ranges such as 1-5,8'],
  ['^\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?)*$', 'page numbers and ranges such as 1-5,8'],
  ['^[A-Za-z][A-Za-z_-]{1,19}$', 'a language such as en or deu'],
  [
    '^(?:\\*|[a-z_]{1,50}/\\S{1,200})$',
    '* for the top of the tree, a key such as amenity/*, or a category such as amenity/cafe',
  ],
  ['[\\p{L}\\p{N}\\p{Sc}\\p{Sm}\\p{Extended_Pictographic}*]', 'words, a category or a name, or `*`'],
  ['^[!-~]+$', 'a word of printable ASCII characters'],
  ['^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$', 'a language tag such as de or pt-BR (BCP 47)'],
  ['^(?:\\*|[a-z]{2,3})$', 'a language of two or three small letters such as de, or *'],
  ['^[^:\\x00-\\x1f\\x7f]*$', 'a user name without colons and control characters'],
  ['^[^\\x00-\\x1f\\x7f]*$', 'a text without control characters'],
])

const ID = /^\^([a-z]{3})_\[0-9a-f\]/
const WEBHOOK_SECRET = /^\^whsec_/

/** `an http or https URL`; null for a pattern without words. */
export function patternWords(pattern: string): string | null {
  const id = ID.exec(pattern)?.[1]
  if (id !== undefined) return `an id that begins with ${id}_`
  if (WEBHOOK_SECRET.test(pattern)) return '`whsec_` and the base64 of 24 to 64 bytes'
  return WORDS.get(pattern) ?? null
}

/** The end of every message about a value that violates a pattern. */
export function mustMatch(pattern: string): string {
  return `Must be ${patternWords(pattern) ?? 'of the form that the description of the field tells'}.`
}
