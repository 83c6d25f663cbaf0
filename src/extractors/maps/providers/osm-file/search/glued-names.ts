// Names of landmarks in languages that put no space between a name and what it is the name of: `汐浜駅`, `강남역`, `ตลาดโต้รุ่ง`.
import type { DatabaseSync } from 'node:sqlite'
import { isUnspaced } from '#kit/text/character-pairs.ts'
import type { Understanding } from '#extractors/maps/query/understand-query.ts'
import { isGeneric, kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { phraseOf, wordsOf } from '#extractors/maps/query/words/segments.ts'
import { placesInCategory } from '#extractors/maps/providers/osm-file/matches/place-categories.ts'
import { landmarksCalled, placesCalled } from '#extractors/maps/providers/osm-file/matches/text-matches.ts'
import { namesEnding } from '#extractors/maps/providers/osm-file/matches/unspaced-names.ts'

/** Exits have hardly ever a name on the map that people use. */
const EXITS = [
  /^(.{1,40}?(?:駅|站|역)) ?(?:(?:中央|正面|[東西南北中新]){1,3}(?:改札)?口|改札口?|前|출구|入口|[a-z]?\d{0,2}(?:番|号|號|번)? ?(?:出口|출구|口))$/u,
  /^(.{1,60}? station) (?:(?:north|south|east|west|central) )?(?:exit|gate)(?: [a-z]?\d{1,2}[a-z]?)?$/u,
]

/** `汐浜駅南口`, `西門站6號出口`: the station. Null for any other text. */
export function stationOfExit(folded: string): string | null {
  return EXITS.map((exit) => exit.exec(folded)?.[1]).find((station) => station !== undefined) ?? null
}

/** No name of a kind is longer. */
const MAX_KIND_CHARS = 5
const MIN_OWN_CHARS = 2

/** The ways to read a folded name as a kind and a name of its own, which stands in front of it, in Thai behind it. */
export function gluedKinds(name: string): readonly (readonly [kind: string, own: string])[] {
  if (name.includes(' ') || !isUnspaced(name)) return []
  const ways: (readonly [string, string])[] = []
  for (let length = Math.min(MAX_KIND_CHARS, name.length - MIN_OWN_CHARS); length > 0; length -= 1) {
    const kind = name.slice(-length)
    ways.push([kind === '站' ? '火车站' : kind, name.slice(0, -length)])
  }
  const words = wordsOf(name)
  for (let at = words.length - 1; at > 0; at -= 1) {
    ways.push([phraseOf(words.slice(0, at)), phraseOf(words.slice(at))])
  }
  return ways.filter(([kind, own]) => own.length >= MIN_OWN_CHARS && kindsNamed(kind) !== null)
}

/** Fewer characters end too many names. */
const MIN_END_CHARS = 3

/** Whether a folded text is long enough to stand for the name that it ends: `八幡宮` for `鶴岡八幡宮`. */
export function isEndOfName(text: string): boolean {
  return isUnspaced(text) && text.replaceAll(' ', '').length >= MIN_END_CHARS
}

/** `汐浜駅`, `강남역`: the places of a kind that is written together with their whole name, and what is called so; else none. */
export function placesGluedToKind(db: DatabaseSync, name: string): readonly number[] {
  for (const [kind, own] of gluedKinds(name)) {
    const categories = (kindsNamed(kind)?.categories ?? []).filter((category) => !isGeneric(category))
    const ofKind = categories.map((category) => placesInCategory(db, category))
    const called = landmarksCalled(db, own).filter((key) => ofKind.some((keys) => keys.has(key)))
    if (called.length > 0) return [...called, ...namesEnding(db, name).map(({ key }) => key)]
  }
  return []
}

/** Of these there is one of a name, which an area has as well: the `北京大学` is no other university of Beijing. */
const INSTITUTIONS =
  /^(?:amenity\/(?:school|university|college|hospital|townhall|library|theatre|courthouse|arts_centre)|tourism\/(?:museum|zoo|gallery|theme_park)|leisure\/(?:park|stadium)|aeroway\/aerodrome|group\/asian_\w+)$/

/** `금정구청`: of a reading as such a kind in an area, the places of the kind of which all of it is the name; else none. */
export function institutionsCalled(
  db: DatabaseSync,
  name: string,
  { kind, area, categories }: Understanding,
): readonly number[] {
  const isOne = kind === 'category' && area !== null && !area.isCertain && isUnspaced(name)
  if (!isOne || !categories.every(({ id }) => INSTITUTIONS.test(id))) return []
  const ofKind = categories.map((category) => placesInCategory(db, category))
  return placesCalled(db, name).filter((key) => ofKind.some((keys) => keys.has(key)))
}
