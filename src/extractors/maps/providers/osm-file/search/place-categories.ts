// Finds places by category.
import type { DatabaseSync } from 'node:sqlite'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import type { Category } from '#kit/categories/category-table.ts'

/** Keys of the places that are one. Places without a name count only where hardly any of the kind has one. */
export function placesInCategory(db: DatabaseSync, { match, unnamed }: Category): ReadonlySet<number> {
  return match
    .map((all) => all.map((id) => keysOf(db, id, unnamed)).reduce((a, b) => a.intersection(b)))
    .reduce((a, b) => a.union(b))
}

function keysOf(db: DatabaseSync, id: string, unnamed: boolean): Set<number> {
  const condition = id.endsWith('/*') ? 'category > ? and category < ?' : 'category = ?'
  const prefix = id.slice(0, -1)
  // '0' follows '/' in ASCII, so this is the range of all that begins with the key.
  const bounds = id.endsWith('/*') ? [prefix, `${prefix.slice(0, -1)}0`] : [id]
  const named = unnamed ? '' : ' and named = 1'
  const keys = db.prepare(`select key from place_category where ${condition}${named}`)
  return new Set(allRows<{ readonly key: number }>(keys, ...bounds).map(({ key }) => key))
}
