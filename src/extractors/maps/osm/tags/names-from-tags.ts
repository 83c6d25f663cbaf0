// The names of a place: the one to show, and all of them by language.
import { textBefore } from '#kit/text/text-rules.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from './tag-values.ts'

/** Two or three letters, then subtags: excludes `name:left`, `name:etymology` and other keys that are not languages. */
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{1,8})*$/
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['alt_name', 'alt'],
  ['old_name', 'old'],
  ['short_name', 'short'],
  ['official_name', 'official'],
  ['int_name', 'int'],
])

/** All names but the plain `name`, keyed by BCP 47 language or by `alt`, `old`, `short`, `official`, `int`. */
export function namesFromTags(tags: Tags): Record<string, string> {
  const names: Record<string, string> = {}
  for (const [key, value] of Object.entries(tags)) {
    const name = plainText(value)
    if (name === null) continue
    const other = OTHER_NAMES.get(key)
    if (other !== undefined) names[other] = name
    else if (key.startsWith('name:') && LANGUAGE.test(key.slice(5)) && !(key.slice(5) in names)) {
      names[key.slice(5)] = name
    }
  }
  return names
}

/** The tag that a key of `namesFromTags` stands for: `name:de` of `de`, `alt_name` of `alt`. */
export function tagOfName(key: string): string {
  const [other] = [...OTHER_NAMES].find(([, short]) => short === key) ?? []
  return other ?? `name:${key}`
}

/** The name in `language` (`de-CH`, else `de`) where it is tagged, else the plain name. */
export function nameInLanguage(tags: Tags, language: string | null): string | null {
  if (language !== null) {
    for (const wanted of [language, textBefore(language, '-')]) {
      const name = plainText(tags[`name:${wanted}`])
      if (name !== null) return name
    }
  }
  return plainText(tags['name'])
}

/** Every searchable text of a name: names, then older and other spellings; `;` lists are split. */
export function searchableNames(tags: Tags): string[] {
  const found = new Set<string>()
  for (const [key, value] of Object.entries(tags)) {
    if (!/^(?:name|alt_name|old_name|short_name|official_name|int_name|loc_name|reg_name)(?::|$)/.test(key))
      continue
    if (key.startsWith('name:') && !LANGUAGE.test(key.slice(5))) continue
    for (const name of value.split(';')) if (name.trim() !== '') found.add(name.trim())
  }
  return [...found]
}

/** Whether an encyclopedia or a catalogue of the world has it. */
export function isKnownFarAway(tags: Tags): boolean {
  return tags['wikidata'] !== undefined || tags['wikipedia'] !== undefined
}
