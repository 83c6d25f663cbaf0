// Finds places by what stands anywhere in a name whose script puts no spaces between words: `市立病院` in `汐浜市立病院`.
import type { DatabaseSync } from 'node:sqlite'
import { characterPairs, holdsRun, isUnspaced } from '#kit/text/character-pairs.ts'
import { scriptFold, withoutThaiTones } from '#kit/text/script-variants.ts'
import { allRows } from '#extractors/maps/providers/osm-file/index/index-rows.ts'

/** A place or a landmark that has a name. */
interface NamedKey {
  readonly key: number
  readonly isPlace: number
}

interface NamedRun extends NamedKey {
  /** Its names, ` | ` between them. */
  readonly folded: string
}

/** `tones`: whether the marks above Thai letters must be right. `isWhole`: whether a word must begin and end where the run does. */
interface RunRules {
  readonly tones: 'as typed' | 'any'
  readonly isWhole: boolean
}

const AS_TYPED: RunRules = { tones: 'as typed', isWhole: false }

/** Whether a term is a run of two or more characters of such a script. */
export function isRun(term: string): boolean {
  return isUnspaced(term) && characterPairs(term).length > 0
}

/** What has all runs in one of its names. */
export function namesWithRuns(
  db: DatabaseSync,
  runs: readonly string[],
  { tones, isWhole }: RunRules = AS_TYPED,
): readonly NamedRun[] {
  const pairs = new Set(runs.flatMap(characterPairs))
  if (pairs.size === 0) return []
  const rows = `select t.rowid as key, coalesce(p.is_place, u.is_place) as isPlace, coalesce(p.folded, u.folded) as folded
     from place_pairs t left join place p on p.key = t.rowid left join unplaced u on u.key = t.rowid
     where place_pairs match ?`
  const expression = [...pairs].map((pair) => `"${pair}"`).join(' AND ')
  const hasTones = (name: string) =>
    tones === 'any' ||
    runs.every((run) => withoutThaiTones(run) === run || name.replaceAll(' ', '').includes(run))
  return allRows<NamedRun>(db, rows, expression).filter(({ folded }) =>
    folded.split(' | ').some((name) => runs.every((run) => holdsRun(name, run, isWhole)) && hasTones(name)),
  )
}

/** Keys of what has a name that ends with a folded run of characters: `鶴岡八幡宮` for `八幡宮`. */
export function namesEnding(db: DatabaseSync, run: string): readonly NamedKey[] {
  const end = scriptFold(run).replaceAll(' ', '')
  return namesWithRuns(db, [run]).filter(({ folded }) =>
    folded.split(' | ').some((name) => scriptFold(name).replaceAll(' ', '').endsWith(end)),
  )
}
