// Shops for the goods of a country: `polski sklep`, `russischer Laden`. Mappers say it with `origin`, in English, or by the name.
import type { Category } from '#kit/categories/category-table.ts'

/** By the value of a kitchen: the country that it is of. */
const COUNTRIES: Readonly<Record<string, string>> = {
  polish: 'PL',
  russian: 'RU',
  ukrainian: 'UA',
  romanian: 'RO',
  bulgarian: 'BG',
  hungarian: 'HU',
  lithuanian: 'LT',
  czech: 'CZ',
  turkish: 'TR',
  greek: 'GR',
  italian: 'IT',
  french: 'FR',
  spanish: 'ES',
  portuguese: 'PT',
  german: 'DE',
  swedish: 'SE',
  british: 'GB',
  american: 'US',
  mexican: 'MX',
  brazilian: 'BR',
  moroccan: 'MA',
  lebanese: 'LB',
  persian: 'IR',
  afghan: 'AF',
  indian: 'IN',
  pakistani: 'PK',
  chinese: 'CN',
  japanese: 'JP',
  korean: 'KR',
  vietnamese: 'VN',
  thai: 'TH',
  filipino: 'PH',
  indonesian: 'ID',
}
const NO_COUNTRY: ReadonlySet<string> = new Set(['asian', 'african', 'arab', 'balkan', 'caribbean'])

/** Any shop, and those that sell all that a kitchen needs: `türkischer Supermarkt`, `asian grocery`. */
const ANY_SHOP: ReadonlySet<string> = new Set([
  'group/shop',
  'group/groceries',
  'shop/supermarket',
  'shop/convenience',
])

/** Whether a kind is one of which shops for the goods of a country are. */
export function mayBeOfOrigin({ id }: Category): boolean {
  return ANY_SHOP.has(id)
}

/** Kinds of which some are any shop and the others are kitchens, as the shops for goods from there; any others as they are. */
export function shopsOfOrigin(categories: readonly Category[]): readonly Category[] {
  const others = categories.filter((category) => !mayBeOfOrigin(category))
  const isOfOrigin = others.length > 0 && others.length < categories.length && others.every(hasOrigin)
  return isOfOrigin ? others.map(shopsOf) : categories
}

const valueOf = ({ id }: Category): string => id.slice(id.indexOf('/') + 1)

function hasOrigin(category: Category): boolean {
  const value = valueOf(category)
  return category.id.startsWith('cuisine/') && (value in COUNTRIES || NO_COUNTRY.has(value))
}

function shopsOf(kitchen: Category): Category {
  const value = valueOf(kitchen)
  const country = COUNTRIES[value]
  const name = country === undefined ? undefined : new Intl.DisplayNames('en', { type: 'region' }).of(country)
  const origins = [value, name?.toLowerCase().replaceAll(' ', '_'), country?.toLowerCase()]
  const tags = origins.flatMap((origin) => (origin === undefined ? [] : [`origin/${origin}`]))
  return {
    id: `origin/${value}`,
    match: [...tags, kitchen.id].map((tag) => ['shop/*', tag]),
    unnamed: false,
    narrows: false,
    nameWords: kitchen.nameWords ?? [],
  }
}
