// Reading tag values: lists in one key, the first of several keys, text made safe to show.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const LINE_BREAKING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const LINE_BREAKING_RUNS = new RegExp(`${LINE_BREAKING.source}+`, 'g')

/** Invisible, and no part of any word: zero width spaces, marks of direction, soft hyphens, byte order marks. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/
/** Zero width joiners and non-joiners. */
const JOINERS = /[\u200c\u200d]+/g
const JOINED = /[\p{L}\p{M}\p{Extended_Pictographic}\ufe0f]/u
const ODD_SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/
const SUSPECTS = new RegExp(`[\\u200c\\u200d]|${INVISIBLE.source}|${ODD_SPACES.source}`)
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, 'g')
const ALL_ODD_SPACES = new RegExp(ODD_SPACES.source, 'g')

/** The tags without invisible characters, every space a plain one; the same object where there are none. */
export function visibleTags(tags: Tags): Tags {
  const values = Object.values(tags)
  if (!values.some((value) => SUSPECTS.test(value))) return tags
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, visibleText(value)]))
}

function visibleText(value: string): string {
  if (!SUSPECTS.test(value)) return value
  return value.replace(ALL_INVISIBLE, '').replace(JOINERS, shapingJoiner).replace(ALL_ODD_SPACES, ' ')
}

/** Joiners shape letters and emoji; beside anything else they are left over from a copy. One is as good as many. */
function shapingJoiner(run: string, at: number, text: string): string {
  const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1) ?? ''
  const [after = ''] = Array.from(text.slice(at + run.length, at + run.length + 2))
  return JOINED.test(before) && JOINED.test(after) ? run.slice(-1) : ''
}

/** The entries of a `;` list, trimmed, empty ones dropped. */
export function listOf(value: string | undefined): string[] {
  if (value === undefined) return []
  return value
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** The value of the first of `keys` that has one that is not blank. */
export function firstOf(tags: Tags, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = plainText(tags[key])
    if (value !== null) return value
  }
  return null
}

/** `value` on one line without control characters; null where nothing is left. Markup stays: it is text. */
export function plainText(value: string | undefined): string | null {
  if (value === undefined) return null
  const text = (LINE_BREAKING.test(value) ? value.replace(LINE_BREAKING_RUNS, ' ') : value).trim()
  return text === '' ? null : text
}

/** The parts of an address that people search by, after `addr:` or `contact:`. */
const ADDRESS_KEYS = [
  'street',
  'place',
  'housenumber',
  'housename',
  'postcode',
  'city',
  'suburb',
  'full',
] as const

/** What the tags say of these parts. */
export function addressTexts(tags: Tags): string[] {
  return ADDRESS_KEYS.flatMap((key) => firstOf(tags, [`addr:${key}`, `contact:${key}`]) ?? [])
}
