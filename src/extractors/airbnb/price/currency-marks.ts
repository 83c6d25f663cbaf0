// Which currency a mark means: a code, or a symbol as a language writes it.

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** What the site shows prices in; a symbol means one of these. */
const OFFERED = (
  'USD EUR GBP AED ARS AUD BGN BRL CAD CHF CLP CNY COP CRC CZK DKK EGP GHS HKD HUF IDR ILS INR JPY KES KRW KZT MAD ' +
  'MXN MYR NOK NZD PEN PHP PLN QAR RON RUB SAR SEK SGD THB TRY TWD TZS UAH UGX UYU VND XAF XOF ZAR'
).split(' ')
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
    onlyOne(own.narrow.get(plain)) ??
    onlyOne(english.narrow.get(plain))
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
  const narrow = new Map<string, Set<string>>()
  for (const currency of OFFERED) {
    const symbol = plainMark(writtenMark(language, currency, 'symbol'))
    if (symbol !== currency && !full.has(symbol)) full.set(symbol, currency)
    const short = plainMark(writtenMark(language, currency, 'narrowSymbol'))
    narrow.set(short, (narrow.get(short) ?? new Set()).add(currency))
  }
  const symbols = { full, narrow }
  if (known.size < MAX_LANGUAGES) known.set(language, symbols)
  return symbols
}

function writtenMark(language: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(1).find(({ type }) => type === 'currency')?.value ?? currency
}

/** One spelling of a mark: no point at its end, no marks of direction. */
function plainMark(mark: string): string {
  return mark
    .normalize('NFKC')
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
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
