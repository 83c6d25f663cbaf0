// Cuts a text about opening hours into tokens: times, numbers, days, marks, and the words between them.
import {
  EVERY_DAY_WORDS,
  EXCEPT_WORDS,
  HOLIDAY_WORDS,
  LIST_WORDS,
  MIDNIGHT_WORDS,
  NOISE_WORDS,
  NOON_WORDS,
  OFF_WORDS,
  OPEN_WORDS,
  PHRASES,
  RANGE_WORDS,
  SUN_WORDS,
  UNSPACED_WEEKDAY,
  weekdaysOf,
  weekdayWord,
  WEEKEND_WORDS,
  WORKING_DAYS_WORDS,
} from './hours-words.ts'

/** A piece of opening hours. Monday is day 0. */
export type HoursToken =
  /** `9:00`, `9.30`, `9h30`: `hasDot` where dots part it, which may part a date as well. */
  | { readonly kind: 'time'; readonly hour: number; readonly minute: number; readonly hasDot: boolean }
  | { readonly kind: 'noon' | 'midnight' }
  | { readonly kind: 'half'; readonly isAfternoon: boolean }
  | { readonly kind: 'weekdays'; readonly days: readonly number[] }
  | { readonly kind: 'holiday'; readonly text: 'PH' | 'SH' | 'easter' }
  | { readonly kind: 'month'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'always' | 'off' | 'open' | 'except' | 'comment' }
  /** A word of the grammar that no plain week has: `unknown`, `week`, `day`, `sunrise`. */
  | { readonly kind: 'word'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string }

/** A weekday whose day depends on the other words of the text. */
type RawToken = HoursToken | { readonly kind: 'weekdayWord'; readonly text: string }

/** Why a text has no tokens. */
export type UnreadableText = 'too_long' | 'not_hours' | 'ambiguous'

/** Longer texts are no opening hours (OpenStreetMap itself allows 255 characters). */
const MAX_TEXT_CHARS = 1_000

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
const GRAMMAR_WORDS = new Set(['unknown', 'week', 'day', 'days'])

/** The words of scripts without spaces, which a text may have side by side. */
const UNSPACED = [
  OFF_WORDS,
  OPEN_WORDS,
  RANGE_WORDS,
  LIST_WORDS,
  NOISE_WORDS,
  EVERY_DAY_WORDS,
  WORKING_DAYS_WORDS,
]
  .concat([WEEKEND_WORDS, HOLIDAY_WORDS, NOON_WORDS])
  .flatMap((words) => [...words])
  .filter((word) => /[\p{sc=Han}\p{sc=Hira}\p{sc=Hang}]/u.test(word))
  .toSorted((a, b) => b.length - a.length)
  .join('|')

const PHRASE = PHRASES.map(([pattern], at) => String.raw`(?<p${at}>(?:${pattern})(?![\p{L}]))`).join('|')
const PIECE = new RegExp(
  String.raw`\s*(?:(?<comment>"[^"]*")|${PHRASE}|(?<hour>\d{1,2})(?:(?<dot>\.)|\s?[:h時时点시]\s?)(?<minute>\d{2})(?!\d)(?::00(?!\d))?` +
    String.raw`|(?<number>\d+)|(?<half>[ap]\.?\s?m\b\.?)|(?<unspaced>${UNSPACED_WEEKDAY}|${UNSPACED})` +
    String.raw`|(?<word>\p{L}[\p{L}\p{M}ʼ’']*\.?)|(?<mark>\|\||[;,:+[\]()/|&-]))\s*`,
  'iuy',
)

/** The tokens, or why there are none. Takes time linear in the length of the text. */
export function hoursTokens(text: string): readonly HoursToken[] | UnreadableText {
  if (text.length > MAX_TEXT_CHARS) return 'too_long'
  const plain = plainMarks(text)
  const raw: RawToken[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < plain.length) {
    const start = PIECE.lastIndex
    const groups = PIECE.exec(plain)?.groups
    if (groups === undefined) return 'not_hours'
    const previous = raw.at(-1)
    const found = tokensOf(groups, previous)
    if (found === null) return 'not_hours'
    // 土日祝 and 月水金 are lists.
    const isList = groups['unspaced'] !== undefined && isDay(found[0]) && isDay(previous)
    if (isList && !/\s/.test(plain.charAt(start - 1))) raw.push({ kind: 'mark', text: ',' })
    raw.push(...found)
  }
  return resolved(raw)
}

const isDay = (token: RawToken | undefined): boolean =>
  token?.kind === 'weekdayWord' || token?.kind === 'weekdays' || token?.kind === 'holiday'

/** One form for each mark: dashes of all lengths, full-width characters, quotes, `t/m`. */
function plainMarks(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212\u2192\u301C~\u30FC]|-{2}/g, '-')
    .replace(/[\u201C-\u201F\u00AB\u00BB]/g, '"')
    .replace(/[\u200B-\u200F\uFEFF]/g, '')
    .replace(/[\u3001\u30FB\u00B7\u2022]/g, ',')
    .replace(/\bt\/m\b/gi, '-')
    .replace(/-(?:feira)\b/gi, '')
    .trim()
}

type Groups = Readonly<Record<string, string | undefined>>

