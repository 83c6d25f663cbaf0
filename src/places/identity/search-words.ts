// Words by which a place is found that are no plain text: its phone numbers and its website, as stored and as asked for.
import { foldText } from '#kit/text.ts'

/** Fewer digits end too many numbers. */
const MIN_PHONE_DIGITS = 6

/** The digits from the last to the first, so that a number is found by its end, with or without country code. */
export function phoneWord(number: string): string {
  return `tel${[...digitsOf(number)].reverse().join('')}`
}

/** The beginning of the `phoneWord` of the numbers that end in `text`, or null where that is no phone number. */
export function askedPhoneWord(text: string): string | null {
  if (!/^[\d\s+()./-]+$/.test(text)) return null
  // `00` or `0` before it is only dialled.
  const digits = digitsOf(text).replace(/^0+/, '')
  return digits.length < MIN_PHONE_DIGITS ? null : phoneWord(digits)
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** Host and path in words. */
export function websiteWords(url: string): string {
  return foldText(withoutScheme(url))
}

/** `text` without what stands before the host, where it is an address of the web. */
export function withoutScheme(text: string): string {
  return text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
}
