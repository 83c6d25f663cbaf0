// A place of Overture in the tags of OpenStreetMap: what the index searches, and what the fields of a place are read from.
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { socialNetworkOf } from '#extractors/maps/osm/tags/socials-from-tags.ts'
import { categoryTags } from './category-tags.ts'
import type { OvertureRecord } from './overture-record.ts'

const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['alt', 'alt_name'],
  ['short', 'short_name'],
  ['official', 'official_name'],
])

/** Of several addresses the first one counts. The line of a street is kept as it is: only its writer knows its parts. */
export function tagsFromRecord(record: OvertureRecord): Tags {
  const [address] = record.addresses
  const [website] = record.websites
  const tags: Record<string, string | null | undefined> = {
    ...categoryTags(record.categories, record.hierarchy),
    name: record.name,
    ...Object.fromEntries(
      Object.entries(record.names).map(([kind, name]) => [OTHER_NAMES.get(kind) ?? `name:${kind}`, name]),
    ),
    brand: record.brand?.name,
    'brand:wikidata': record.brand?.wikidata,
    website,
    email: joined(record.emails),
    phone: joined(record.phones),
    'addr:street': address?.freeform,
    'addr:city': address?.locality,
    'addr:postcode': address?.postcode,
    'addr:state': regionOf(address?.region),
    'addr:country': address?.country,
  }
  for (const social of record.socials) {
    const network = socialNetworkOf(social)
    if (network === null) continue
    const key = `contact:${network}`
    tags[key] = joined([tags[key] ?? '', social].filter((url) => url !== ''))
  }
  return Object.fromEntries(
    Object.entries(tags).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function joined(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(';')
}

/** `US-NY` is `NY` (ISO 3166-2). */
function regionOf(region: string | null | undefined): string | null {
  if (region === null || region === undefined) return null
  return /^[A-Z]{2}-[A-Z0-9]{1,3}$/.test(region) ? region.slice(3) : region
}
