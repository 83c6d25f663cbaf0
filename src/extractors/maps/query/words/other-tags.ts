// How else the places of a kind are tagged: `shop=fish` is a fishmonger of earlier years, `craft=glaziery` one `shop=glaziery`.
import { fileURLToPath } from 'node:url'
import type { Category } from '#kit/categories/category-table.ts'
import { openSortedLines, type SortedLines } from './sorted-lines.ts'

let table: SortedLines | undefined

function theTable(): SortedLines {
  return (table ??= openSortedLines(fileURLToPath(new URL('data/other-tags.txt', import.meta.url))))
}

/** The category with the other tags of its places; its id stays. */
export function withOtherTags(category: Category): Category {
  const known = new Set(category.match.map((tags) => tags.join('+')))
  const others = category.match.flatMap((tags) => (theTable().find(tags.join('+')) ?? '').split(' '))
  const added = [...new Set(others)].filter((tag) => tag !== '' && !known.has(tag))
  return added.length === 0
    ? category
    : { ...category, match: [...category.match, ...added.map((tag) => [tag])] }
}
