// The kinds that are meant where a query names only what narrows them down: `pizza`, `tennis`, `vegan`.
import { categoryById, type Category } from '#kit/categories/category-table.ts'
import type { Qualifier } from './words/qualifiers.ts'

const SCHOOLS_OF_SPORT = ['surf_school', 'ski_school', 'sailing_school', 'dive_centre', 'dojo'].map(
  (value) => `amenity/${value}`,
)
/** A pitch has no name, and people look for it by its sport. */
const PLACES_OF_SPORT: Category = {
  id: 'group/sport',
  match: [['leisure/*'], ['club/*'], ...SCHOOLS_OF_SPORT.map((id) => [id])],
  unnamed: true,
  narrows: false,
}
const FOOD_AND_SHOPS: Category = {
  id: 'group/food_and_shops',
  match: [['shop/*'], ...(categoryById('group/food')?.match ?? [])],
  unnamed: false,
  narrows: false,
}

/** Null: places of every kind. */
export function homeKinds(
  narrowing: readonly Category[],
  qualifiers: readonly Qualifier[],
): readonly Category[] | null {
  const [category] = narrowing
  if (category !== undefined) {
    const food = categoryById('group/food')
    return category.id.startsWith('sport/') ? [PLACES_OF_SPORT] : food === null ? null : [food]
  }
  const home = qualifiers.find((qualifier) => qualifier.home !== null)?.home ?? null
  if (home === null) return null
  const kinds = home === FOOD_AND_SHOPS.id ? [FOOD_AND_SHOPS] : home.split(' ').map(categoryById)
  return kinds.filter((kind) => kind !== null)
}
