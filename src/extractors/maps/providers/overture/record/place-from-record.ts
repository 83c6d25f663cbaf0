// A place of Overture in the shape of the contract, with where each field comes from.
import type { MapPlace } from '#contract/places/place.ts'
import { placeFromTags } from '#extractors/maps/osm/tags/place-from-tags.ts'
import { parseOsmId, formatOsmId } from '#extractors/maps/osm/osm-id.ts'
import type { OvertureRecord, OvertureSource } from './overture-record.ts'
import { tagsFromRecord } from './tags-from-record.ts'

/** The scheme of Overture's ids: the Global Entity Reference System. */
export const GERS = 'gers'

/** What the record itself does not say. */
export interface RecordOptions {
  /** RFC 3339: when the file was made, as far as that is known. */
  readonly fetchedAt: string
  readonly language: string | null
  /** ISO 3166-1 alpha-2 of the country at the point, or null at sea. */
  readonly pointCountry: string | null
}

/** Overture has neither hours, ratings, photos nor descriptions: these stay null. */
export function placeFromRecord(record: OvertureRecord, options: RecordOptions): MapPlace | null {
  const { id, lat, lng, confidence, categories } = record
  const element = { type: 'node', id: 0, lat, lon: lng, tags: tagsFromRecord(record) } as const
  const place = placeFromTags(element, { provider: 'overture', ...options })
  if (place === null) return null
  const [category] = categories
  const provenance: MapPlace['provenance'] = Object.fromEntries(
    Object.entries(place.provenance)
      .filter(([field]) => field !== 'links')
      .map(([field, entry]) => [field, { ...entry, tier: entry.tier === 'tag' ? 'record' : entry.tier }]),
  )
  const status = statusOf(record.status)
  const known = { provider: 'overture', tier: 'record', fetchedAt: options.fetchedAt } as const
  return {
    ...place,
    source: { provider: 'overture', scheme: GERS, id },
    status,
    attributes: {
      ...place.attributes,
      ...(category === undefined ? {} : { 'overture:category': category }),
      ...(confidence === null ? {} : { 'overture:confidence': confidence }),
    },
    aliases: aliasesOf(record, place.aliases),
    links: {},
    provenance: {
      ...provenance,
      ...(status === 'unknown' ? {} : { status: known }),
      attributes: known,
      aliases: known,
    },
    raw: record,
  }
}

function statusOf(status: string | null): MapPlace['status'] {
  if (status === 'open') return 'operational'
  return status === 'temporarily_closed' || status === 'permanently_closed' ? status : 'unknown'
}

/** Its own id, and those of the records that it was made of. */
function aliasesOf({ id, sources }: OvertureRecord, fromTags: MapPlace['aliases']): MapPlace['aliases'] {
  const aliases = [
    { scheme: GERS, value: id },
    ...sources.filter(({ property }) => property === '').flatMap((source) => sourceAlias(source) ?? []),
    ...fromTags.filter(({ scheme }) => scheme !== 'osm'),
  ]
  return aliases.filter(
    (alias, at) =>
      aliases.findIndex(({ scheme, value }) => scheme === alias.scheme && value === alias.value) === at,
  )
}

const OSM_RECORD = /^([nwr])([1-9][0-9]{0,17})(?:@[0-9]{1,10})?$/
const OSM_TYPES: Readonly<Record<string, string>> = { n: 'node', w: 'way', r: 'relation' }

/** `n123@4` of OpenStreetMap is `osm:node/123`; `meta` gives the id of a page. */
function sourceAlias({ dataset, recordId }: OvertureSource): MapPlace['aliases'][number] | null {
  if (recordId === null) return null
  if (/^openstreetmap$/i.test(dataset)) {
    const [, type = '', number = ''] = OSM_RECORD.exec(recordId) ?? []
    const osm = parseOsmId(`osm:${OSM_TYPES[type] ?? ''}/${number}`)
    return osm === null ? null : { scheme: 'osm', value: formatOsmId(osm) }
  }
  const scheme = `overture:${dataset.toLowerCase().replace(/[^a-z0-9]/g, '')}`
  return { scheme, value: recordId }
}
