// Reads amounts of money out of the texts of a page, as decimal strings with their currency.
import {
  apart,
  asciiDigits,
  MULTIPLIED,
  plainDigits,
  WRITTEN_NUMBER,
} from '#parsing/numbers/written-digits.ts'
import { currencyOfMark, minorDigits, type CurrencyHints } from './currency-marks.ts'

/** A number in a text. */
export interface WrittenAmount {
  /** `1354.50`, with a minus sign where the text has one. */
  readonly amount: string
  /** ISO 4217; null for a number without a mark of a currency. */
  readonly currency: string | null
}

const MAX_CHARS = 300
const MAX_WHOLE_DIGITS = 15
/** A mark is one word at most: `US$`, `CHF`, `د.إ`, `kr`. */
const BEFORE = /([^\s\d]{1,8})\s?$/u
const AFTER = /^\s?([^\s\d]{1,8})/u
const MINUS = /[-\u2212\u2013]/

/** All numbers of a text in their order; those that no country writes so are left out. None where one is in thousands. */
export function amountsIn(source: string, hints: CurrencyHints): WrittenAmount[] {
  const text = apart(asciiDigits(source.slice(0, MAX_CHARS).normalize('NFKC'))).replace(
    /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g,
    '',
  )
  const amounts: WrittenAmount[] = []
  let end = 0
  for (const match of text.matchAll(WRITTEN_NUMBER)) {
    const before = text.slice(end, match.index)
    end = match.index + match[0].length
    const after = text.slice(end)
    if (MULTIPLIED.test(after)) return []
    const marks = marksAround(before, after)
    const codes = marks.flatMap((mark) => currencyOfMark(mark, hints) ?? [])
    // A code says more than a symbol: `$173 CAD`.
    const currency = codes.find((code) => marks.includes(code)) ?? codes[0] ?? null
    const leading = /(?:^|\D)\.$/.test(before) ? '0.' : ''
    const digits = plainDigits(match[0], () => currency !== null && minorDigits(currency) === 3)
    if (digits === null) continue
    const amount = leading + digits.replace(/^0+(?=\d)/, '')
    if (amount.replace(/\..*/, '').length > MAX_WHOLE_DIGITS) continue
    amounts.push({ amount: isNegative(before) ? `-${amount}` : amount, currency })
  }
  return amounts
}

/** The only amount of a text that is a price; without a mark it is in the currency of the page. Null for several. */
export function readMoney(source: string | null, hints: CurrencyHints): WrittenAmount | null {
  const all = source === null ? [] : amountsIn(source, hints)
  const marked = all.filter(({ currency }) => currency !== null)
  const [first, ...more] = marked.length > 0 ? marked : all
  if (first === undefined || more.length > 0) return null
  // A sign that is not known is not that of the page.
  const unmarked = /\p{Sc}/u.test(source ?? '') ? null : hints.pageCurrency
  return { amount: first.amount, currency: first.currency ?? unmarked }
}

/** The words beside a number that may be a currency, as they are and without signs: `S/`, `-AED`, `x €`, `(€`, `,– €`. */
function marksAround(before: string, after: string): string[] {
  const marks: string[] = []
  const add = (mark: string | undefined): void => {
    if (mark !== undefined) marks.push(mark)
    const bare = mark?.replace(/^[-+\u2212\u2013(~≈:x×*/.]{1,8}|[-+\u2212\u2013),;:/]{1,8}$/gu, '') ?? ''
    if (bare !== '' && bare !== mark) marks.push(bare)
  }
  add(BEFORE.exec(before.replace(/[-\u2212\u2013.]\s?$/, ''))?.[1])
  const [, next] = AFTER.exec(after.replace(/^[.,]?[-\u2212\u2013\u2014]{1,2}/, '')) ?? []
  add(next)
  return marks
}

/** A sign before the number or before its mark, and not between two words. */
function isNegative(before: string): boolean {
  const token = /(?:^|\s)(\S{0,10})\s?$/u.exec(before)?.[1] ?? ''
  if (MINUS.test(token.slice(0, 1)) || MINUS.test(token.slice(-1))) return true
  return /(?:^|\s)[-\u2212\u2013]\s?[^\s\d]{1,8}\s?$/u.test(before)
}

/** `total` shared by `nights`, in the smallest unit of the currency, half away from zero; null for no plain decimal. */
export function shared(total: string, nights: number, currency: string | null): string | null {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(total)
  if (match === null || nights < 1) return null
  const [, sign = '', whole = '', fraction = ''] = match
  const digits = currency === null ? Math.max(2, fraction.length) : minorDigits(currency)
  const scale = 10n ** BigInt(digits + 6)
  const units = BigInt(whole) * scale + (BigInt(fraction.padEnd(6, '0')) * scale) / 1_000_000n
  const step = 1_000_000n
  const each = units / BigInt(nights)
  const rounded = ((each + step / 2n) / step).toString().padStart(digits + 1, '0')
  const text = digits === 0 ? rounded : `${rounded.slice(0, -digits)}.${rounded.slice(-digits)}`
  return sign + text
}
