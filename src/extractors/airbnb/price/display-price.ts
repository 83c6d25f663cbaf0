// Reads the price that the site shows with a listing: a main line, perhaps a second one, and the breakdown.
import type { JsonObject } from '#parsing/json/json-value.ts'
import { fieldAt, objectAt, objectsAt, textAt, textOf } from '#extractors/airbnb/state/payload-fields.ts'
import type { CurrencyHints } from './currency-marks.ts'
import { amountsIn, readMoney, shared, type WrittenAmount } from './money.ts'
import type { StayPrice } from './price-type.ts'

/** What the price is read with. */
export interface PriceContext extends CurrencyHints {
  /** Between the dates that the page is for; null without dates. */
  readonly nights: number | null
}

interface Line {
  readonly label: string
  readonly amount: WrittenAmount | null
  readonly isSum: boolean
}

const NIGHT =
  /night|nacht|nächt|nuit|noche|nott|noite|natt|nætter|nat\b|noc|noć|noč|noapte|nopți|éjszak|éj\b|yö|gece|gecə|öö|nakt|nakš|nótt|nætur|\bnits?\b|natë|malam|gabi|usiku|đêm|ноч|ніч|нощ|ноќ|ноћ|νύχτ|νυχτ|ღამ|գիշեր|रात|রাত|คืน|晚|夜|泊|박|ליל|ليل|ليال/i
const MONTH =
  /month|monat|mois|mes\b|mese|mês|maand|månad|måned|miesi|měsíc|mesiac|mjesec|mesec|lună|luni|hó|kuukau|kuu\b|mėnes|mēnes|mánu|muaj|bulan|buwan|mwezi|tháng|\bay\b|мес|міс|μήν|महीन|মাস|เดือน|月|월|חודש|شهر/i

/** Whether an object is a price as this file reads it. */
export const isDisplayPrice = (object: JsonObject): boolean =>
  objectAt(object, 'primaryLine') !== null || objectAt(object, 'explanationData') !== null

/** Null for a price without any amount. */
export function readDisplayPrice(price: JsonObject, context: PriceContext): StayPrice | null {
  const primary = objectAt(price, 'primaryLine')
  const secondary = objectAt(price, 'secondaryLine')
  const main = moneyOfLine(primary, context)
  const second = moneyOfLine(secondary, context)
  const original = readMoney(textAt(primary, 'originalPrice'), context)
  const lines = breakdownOf(price, context)
  const rate = lines.map(({ label }) => rateIn(label, context)).find((each) => each !== null) ?? null
  const per = main === null ? null : periodOf(price, primary, second !== null)
  const nights = context.nights ?? (per === 'month' ? null : (rate?.nights ?? nightsIn(primary, context)))
  const sum = lines.findLast(({ isSum, amount }) => isSum && amount !== null)?.amount ?? null
  const total =
    (per === 'stay' ? main : null) ?? (per === 'night' ? second : null) ?? sum ?? (nights === 1 ? main : null)
  const shownRate = per === 'night' ? main : null
  const oneNight = per === 'stay' && nights === 1 ? main : null
  const currency =
    [main, total, second, rate, ...lines.map(({ amount }) => amount)].find((each) => each?.currency)
      ?.currency ?? null
  if (main === null && total === null && rate === null) return null
  const average = total === null || nights === null ? null : shared(total.amount, nights, currency)
  const [perNight, perNightFrom] =
    shownRate !== null
      ? ([shownRate.amount, 'shown'] as const)
      : rate !== null
        ? ([rate.amount, 'breakdown'] as const)
        : oneNight !== null
          ? ([oneNight.amount, 'shown'] as const)
          : ([average, average === null ? null : 'average'] as const)
  return {
    currency,
    perNight,
    perNightFrom,
    total: total?.amount ?? null,
    nights,
    lines: lines.map(({ label, amount }) => ({ label, amount: amount?.amount ?? null })),
    discount: discountOf(main, original, lines),
    original: original?.amount ?? null,
    shown: {
      text: textAt(primary, 'accessibilityLabel', 'discountedPrice', 'price'),
      amount: main?.amount ?? null,
      per,
    },
  }
}