/** Null for what is no piece of opening hours; empty for what says nothing. */
function tokensOf(groups: Groups, previous: RawToken | undefined): RawToken[] | null {
  if (groups['comment'] !== undefined) return [{ kind: 'comment' }]
  if (groups['mark'] !== undefined)
    return [{ kind: 'mark', text: groups['mark'] === '&' ? ',' : groups['mark'] }]
  if (groups['hour'] !== undefined) return timeTokens(groups)
  if (groups['number'] !== undefined) return [{ kind: 'number', text: groups['number'] }]
  if (groups['half'] !== undefined) return [{ kind: 'half', isAfternoon: /^p/i.test(groups['half']) }]
  const word = groups['unspaced'] ?? groups['word']
  if (word !== undefined) return wordTokens(word, previous)
  const phrase = PHRASES.findIndex((_, at) => groups[`p${at}`] !== undefined)
  return phraseTokens(PHRASES[phrase]?.[1], groups[`p${phrase}`] ?? '', previous)
}

function timeTokens(groups: Groups): RawToken[] | null {
  const [hour, minute] = [Number(groups['hour']), Number(groups['minute'])]
  return minute > 59 ? null : [{ kind: 'time', hour, minute, hasDot: groups['dot'] !== undefined }]
}

const ALL_DAYS = [0, 1, 2, 3, 4, 5, 6]

function phraseTokens(
  kind: (typeof PHRASES)[number][1] | undefined,
  text: string,
  previous: RawToken | undefined,
): RawToken[] {
  switch (kind) {
    case 'always':
      // The end of `9-24 h`.
      return isMark(previous, '-') && text.startsWith('24')
        ? [{ kind: 'number', text: '24' }]
        : [{ kind: 'always' }]
    case 'daily':
      return [{ kind: 'weekdays', days: ALL_DAYS }]
    case 'workingDays':
      return [{ kind: 'weekdays', days: ALL_DAYS.slice(0, 5) }]
    case 'weekend':
      return [{ kind: 'weekdays', days: [5, 6] }]
    case 'holiday':
      return [{ kind: 'holiday', text: 'PH' }]
    case 'noon':
    case 'midnight':
    case 'comment':
      return [{ kind }]
    case 'noise':
    case undefined:
      return []
  }
}

function wordTokens(written: string, previous: RawToken | undefined): RawToken[] | null {
  const word = written.toLowerCase().replace(/\.$/, '')
  if (isRangeWord(word, previous)) return [{ kind: 'mark', text: '-' }]
  if (weekdayWord(word) !== null) return [{ kind: 'weekdayWord', text: word }]
  if (OFF_WORDS.has(word)) return [{ kind: 'off' }]
  if (OPEN_WORDS.has(word)) return [{ kind: 'open' }]
  if (LIST_WORDS.has(word)) return [{ kind: 'mark', text: ',' }]
  if (NOISE_WORDS.has(word)) return []
  if (EVERY_DAY_WORDS.has(word)) return phraseTokens('daily', word, previous)
  if (WORKING_DAYS_WORDS.has(word)) return phraseTokens('workingDays', word, previous)
  if (WEEKEND_WORDS.has(word)) return phraseTokens('weekend', word, previous)
  if (EXCEPT_WORDS.has(word)) return [{ kind: 'except' }]
  if (HOLIDAY_WORDS.has(word)) return [{ kind: 'holiday', text: 'PH' }]
  if (word === 'sh') return [{ kind: 'holiday', text: 'SH' }]
  if (word === 'easter') return [{ kind: 'holiday', text: 'easter' }]
  if (NOON_WORDS.has(word)) return [{ kind: 'noon' }]
  if (MIDNIGHT_WORDS.has(word)) return [{ kind: 'midnight' }]
  if (SUN_WORDS.has(word) || GRAMMAR_WORDS.has(word)) return [{ kind: 'word', text: word }]
  const month = MONTHS.find((name) => isShortFor(word, name.toLowerCase()))
  return month === undefined ? null : [{ kind: 'month', text: month.slice(0, 3) }]
}

function isShortFor(word: string, month: string): boolean {
  return month === word || (month.startsWith(word) && (word.length === 3 || word === 'sept'))
}

/** `to` is Thursday in Swedish and `do` in German, but neither of them behind a time. */
function isRangeWord(word: string, previous: RawToken | undefined): boolean {
  if (!RANGE_WORDS.has(word)) return false
  if (weekdayWord(word) === null) return true
  const { kind } = previous ?? {}
  return kind === 'time' || kind === 'number' || kind === 'half' || (word === 'to' && kind === 'weekdayWord')
}

function isMark(token: RawToken | undefined, text: string): boolean {
  return token?.kind === 'mark' && token.text === text
}

/** The weekdays in the language that all of them fit. */
function resolved(raw: readonly RawToken[]): readonly HoursToken[] | UnreadableText {
  const words = raw.flatMap((token) => (token.kind === 'weekdayWord' ? [token.text] : []))
  const days = weekdaysOf(words)
  if (days === null) return 'ambiguous'
  const next = days.values()
  return raw.map((token) => {
    if (token.kind !== 'weekdayWord') return token
    const { value } = next.next()
    return { kind: 'weekdays', days: value === undefined ? [] : [value] }
  })
}
