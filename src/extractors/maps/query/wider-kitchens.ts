// Dishes and kitchens of a part of a country, and the kitchen of that country, which mappers abroad write.
import { categoryById } from '#kit/categories/category-table.ts'
import type { Understanding } from './understand-query.ts'

const OF_CHINA = 'sichuan cantonese'
const OF_JAPAN = 'tonkatsu tempura unagi okonomiyaki takoyaki'
const WIDER: ReadonlyMap<string, string> = new Map([
  ...OF_CHINA.split(' ').map((dish) => [`cuisine/${dish}`, 'cuisine/chinese'] as const),
  ...OF_JAPAN.split(' ').map((dish) => [`cuisine/${dish}`, 'cuisine/japanese'] as const),
  ['cuisine/gimbap', 'cuisine/korean'],
])

/** `川菜` where no place says more than that it is Chinese: the query for the kitchen of the country; null without such a dish. */
export function inWiderKitchen(understanding: Understanding): Understanding | null {
  const { categories } = understanding
  const wider = categories.map((category) => categoryById(WIDER.get(category.id) ?? '') ?? category)
  const isWider = wider.some((category, at) => category !== categories[at])
  return isWider ? { ...understanding, categories: wider } : null
}
