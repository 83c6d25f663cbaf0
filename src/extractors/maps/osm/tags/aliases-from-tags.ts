// Every id by which a source knows the place.
import type { MapPlace } from '#contract/places/place.ts'
import { wikidataId } from './links-from-tags.ts'
import { formatOsmId, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { listOf } from './tag-values.ts'

/** A plain `ref` is a number on a door or a plan; `ref:<register>` is an id in that register. */
export function aliasesFromTags(id: OsmId, tags: Tags): MapPlace['aliases'] {
  const aliases = [{ scheme: 'osm', value: formatOsmId(id) }]
  const wikidata = wikidataId(tags['wikidata'])
  if (wikidata !== null) aliases.push({ scheme: 'wikidata', value: wikidata })
  for (const value of listOf(tags['gers'] ?? tags['ref:gers'])) aliases.push({ scheme: 'gers', value })
  for (const [key, value] of Object.entries(tags)) {
    if (!/^ref:[A-Za-z]/.test(key) || key === 'ref:gers') continue
    for (const entry of listOf(value)) aliases.push({ scheme: key, value: entry })
  }
  return aliases
}