/** A line with a discount has the price to pay and the former one in fields of their own. */
function moneyOfLine(line: JsonObject | null, context: PriceContext): WrittenAmount | null {
  return readMoney(textAt(line, 'discountedPrice', 'price', 'displayPrice'), context)
}

/** What the main line is for: the style says it, or the words beside it, or the line below it. */
function periodOf(
  price: JsonObject,
  primary: JsonObject | null,
  hasSecond: boolean,
): 'night' | 'stay' | 'month' {
  const style = textAt(price, 'displayPriceStyle') ?? ''
  if (/month/i.test(style)) return 'month'
  if (/total|stay/i.test(style)) return 'stay'
  if (/night/i.test(style)) return 'night'
  const words = [textAt(primary, 'qualifier', 'shortQualifier'), textAt(primary, 'price')].join(' ')
  const qualifier = textAt(primary, 'qualifier', 'shortQualifier') ?? ''
  if (/\p{Nd}/u.test(qualifier)) return 'stay'
  if (NIGHT.test(words)) return 'night'
  if (MONTH.test(qualifier)) return 'month'
  return hasSecond ? 'night' : 'stay'
}

/** `for 5 nights`: the only number beside the price. */
function nightsIn(primary: JsonObject | null, context: PriceContext): number | null {
  const [only, ...more] = amountsIn(textAt(primary, 'qualifier') ?? '', context)
  return only === undefined || more.length > 0 ? null : countOf(only)
}

const countOf = ({ amount, currency }: WrittenAmount): number | null =>
  currency === null && /^[1-9]\d{0,2}$/.test(amount) ? Number(amount) : null

/** `5 nights x € 159.40`: one amount with a currency and one number of nights. */
function rateIn(
  label: string,
  context: PriceContext,
): { readonly amount: string; readonly currency: string | null; readonly nights: number } | null {
  const amounts = amountsIn(label, context)
  const [money, ...moreMoney] = amounts.filter(({ currency }) => currency !== null)
  const [count, ...moreCounts] = amounts.filter(({ currency }) => currency === null)
  if (money === undefined || count === undefined || moreMoney.length + moreCounts.length > 0) return null
  const nights = countOf(count)
  return nights === null || money.amount.startsWith('-') ? null : { ...money, nights }
}

/** The groups of the breakdown, or the items of an older one. */
function breakdownOf(price: JsonObject, context: PriceContext): Line[] {
  const groups = objectsAt(objectAt(price, 'explanationData'), 'priceDetails')
  const items = groups.flatMap((group) => {
    const inner = objectsAt(group, 'items')
    return inner.length > 0 ? inner : [group]
  })
  return items.flatMap((item) => {
    const label = textAt(item, 'description', 'title', 'label', 'localizedTitle')
    if (label === null) return []
    const written = textAt(item, 'priceString', 'price', 'amount') ?? textOf(fieldAt(item, 'total'))
    const amount = readMoney(written, context) ?? readMoney(textAt(item, 'accessibilityLabel'), context)
    return [{ label, amount, isSum: /highlight|total/i.test(textAt(item, '__typename') ?? '') }]
  })
}

/** The difference to the former price, else the sum of the lines that take something off. */
function discountOf(
  main: WrittenAmount | null,
  original: WrittenAmount | null,
  lines: readonly Line[],
): string | null {
  const taken = lines.filter(({ amount }) => amount?.amount.startsWith('-') === true)
  const sum = taken.reduce((total, { amount }) => total + units(amount?.amount ?? '0'), 0n)
  if (taken.length > 0) return decimal(-sum)
  if (main === null || original === null) return null
  const difference = units(original.amount) - units(main.amount)
  return difference > 0n ? decimal(difference) : null
}

/** In thousandths, which no currency needs more of. */
function units(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const value = BigInt(whole) * 1_000n + BigInt(fraction.slice(0, 3).padEnd(3, '0'))
  return amount.startsWith('-') ? -value : value
}

function decimal(thousandths: bigint): string {
  const fraction = (thousandths % 1_000n).toString().padStart(3, '0').replace(/0$/, '')
  const whole = (thousandths / 1_000n).toString()
  return /^0+$/.test(fraction) ? whole : `${whole}.${fraction}`
}
