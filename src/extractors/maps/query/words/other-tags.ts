// How else the places of a kind are tagged: `shop=fish` is a fishmonger of earlier years, `craft=glaziery` one `shop=glaziery`.
import type { Category } from '#kit/categories/category-table.ts'
import { openSortedLines } from './sorted-lines.ts'

const table = openSortedLines(new URL('data/other-tags.txt', import.meta.url))

/** The category with the other tags of its places; its id stays. */
export function withOtherTags(category: Category): Category {
  const known = new Set(category.match.map((tags) => tags.join('+')))
  const others = category.match.flatMap((tags) => (table.find(tags.join('+')) ?? '').split(' '))
  const added = [...new Set(others)].filter((tag) => tag !== '' && !known.has(tag))
  return added.length === 0
    ? category
    : { ...category, match: [...category.match, ...added.map((tag) => [tag])] }
}
