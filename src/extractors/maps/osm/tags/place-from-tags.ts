// Turns an OpenStreetMap element into a place. Nothing is guessed: what no tag says and no rule derives is null.
import tzLookup from '@photostructure/tz-lookup'
import type { MapPlace, Provider } from '#contract/places/place.ts'
import type { LatLng } from '#kit/geo/geometry.ts'
import { categoryLabel } from '#kit/categories/category-table.ts'
import { parseOpeningHours } from '#extractors/maps/hours/parse-opening-hours.ts'
import { addressFromTags } from './address-from-tags.ts'
import { attributesFromTags } from './attributes-from-tags.ts'
import { categoriesFromTags } from './categories-from-tags.ts'
import { emailsFromTags, mainPhone, phonesFromTags, websiteFromTags } from './contacts-from-tags.ts'
import { linksFromTags, photosFromTags, wikidataId } from './links-from-tags.ts'
import { nameInLanguage, namesFromTags } from './names-from-tags.ts'
import { pointOf, type OsmElement, type Tags } from '#extractors/maps/osm/osm-element.ts'
import { formatOsmId, type OsmId } from '#extractors/maps/osm/osm-id.ts'
import { plusCode } from '#extractors/maps/osm/plus-code.ts'
import { provenanceOf } from '#extractors/maps/osm/place-provenance.ts'
import { socialsFromTags } from './socials-from-tags.ts'
import { statusFromTags } from './status-from-tags.ts'
import { firstOf, plainText, listOf } from './tag-values.ts'

/** What the tags themselves do not say. */
export interface PlaceFromTagsOptions {
  readonly provider: Provider
  /** RFC 3339: the moment the data left OpenStreetMap. */
  readonly fetchedAt: string
  /** BCP 47, or null for the names as they are on the ground. */
  readonly language: string | null
  /** ISO 3166-1 alpha-2 of the country at the point, or null at sea. */
  readonly pointCountry: string | null
  /** Whether the provider lacks a part of the geometry, so that the position is that of the rest. */
  readonly isApproximate?: boolean
}

/** Null for an element without a position. */
export function placeFromTags(element: OsmElement, options: PlaceFromTagsOptions): MapPlace | null {
  const location = pointOf(element)
  if (location === null) return null
  const { tags } = element
  const { language } = options
  const { address, tagged: taggedAddress } = addressFromTags(tags, options.pointCountry, language)
  const phones = phonesFromTags(tags, address.countryCode)
  const { status, tagged: taggedStatus } = statusFromTags(tags, options.fetchedAt)
  const place: Omit<MapPlace, 'provenance' | 'raw'> = {
    source: { provider: options.provider, scheme: 'osm', id: formatOsmId(element) },
    name: nameInLanguage(tags, language),
    names: namesFromTags(tags),
    categories: categoriesFromTags(tags).map((id) => ({ id, label: categoryLabel(id, language) })),
    address,
    location,
    phone: mainPhone(phones),
    phones,
    website: websiteFromTags(tags),
    emails: emailsFromTags(tags),
    socials: socialsFromTags(tags),
    rating: null,
    ratingCount: null,
    ratingDistribution: null,
    priceLevel: null,
    openingHours: openingHours(tags, location),
    status,
    description: firstOf(tags, [...(language === null ? [] : [`description:${language}`]), 'description']),
    attributes: attributesFromTags(tags),
    photos: photosFromTags(tags),
    owner: firstOf(tags, ['operator']),
    brand: brandOf(tags),
    plusCode: plusCode(location),
    links: linksFromTags(element, tags),
    aliases: aliasesFromTags(element, tags),
  }
  return {
    ...place,
    provenance: provenanceOf(place, {
      provider: options.provider,
      fetchedAt: options.fetchedAt,
      taggedAddress,
      taggedStatus,
      location: options.isApproximate === true ? 'approximate' : element.type === 'node' ? 'tag' : 'derived',
    }),
    raw: element,
  }
}

function openingHours(tags: Tags, { lat, lng }: LatLng): MapPlace['openingHours'] {
  const raw = plainText(tags['opening_hours'])
  return raw === null ? null : { raw, timezone: tzLookup(lat, lng), ...parseOpeningHours(raw) }
}

function brandOf(tags: Tags): MapPlace['brand'] {
  const name = firstOf(tags, ['brand'])
  const wikidata = wikidataId(tags['brand:wikidata'])
  return name === null && wikidata === null ? null : { name, wikidata }
}

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
