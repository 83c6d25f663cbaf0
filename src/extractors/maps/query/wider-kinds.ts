// What is meant where no place is of a kind: the kitchen of China where none says Sichuan, any Mexican food where none says tacos.
import { categoryById } from '#kit/categories/category-table.ts'
import type { Understanding } from './understand-query.ts'

/** The query for the wider kinds in the place of its own; null where none of them has a wider one. */
export function inWiderKinds(understanding: Understanding): Understanding | null {
  const { categories } = understanding
  if (categories.every(({ wider }) => wider === undefined)) return null
  const wider = categories.flatMap((category) =>
    category.wider === undefined ? [category] : category.wider.map(categoryById),
  )
  return { ...understanding, categories: wider.filter((category) => category !== null) }
}
