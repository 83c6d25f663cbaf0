// The name on the map that a text is in another case: `starym miescie` is `stare miasto`, `dworca` a `dworzec`.
import type { DatabaseSync } from 'node:sqlite'
import { landmarkWord } from '#extractors/maps/query/where/landmark-words.ts'
import { sharedStems } from '#extractors/maps/query/where/case-forms.ts'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'

/** Names that begin like the text are compared; a name in another case keeps its first letters. */
const FIRST_LETTERS = 2
const MIN_LETTERS = 4
const MAX_WORDS = 4
const MAX_COMPARED = 50_000

/**
 * The folded name of an area, the word for a kind of landmarks, or the name of a landmark or a street, that a folded text is a form of;
 * null where none is. `isAlone`: no word for where stands in front of it.
 */
export function nameInCase(db: DatabaseSync, text: string, isAlone: boolean): string | null {
  if (text.length < MIN_LETTERS || text.split(' ').length > MAX_WORDS) return null
  const areas = `select n.folded from area_name n join area a on a.key = n.area
     where n.folded >= ? and n.folded < ? and (a.geometry is not null or a.radius_m is not null) order by a.rank limit ?`
  const spots = 'select distinct folded from spot_name where folded >= ? and folded < ? limit ?'
  return (
    closest(db, areas, text, isAlone) ??
    landmarkWord(text, isAlone) ??
    (isAlone ? null : closest(db, spots, text, isAlone))
  )
}

function closest(db: DatabaseSync, rows: string, text: string, isAlone: boolean): string | null {
  const first = Array.from(text).slice(0, FIRST_LETTERS).join('')
  let [found, longest]: [string | null, number] = [null, 0]
  for (const { folded } of allRows<{ readonly folded: string }>(
    db,
    rows,
    first,
    `${first}\u{10ffff}`,
    MAX_COMPARED,
  )) {
    const shared = sharedStems(text, folded, isAlone)
    if (shared > longest) [found, longest] = [folded, shared]
  }
  return found
}
