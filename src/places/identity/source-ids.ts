// The ids by which a place is itself again: a provider's own, in each of their spellings.
import type { MapPlace } from '#contract/place.ts'
import { googleSpellings } from './google-ids.ts'

export interface Alias {
  readonly scheme: string
  readonly value: string
}

const GOOGLE_SCHEMES = new Set(['google_place_id', 'google_fid', 'google_cid'])
const OSM_TYPES: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' }

/**
 * The identifying aliases of an observation, its own id first and none twice. Only schemes of the provider itself count:
 * a Wikidata item may be shared by several places, and the id of another provider is a claim that may be wrong.
 */
export function sourceIds({ source, aliases }: Pick<MapPlace, 'source' | 'aliases'>): Alias[] {
  const found = new Map<string, Alias>()
  const add = (alias: Alias) => found.set(`${alias.scheme} ${alias.value}`, alias)
  const own = { scheme: source.scheme, value: source.id }
  const spelled = spellings(own)
  for (const alias of spelled.length > 0 ? spelled : [own]) add(alias)
  for (const alias of aliases) {
    if (familyOf(alias.scheme) === familyOf(source.scheme)) spellings(alias).forEach(add)
  }
  return [...found.values()]
}

function familyOf(scheme: string): string {
  return GOOGLE_SCHEMES.has(scheme) ? 'google' : scheme
}

/** All spellings of an id; none for a value that is no id of its scheme, or a scheme that is not known. */
function spellings({ scheme, value }: Alias): Alias[] {
  if (GOOGLE_SCHEMES.has(scheme)) return googleSpellings(scheme, value)
  if (scheme !== 'osm') return []
  const osm = /^(n|w|r|node|way|relation)[/ ]?(-?[1-9][0-9]*)$/i.exec(value)
  if (osm === null) return []
  const [, type = '', number = ''] = osm
  return [{ scheme, value: `${OSM_TYPES[type.charAt(0).toLowerCase()]}/${number}` }]
}
