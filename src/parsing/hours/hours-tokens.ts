// Cuts an `opening_hours` text into tokens. A text with anything the grammar does not know has none.

/** A piece of `opening_hours`. Minutes count from midnight, and Monday is day 0. */
export type HoursToken =
  | { readonly kind: 'time'; readonly minute: number }
  | { readonly kind: 'weekday'; readonly day: number }
  | { readonly kind: 'holiday'; readonly text: 'PH' | 'SH' | 'easter' }
  | { readonly kind: 'month'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'comment' }
  | { readonly kind: 'mark'; readonly text: string }

/** Longer texts are no opening hours (OpenStreetMap itself allows 255 characters). */
const MAX_TEXT_CHARS = 1_000

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** Known to the grammar (wiki: Key:opening_hours/specification); most of them end the hope of a plain week. */
const WORDS = new Set('off closed open unknown week day days sunrise sunset dawn dusk'.split(' '))
const PIECE =
  /\s*(?:(?<always>24\/7)|(?<time>\d{1,2}:\d{2})(?!\d)|(?<number>\d+)|(?<word>[a-z]+)|(?<comment>"[^"]*")|(?<mark>\|\||[;,:+[\]()/-]))/iy

/** Dashes of all lengths are one; `24/7` comes as the word. Null where a piece is unknown. */
export function hoursTokens(text: string): HoursToken[] | null {
  if (text.length > MAX_TEXT_CHARS) return null
  const plain = text.replace(/[\u2010-\u2015\u2212]/g, '-').trim()
  const tokens: HoursToken[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < plain.length) {
    const groups = PIECE.exec(plain)?.groups
    const token = groups === undefined ? null : tokenOf(groups)
    if (token === null) return null
    tokens.push(token)
  }
  return tokens
}

function tokenOf(groups: Readonly<Record<string, string | undefined>>): HoursToken | null {
  if (groups['always'] !== undefined) return { kind: 'word', text: '24/7' }
  if (groups['comment'] !== undefined) return { kind: 'comment' }
  if (groups['mark'] !== undefined) return { kind: 'mark', text: groups['mark'] }
  if (groups['number'] !== undefined) return { kind: 'number', text: groups['number'] }
  if (groups['time'] !== undefined) return timeToken(groups['time'])
  return wordToken(groups['word'] ?? '')
}

function timeToken(text: string): HoursToken | null {
  const [hours = NaN, minutes = NaN] = text.split(':').map(Number)
  // The grammar lets a closing time run to 48:00, the next midnight but one.
  return minutes > 59 || hours * 60 + minutes > 2_880 ? null : { kind: 'time', minute: hours * 60 + minutes }
}

function wordToken(word: string): HoursToken | null {
  const lower = word.toLowerCase()
  if (lower === 'ph' || lower === 'sh') return { kind: 'holiday', text: lower === 'ph' ? 'PH' : 'SH' }
  if (lower === 'easter') return { kind: 'holiday', text: 'easter' }
  if (WORDS.has(lower)) return { kind: 'word', text: lower }
  const day = WEEKDAYS.findIndex((name) => isShortFor(lower, name, 2, ['tues', 'thur', 'thurs']))
  if (day >= 0) return { kind: 'weekday', day }
  const month = MONTHS.find((name) => isShortFor(lower, name.toLowerCase(), 3, ['sept']))
  return month === undefined ? null : { kind: 'month', text: month.slice(0, 3) }
}

/** `mo`, `mon` and `monday` are Monday; apart from the spellings listed here, nothing else is. */
function isShortFor(word: string, name: string, shortest: number, others: readonly string[]): boolean {
  if (!name.startsWith(word)) return false
  return word.length === shortest || word.length === 3 || word === name || others.includes(word)
}
