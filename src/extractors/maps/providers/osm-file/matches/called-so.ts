// Where something has the words as its whole name, what has them only by chance is not meant: a reserve of the `NSW Parks Service` for `service nsw`.
import type { DatabaseSync } from 'node:sqlite'
import { searchFold } from '#kit/text/search-text.ts'
import { parseKnownJson } from '#kit/unknown-values.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { firstRow } from '#extractors/maps/providers/osm-file/index/index-rows.ts'
import { landmarksCalled, placesWithTerms } from './text-matches.ts'

/** What is called as what it stands at: a stop at the `Hornbahn` is not the Hornbahn. */
const CALLED_AFTER_ANOTHER = ['highway', 'public_transport', 'emergency'] as const

/**
 * Of places with some words, those that have them in a name or side by side in another text, and the landmarks called so; all of them
 * where nothing is called so.
 */
export function closerMatches(
  db: DatabaseSync,
  terms: readonly string[],
  found: ReadonlySet<number>,
): ReadonlySet<number> {
  const phrase = terms.join(' ')
  const called = landmarksCalled(db, phrase).filter((key) => found.has(key) || !isCalledAfterAnother(db, key))
  if (called.length === 0) return found
  const named = new Set(placesWithTerms(db, terms, 'name'))
  const close = [...found].filter((key) => named.has(key) || saysPhrase(tagsOf(db, key), phrase))
  return new Set([...close, ...called])
}

function isCalledAfterAnother(db: DatabaseSync, key: number): boolean {
  const tags = tagsOf(db, key)
  return CALLED_AFTER_ANOTHER.some((name) => tags[name] !== undefined)
}

/** Whether a text of the place has the words one after the other. */
function saysPhrase(tags: Tags, phrase: string): boolean {
  return Object.values(tags).some((value) =>
    ` ${searchFold(value.replaceAll('_', ' '))} `.includes(` ${phrase} `),
  )
}

function tagsOf(db: DatabaseSync, key: number): Tags {
  const read = 'select tags from place where key = ? union all select tags from unplaced where key = ?'
  const row = firstRow<{ readonly tags: string }>(db, read, key, key)
  return row === undefined ? {} : parseKnownJson<Tags>(row.tags)
}
