import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readDisplayPrice } from './display-price.ts'
import { amountsIn, readMoney, shared } from './money.ts'

const hints = (
  locale: string | null = null,
  pageCurrency: string | null = null,
  askedCurrency: string | null = null,
) => ({
  locale,
  pageCurrency,
  askedCurrency,
})

test('amounts as the site writes them in its languages', () => {
  for (const [text, locale, amount, currency] of [
    ['€ 1.354', 'nl', '1354', 'EUR'],
    ['$173 CAD', 'en', '173', 'CAD'],
    ['$\u00a0445.059,03\u00a0USD', 'es-AR', '445059.03', 'USD'],
    ['R$258', 'en', '258', 'BRL'],
    ['1\u202f234,56 €', 'fr', '1234.56', 'EUR'],
    ['₩37,846', 'en', '37846', 'KRW'],
    ['CHF 120', null, '120', 'CHF'],
    ['1’234.50 CHF', 'de-CH', '1234.50', 'CHF'],
    ['1 234 kr', 'sv', '1234', 'SEK'],
    ['\ufea9.\ufe87 377.04', 'ar-AE', '377.04', 'AED'],
    ['-AED 51.60', 'en', '-51.60', 'AED'],
    ['−51 €', 'de', '-51', 'EUR'],
    ['￥12,345', 'ja', '12345', 'JPY'],
    ['¥345', 'zh', '345', 'CNY'],
    ['1 200,50 zł', 'pl', '1200.50', 'PLN'],
    ['A$1,200', 'en', '1200', 'AUD'],
    ['KWD 1.250', 'en', '1.250', 'KWD'],
    ['€ .45', 'en', '0.45', 'EUR'],
    ['١٢٣ US$', 'ar', '123', 'USD'],
    ['\u200f١٬٢٣٤٫٥٦ د.إ.\u200f', 'ar-AE', '1234.56', 'AED'],
    ['₹१,२३,४५६', 'hi', '123456', 'INR'],
    ['\u200f1,234 ₪', 'he', '1234', 'ILS'],
    ['1.234,– €', 'de', '1234', 'EUR'],
    ['1.234,- kr', 'da', '1234', 'DKK'],
    ["CHF 1'234", 'de-CH', '1234', 'CHF'],
    ['12,345円', 'ja', '12345', 'JPY'],
    ['S/ 1,234', 'es-PE', '1234', 'PEN'],
    ['US$1,234', 'en', '1234', 'USD'],
    ['1.234 TL', 'tr', '1234', 'TRY'],
    ['৳১,২৩৪', 'bn', '1234', 'BDT'],
  ] as const) {
    assert.deepEqual(readMoney(text, hints(locale)), { amount, currency }, text)
  }
})

test('a symbol of several currencies is what the page names, then what its language means, then what was asked for', () => {
  const dollar = (...given: Parameters<typeof hints>) => readMoney('$173', hints(...given))?.currency
  assert.deepEqual(
    [dollar('en'), dollar('en-CA'), dollar('en', 'CAD'), dollar('en', null, 'CAD'), dollar('de', 'EUR')],
    ['USD', 'CAD', 'CAD', 'USD', 'USD'],
  )
  assert.equal(readMoney('kr 90', hints('en', null, 'NOK'))?.currency, 'NOK')
  assert.equal(readMoney('kr 90', hints('en'))?.currency, null)
  assert.equal(readMoney('450', hints('en', 'EUR'))?.currency, 'EUR')
  // Two currencies of Africa are written alike, and a sign that is not known is not that of the page.
  const franc = (page: string | null) => readMoney('1 234 FCFA', hints('fr', page))?.currency
  assert.deepEqual([franc(null), franc('XOF'), franc('XAF')], [null, 'XOF', 'XAF'])
  assert.equal(readMoney('Q$ 90', hints('en', 'EUR'))?.currency, null)
})

test('no amount, several, or a number that nobody writes so', () => {
  for (const text of [
    '',
    '₩12만',
    '1万2,345円',
    '$10K',
    'free',
    '€ 1 or € 2',
    '€ 1,2,3',
    `€ ${'9'.repeat(40)}`,
    null,
  ])
    assert.equal(readMoney(text, hints('en')), null, String(text))
  assert.deepEqual(amountsIn('5 nights x € 159.40', hints('en')), [
    { amount: '5', currency: null },
    { amount: '159.40', currency: 'EUR' },
  ])
})

test('a total shared by nights is rounded in the smallest unit of its currency', () => {
  assert.deepEqual(
    [
      shared('817', 5, 'EUR'),
      shared('1000', 3, 'JPY'),
      shared('100', 3, 'EUR'),
      shared('200', 3, null),
      shared('x', 3, 'EUR'),
    ],
    ['163.40', '333', '33.33', '66.67', null],
  )
})

test('what the main line is for: by its style, its words, a second line', () => {
  const priceOf = (primaryLine: object, more: object = {}, nights: number | null = null) => {
    const price = JSON.parse(JSON.stringify({ primaryLine, ...more }))
    const {
      perNight,
      perNightFrom,
      total,
      nights: counted,
      shown,
    } = readDisplayPrice(price, { ...hints('en'), nights }) ?? {}
    return [shown?.per, perNight, perNightFrom, total, counted]
  }
  assert.deepEqual(priceOf({ price: '€100', qualifier: 'night' }), ['night', '100', 'shown', null, null])
  assert.deepEqual(priceOf({ price: '$120 night' }, { secondaryLine: { price: '$640 total' } }, 5), [
    'night',
    '120',
    'shown',
    '640',
    5,
  ])
  assert.deepEqual(priceOf({ price: '€500', qualifier: 'for 5 nights' }), [
    'stay',
    '100.00',
    'average',
    '500',
    5,
  ])
  assert.deepEqual(priceOf({ price: '€500', qualifier: 'in totaal' }, {}, 4), [
    'stay',
    '125.00',
    'average',
    '500',
    4,
  ])
  assert.deepEqual(priceOf({ price: '€500' }, { displayPriceStyle: 'TOTAL_ONLY' }, 1), [
    'stay',
    '500',
    'shown',
    '500',
    1,
  ])
  assert.deepEqual(priceOf({ price: '€2000', qualifier: 'monthly' }, {}, 30), ['month', null, null, null, 30])
  for (const night of ['रात', 'đêm', 'malam', 'nit', 'noć', 'לילות', 'คืน'])
    assert.equal(priceOf({ price: '€100', qualifier: night }, {}, 3)[0], 'night', night)
  assert.deepEqual(priceOf({ price: 'ask' }), [undefined, undefined, undefined, undefined, undefined])
})
