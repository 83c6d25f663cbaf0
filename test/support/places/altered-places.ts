// The same places as another source would have them: other ids, other spellings, other languages, moved a little.
import type { MapPlace } from '#contract/places/place.ts'
import { itemAt } from '#kit/item-at.ts'
import { seededRandom } from '#kit/chance/seeded-random.ts'
import { METRES_PER_DEGREE } from '#kit/geo/geometry.ts'

export interface AlteredPlace {
  /** The id of the place that this is another view of. */
  readonly of: string
  readonly place: MapPlace
}

const MAX_MOVE_M = 80
const BEFORE = ['Restaurant', 'Café', 'Hotel', 'The', 'Chez', 'Bar']
const BEHIND = ['SARL', 'GmbH', '& Co', 'Shop', 'Center', 'Ltd.']

/** Each place once, altered by chance; the same seed alters in the same way. `provider`: whose places they become. */
export function alteredPlaces(
  places: readonly MapPlace[],
  seed: string,
  provider: MapPlace['source']['provider'],
): AlteredPlace[] {
  return places.map((place, index) => {
    const random = seededRandom(`${seed} ${place.source.id}`)
    return { of: place.source.id, place: altered(place, index, random, provider) }
  })
}

function altered(
  place: MapPlace,
  index: number,
  random: () => number,
  provider: MapPlace['source']['provider'],
): MapPlace {
  const id = `node/${9_000_000_000 + index}`
  const isKept = (share: number) => random() < share
  const phones = isKept(0.75)
    ? place.phones.map((phone) => ({ ...phone, ...reformatted(phone, random) }))
    : []
  const website = place.website !== null && isKept(0.7) ? respelled(place.website, random) : null
  return {
    ...place,
    source: { provider, scheme: 'osm', id },
    aliases: [
      { scheme: 'osm', value: id },
      ...(isKept(0.5) ? place.aliases.filter(({ scheme }) => scheme !== 'osm') : []),
    ],
    ...renamed(place, random),
    location: moved(place.location, random),
    phones,
    phone: phones[0]?.e164 ?? null,
    website,
    address: isKept(0.6)
      ? place.address
      : { ...place.address, street: null, houseNumber: null, formatted: null },
    openingHours: null,
  }
}

function renamed({ name, names }: MapPlace, random: () => number): Pick<MapPlace, 'name' | 'names'> {
  if (name === null) return { name, names: {} }
  const others = Object.values(names).filter((other) => other !== name)
  if (others.length > 0 && random() < 0.5) return { name: pick(others, random), names: {} }
  return { name: respelledName(name, random), names: random() < 0.5 ? names : {} }
}

function respelledName(name: string, random: () => number): string {
  const words = name.split(' ')
  const ways: (() => string)[] = [
    () => name,
    () => name.toUpperCase(),
    () => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
    () => withTypo(name, random),
    () => `${pick(BEFORE, random)} ${name}`,
    () => `${name} ${pick(BEHIND, random)}`,
    () => name.replaceAll(/[-'’.]/g, ' ').replaceAll(/ +/g, ' '),
    () => (words.length < 3 ? name : words.slice(0, -1).join(' ')),
    () => (words.length < 2 ? name : [...words.slice(1), words[0]].join(' ')),
    () => name.replaceAll('Saint', 'St').replaceAll('&', 'and').replaceAll(' et ', ' & '),
  ]
  return pick(ways, random)()
}

function withTypo(name: string, random: () => number): string {
  if (name.length < 5) return name
  const at = 1 + Math.floor(random() * (name.length - 2))
  const [before, letter, after] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)]
  const ways = [
    `${before}${after}`,
    `${before}${letter}${letter}${after}`,
    `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
  ]
  return pick(ways, random)
}

function reformatted(
  { e164, raw }: MapPlace['phones'][number],
  random: () => number,
): Pick<MapPlace['phones'][number], 'e164' | 'raw'> {
  const text = e164 ?? raw
  const spaced = text.replace(/(\d{2})(?=\d)/g, '$1 ')
  // A number without its country cannot be completed.
  return random() < 0.2 ? { e164: null, raw: text.replace(/^\+\d{2,3}/, '0') } : { e164, raw: spaced }
}

function respelled(website: string, random: () => number): string {
  const ways = [
    website,
    website.replace(/^https:/, 'http:'),
    website.includes('://www.') ? website.replace('://www.', '://') : website.replace('://', '://www.'),
    website.replace(/\/$/, ''),
  ]
  return pick(ways, random)
}

function moved({ lat, lng }: MapPlace['location'], random: () => number): MapPlace['location'] {
  const [angle, metres] = [random() * 2 * Math.PI, random() * MAX_MOVE_M]
  const north = (metres * Math.cos(angle)) / METRES_PER_DEGREE
  const east = (metres * Math.sin(angle)) / METRES_PER_DEGREE / Math.cos((lat * Math.PI) / 180)
  return { lat: lat + north, lng: lng + east }
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  return itemAt(values, Math.floor(random() * values.length))
}
