// Places as a map provider would give them, made up for tests.
import type { MapPlace } from '#contract/places/place.ts'

/** A place with nothing known but its id, name and position, unless `known` says more. */
export function madePlace(
  id: string,
  at: { lat: number; lng: number },
  known: Partial<MapPlace> = {},
): MapPlace {
  const fetchedAt = '2026-01-01T00:00:00.000Z'
  return {
    source: { provider: 'osm-file', scheme: 'osm', id },
    name: `Place ${id}`,
    names: {},
    categories: [{ id: 'amenity/cafe', label: 'Café' }],
    address: {
      formatted: null,
      street: null,
      houseNumber: null,
      postcode: null,
      city: null,
      region: null,
      country: null,
      countryCode: null,
    },
    location: at,
    phone: null,
    phones: [],
    website: null,
    emails: [],
    socials: [],
    rating: null,
    ratingCount: null,
    ratingDistribution: null,
    priceLevel: null,
    openingHours: null,
    status: 'unknown',
    description: null,
    attributes: {},
    photos: [],
    owner: null,
    brand: null,
    plusCode: null,
    links: { osm: `https://www.openstreetmap.org/${id}` },
    aliases: [{ scheme: 'osm', value: id }],
    provenance: { name: { provider: 'osm-file', tier: 'tag', fetchedAt } },
    raw: { id, tags: { name: `Place ${id}` } },
    ...known,
  }
}
