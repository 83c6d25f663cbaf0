// Search words of a place that are not plain text: its phone numbers and its website, as stored and as queried.
import { foldText } from '#kit/text/text-rules.ts'
import type { Alias } from './source-ids.ts'

/** With fewer digits, too many numbers would match. */
const MIN_PHONE_DIGITS = 6

/** Longer ids are told apart by the content, which is compared afterwards. */
const MAX_ALIAS_WORD = 100

/** The digits in reverse order, so that a number is found by its end, with or without country code. */
export function phoneWord(number: string): string {
  return `tel${Array.from(digitsOf(number)).toReversed().join('')}`
}

/** The prefix of the `phoneWord` of all numbers that end in `text`; null when `text` is not a phone number. */
export function askedPhoneWord(text: string): string | null {
  if (!/^[\d\s+()./-]+$/.test(text)) return null
  // `00` or `0` before it is only a dialling prefix.
  const digits = digitsOf(text).replace(/^0+/, '')
  return digits.length < MIN_PHONE_DIGITS ? null : phoneWord(digits)
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** One word for an id that several places may share: `wikidataq235`. */
export function aliasWord({ scheme, value }: Alias): string {
  return `${scheme}${value}`
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, MAX_ALIAS_WORD)
}

/** Host and path as words. */
export function websiteWords(url: string): string {
  return foldText(withoutScheme(url))
}

/** `text` without scheme and `www.`, if it is a web address. */
export function withoutScheme(text: string): string {
  return text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
}
