// The ids by which a place is recognised: those of the provider itself, in each of their spellings.
import type { MapPlace, Provider } from '#contract/places/place.ts'
import { googleSpellings, isGoogleScheme } from '#kit/maps/google-ids.ts'

/** An id of a place in the scheme of its source: `osm` and `node/1`. */
export interface Alias {
  readonly scheme: string
  readonly value: string
}

const OSM_TYPES: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' }

/**
 * The identifying aliases of an observation, its own id first, without duplicates. Only schemes of the provider itself
 * count: several places may share a Wikidata item, and the id of another provider may be wrong.
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

/** The schemes by which a provider is asked for a place of it, the best first. */
export function sourceKey(provider: Provider): readonly string[] {
  if (provider === 'google') return ['google_place_id', 'google_fid', 'google_cid']
  return provider === 'overture' ? ['gers'] : ['osm']
}

function familyOf(scheme: string): string {
  return isGoogleScheme(scheme) ? 'google' : scheme
}

/** All spellings of an id; empty for a value that is not an id of its scheme, or an unknown scheme. */
export function spellings({ scheme, value }: Alias): Alias[] {
  if (isGoogleScheme(scheme)) return googleSpellings(scheme, value)
  if (scheme !== 'osm') return []
  const osm = /^(n|w|r|node|way|relation)[/ ]?(-?[1-9][0-9]*)$/i.exec(value)
  if (osm === null) return []
  const [, type = '', number = ''] = osm
  return [{ scheme, value: `${OSM_TYPES[type.charAt(0).toLowerCase()]}/${number}` }]
}
