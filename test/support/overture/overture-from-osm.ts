// Places of an extract as Overture would have them: other categories, one line for a street, contacts, no hours.
import type { MapPlace } from '#contract/places/place.ts'
import type { OverturePlace } from './make-overture.ts'

/** Categories that Overture calls otherwise; the others have the value of the tag. */
const CATEGORIES: Readonly<Record<string, string>> = {
  'amenity/fast_food': 'fast_food_restaurant',
  'amenity/fuel': 'gas_station',
  'amenity/place_of_worship': 'religious_organization',
  'amenity/doctors': 'doctor',
  'amenity/bank': 'bank_credit_union',
  'shop/clothes': 'clothing_store',
  'shop/hairdresser': 'hair_salon',
  'shop/jewelry': 'jewelry_store',
  'shop/supermarket': 'supermarket',
  'office/estate_agent': 'real_estate_agent',
  'tourism/hotel': 'hotel',
  'tourism/museum': 'museum',
}

/** A row for each place with a name; every second one says that it was made from the element of OpenStreetMap. */
export function overtureFromOsm(places: readonly MapPlace[]): OverturePlace[] {
  return places.flatMap((place, at) => (place.name === null ? [] : [rowOf(place, place.name, at)]))
}

function rowOf(place: MapPlace, name: string, at: number): OverturePlace {
  const { location, names, categories, address, phones, website, emails, socials, source } = place
  const [first = 'landmark'] = categories.map(({ id }) => CATEGORIES[id] ?? id.slice(id.indexOf('/') + 1))
  const common = Object.fromEntries(Object.entries(names).filter(([key]) => key.length === 2))
  const line = [address.houseNumber, address.street].filter((part) => part !== null).join(' ')
  const [type = '', id = ''] = source.id.split('/')
  return {
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    ...location,
    names: { primary: name, common },
    categories: { primary: first },
    confidence: 0.8,
    ...(website === null ? {} : { websites: [website] }),
    ...(phones.length === 0 ? {} : { phones: phones.map(({ raw }) => raw) }),
    ...(emails.length === 0 ? {} : { emails }),
    ...(socials.length === 0 ? {} : { socials: socials.map(({ url }) => url) }),
    addresses: [
      {
        ...(line === '' ? {} : { freeform: line }),
        ...(address.city === null ? {} : { locality: address.city }),
        ...(address.postcode === null ? {} : { postcode: address.postcode }),
        ...(address.countryCode === null ? {} : { country: address.countryCode }),
      },
    ],
    operatingStatus: 'open',
    sources: [
      at % 2 === 0
        ? { property: '', dataset: 'OpenStreetMap', record_id: `${type.charAt(0)}${id}@1` }
        : { property: '', dataset: 'meta', record_id: String(100_000 + at) },
    ],
  }
}
