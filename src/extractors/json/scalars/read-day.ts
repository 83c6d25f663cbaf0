// Days and instants out of what pages keep beside dates: seconds of an epoch, and times of day after a day.
import { dateOf } from '#parsing/dates/read-date.ts'

/** From 1990 to 2100: other numbers of this size are more likely something else. */
const [FIRST, LAST] = [631_152_000, 4_102_444_800]

/** Seconds or milliseconds since 1970 as an instant; null for any other text. */
export function instantOf(text: string): string | null {
  if (!/^(?:\d{9,10}|\d{12,13})(?:\.\d{1,6})?$/.test(text)) return null
  const number = Number(text)
  const seconds = number > LAST * 10 ? number / 1_000 : number
  if (seconds < FIRST || seconds > LAST) return null
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z')
}

/** `at 11:59pm`, `um 14.30 Uhr`, `11時20分` at the end. */
const TIME =
  /(?:,|\s)\s?(?:(?:at|um|à|a las|às|alle|ore|kl\.?|om|o|в|la|godz\.?)\s)?\d{1,2}(?:[:.h時]\d{2}){1,2}(?:分|\s?[ap]\.?m\.?|\s?uhr|\s?h)?$/iu

/** The day of a text; null where it is none, or could be two. */
export function dayOfText(text: string, locale: string | null): string | null {
  if (text.length > 80) return null
  const plain = text.replace(/\s+/g, ' ')
  return (
    (instantOf(plain) ?? dateOf(plain, locale) ?? dateOf(plain.replace(TIME, ''), locale))?.slice(0, 10) ??
    null
  )
}
