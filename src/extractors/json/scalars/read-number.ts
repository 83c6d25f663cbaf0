// Numbers as people write them: with currency, unit and the separators of their language. Exactly one number, never a
// guess.
import { isExact } from '#parsing/numbers/exact-number.ts'
import { asciiDigits, MULTIPLIED, plainDigits, WRITTEN_NUMBER } from '#parsing/numbers/written-digits.ts'

/**
 * What may precede a number directly: nothing, a sign, a currency. Not a letter of a name: the 5 of `X5` is not a
 * quantity.
 */
const BEFORE = /(?:^|[\s(:~≈=/]|[-+\u2212]|\p{Sc}|\b(?:[A-Z]{3}|Rs\.?|R\$|kr\.?|zł|Kč|Fr\.?|lei|ca\.?))$/u
const MAX_CHARS = 200

/**
 * `1.234,56 €` is 1234.56 and `$1,234.50` is 1234.5. When one separator before three digits is ambiguous (`1,234`),
 * `locale` (BCP 47) decides; without it a comma groups and a point is decimal. Null: no number, more than one, or one
 * with a multiplying word, or a whole number that would be rounded.
 */
export function readNumber(source: string, locale: string | null = null): number | null {
  const text = asciiDigits(source.trim())
  if (text === '' || text.length > MAX_CHARS) return null
  // The notation of computers, including exponents.
  if (/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text) && !/^\d{1,3}\.\d{3}$/.test(text))
    return isExact(text, Number(text)) ? Number(text) : null
  const matches = [...text.matchAll(WRITTEN_NUMBER)]
  const [match] = matches
  if (match === undefined || matches.length > 1) return null
  const before = text.slice(0, match.index)
  const after = text.slice(match.index + match[0].length)
  if (!BEFORE.test(before) || MULTIPLIED.test(after)) return null
  const value = readDigits(match[0], locale)
  if (value === null) return null
  return finite(
    /[-\u2212]\s?\p{Sc}?\s?$/u.test(before) && !/[\p{L}\d]\s?[-\u2212]\s?$/u.test(before) ? -value : value,
  )
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

function readDigits(written: string, locale: string | null): number | null {
  const digits = plainDigits(written, (mark) => (decimalMark(locale) ?? '.') === mark)
  return digits === null || !isExact(digits, Number(digits)) ? null : Number(digits)
}

const marks = new Map<string, string | null>()

function decimalMark(locale: string | null): string | null {
  if (locale === null) return null
  let mark = marks.get(locale)
  if (mark === undefined) {
    mark = readMark(locale)
    if (marks.size < 500) marks.set(locale, mark)
  }
  return mark
}

function readMark(locale: string): string | null {
  try {
    const [known] = Intl.NumberFormat.supportedLocalesOf([locale])
    if (known === undefined) return null
    return (
      new Intl.NumberFormat(known).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? null
    )
  } catch {
    return null
  }
}
