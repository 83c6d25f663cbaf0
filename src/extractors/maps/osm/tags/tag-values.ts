// Reading tag values: lists in one key, the first of several keys, text made safe to show.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const LINE_BREAKING = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const LINE_BREAKING_RUNS = new RegExp(`${LINE_BREAKING.source}+`, 'g')

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
export const ADDRESS_KEYS = [
  'street',
  'place',
  'housenumber',
  'housename',
  'postcode',
  'city',
  'suburb',
  'full',
] as const
