// The name on the map that a text is in another case: `starym miescie` is `stare miasto`, `dworca` a `dworzec`.
import type { DatabaseSync } from 'node:sqlite'
import { landmarkWord } from '#extractors/maps/query/where/landmark-words.ts'
import { sharedStem, sharedStems } from '#extractors/maps/query/where/case-forms.ts'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { wordsBegunBy } from '#extractors/maps/providers/osm-file/matches/text-matches.ts'
import { withoutSort } from './street-lookup.ts'

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
    (isAlone ? null : (closest(db, spots, text, isAlone) ?? closestPlace(db, text)))
  )
}

/** Fewer letters are those of another word: a form and its name share all but the end. */
const MIN_LETTERS_OF_A_WORD = 6

/**
 * The words of names on the map of which a folded text is the form by itself, where no name has that: `konicek` of `U Bileho Konicka`. All of
 * the text, with each of its words in a form that a name has; null where none is.
 */
export function wordsInCase(db: DatabaseSync, text: string): string | null {
  const words = text.split(' ')
  if (words.length > MAX_WORDS || !words.some((word) => word.length >= MIN_LETTERS_OF_A_WORD)) return null
  const forms = words.map((word) => {
    if (word.length < MIN_LETTERS_OF_A_WORD) return word
    const isForm = (name: string) => sharedStem(name, word, { isAlone: false, isPart: false }) >= MIN_LETTERS
    return wordsBegunBy(db, word.slice(0, word.length >> 1)).find(isForm) ?? word
  })
  return forms.join(' ') === text ? null : forms.join(' ')
}

/** A single word in Latin letters is a form of too many names of places. */
const SURELY_A_NAME = /\p{L} \p{L}|^[\p{Script=Cyrillic}\p{Script=Greek}]{6,}$/u
/** As many places are compared. */
const MAX_PLACES = 2_000

/** Of the places that people find their way by, a park or a theatre, the name of which a text is a form: `парке победы`. */
function closestPlace(db: DatabaseSync, text: string): string | null {
  if (!SURELY_A_NAME.test(text)) return null
  const starts = text
    .split(' ')
    .map((word) => `"${word.slice(0, Math.max(FIRST_LETTERS, word.length >> 1))}"*`)
  const rows = `select p.folded from place_text t join place p on p.key = t.rowid where place_text match ? limit ?`
  const names = allRows<{ readonly folded: string }>(db, rows, `name : (${starts.join(' AND ')})`, MAX_PLACES)
  return closestName(
    text,
    names.flatMap(({ folded }) => folded.split(' | ')),
    false,
  )
}

function closest(db: DatabaseSync, rows: string, text: string, isAlone: boolean): string | null {
  const first = Array.from(text).slice(0, FIRST_LETTERS).join('')
  const names = allRows<{ readonly folded: string }>(db, rows, first, `${first}\u{10ffff}`, MAX_COMPARED)
  return closestName(
    text,
    names.map(({ folded }) => folded),
    isAlone,
  )
}

/** The name with the most letters in common that the text is a form of; of a street without the word for its sort too: `невском`. */
function closestName(text: string, names: readonly string[], isAlone: boolean): string | null {
  let [found, longest]: [string | null, number] = [null, 0]
  for (const name of names) {
    const plain = isAlone ? null : withoutSort(name)
    const shared =
      sharedStems(text, name, isAlone) || (plain === null ? 0 : sharedStems(text, plain, isAlone))
    if (shared > longest) [found, longest] = [name, shared]
  }
  return found
}
