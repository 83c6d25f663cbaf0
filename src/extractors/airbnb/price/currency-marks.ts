// Which currency a mark means: a code, or a symbol as a language writes it.

import { ownValue } from '#kit/unknown-values.ts'

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** What the site shows prices in; a symbol means one of these. */
const OFFERED = (
  'USD EUR GBP AED ARS AUD BGN BRL CAD CHF CLP CNY COP CRC CZK DKK EGP GHS HKD HUF IDR ILS INR JPY KES KRW KZT MAD ' +
  'MXN MYR NOK NZD PEN PHP PLN QAR RON RUB SAR SEK SGD THB TRY TWD TZS UAH UGX UYU VND XAF XOF ZAR'
).split(' ')
/** Marks that people write, and that Intl has in no language or in few. */
const WRITTEN_MARKS: Readonly<Record<string, string>> = {
  US$: 'USD',
  S$: 'SGD',
  C$: 'CAD',
  COL$: 'COP',
  TL: 'TRY',
  円: 'JPY',
  원: 'KRW',
  'S/': 'PEN',
  KSh: 'KES',
  TSh: 'TZS',
  USh: 'UGX',
  грн: 'UAH',
  руб: 'RUB',
  Fr: 'CHF',
}
const MAX_LANGUAGES = 50

/** The currencies that a language writes with a symbol. */
interface Symbols {
  /** Beside those of all other currencies, so that one symbol means one currency. */
  readonly full: ReadonlyMap<string, string>
  /** Among people who know which currency is meant. */
  readonly narrow: ReadonlyMap<string, ReadonlySet<string>>
}

const known = new Map<string, Symbols>()

/** What is known about the currency beside the mark itself. */
export interface CurrencyHints {
  /** BCP 47, of the page. */
  readonly locale: string | null
  /** ISO 4217, as the page names it. */
  readonly pageCurrency: string | null
  /** ISO 4217, as it was asked for; the page may have been given in another one. */
  readonly askedCurrency: string | null
}

/** Whether the text is an ISO 4217 code. */
export const isCurrencyCode = (text: string): boolean => CODES.has(text)

/**
 * The ISO 4217 code of `mark`; null for a text that is no currency, or that could be several. `$` is what the language of
 * the page means by it: US dollars in English, unless the page says Canadian.
 */
export function currencyOfMark(mark: string, hints: CurrencyHints): string | null {
  const plain = plainMark(mark)
  if (plain === '') return null
  if (CODES.has(plain)) return plain
  const { pageCurrency, askedCurrency } = hints
  const own = symbolsOf(canonicalLocale(hints.locale) ?? 'en')
  const english = symbolsOf('en')
  const mayMean = (currency: string | null): string | null =>
    currency !== null && [own, english].some(({ narrow }) => narrow.get(plain)?.has(currency) === true)
      ? currency
      : null
  return (
    mayMean(pageCurrency) ??
    own.full.get(plain) ??
    mayMean(askedCurrency) ??
    english.full.get(plain) ??
    ownValue(WRITTEN_MARKS, plain) ??
    onlyOne(own.narrow.get(plain)) ??
    onlyOne(english.narrow.get(plain)) ??
    onlyOne(symbolsOfAll().get(plain))
  )
}

function onlyOne(currencies: ReadonlySet<string> | undefined): string | null {
  const [first, ...more] = currencies ?? []
  return first !== undefined && more.length === 0 ? first : null
}

function symbolsOf(language: string): Symbols {
  const before = known.get(language)
  if (before !== undefined) return before
  const full = new Map<string, string>()
  for (const [symbol, currencies] of currenciesByMark(language, OFFERED, 'symbol')) {
    const currency = onlyOne(currencies)
    if (currency !== null && symbol !== currency) full.set(symbol, currency)
  }
  const symbols = { full, narrow: currenciesByMark(language, OFFERED, 'narrowSymbol') }
  if (known.size < MAX_LANGUAGES) known.set(language, symbols)
  return symbols
}

let allSymbols: ReadonlyMap<string, ReadonlySet<string>> | null = null

/** The signs of all currencies, also of those that the site does not offer. */
const symbolsOfAll = (): ReadonlyMap<string, ReadonlySet<string>> =>
  (allSymbols ??= currenciesByMark('en', CODES, 'narrowSymbol'))

function currenciesByMark(
  language: string,
  currencies: Iterable<string>,
  display: 'symbol' | 'narrowSymbol',
): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const currency of currencies) {
    const mark = plainMark(writtenMark(language, currency, display))
    found.set(mark, (found.get(mark) ?? new Set()).add(currency))
  }
  return found
}

function writtenMark(language: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency
}

/** One spelling of a mark: no blanks in it, no point at its end, no marks of direction. */
function plainMark(mark: string): string {
  return mark
    .normalize('NFKC')
    .replace(/[\s\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\.$/, '')
}

/** Digits after the point that a currency has: 2 for euros, 0 for yen. */
export function minorDigits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return maximumFractionDigits ?? 2
}

/** The language of a page as Intl knows it. Null for no tag, or one that Intl has no data for. */
function canonicalLocale(tag: string | null): string | null {
  if (tag === null) return null
  try {
    return Intl.NumberFormat.supportedLocalesOf([tag.replaceAll('_', '-')])[0] ?? null
  } catch {
    return null
  }
}
