// Which tags of an OpenStreetMap element a search by kind can ask for, beside those that make it a place.

const ANY = null
/**
 * What people look for on a map that is no place of business: castles, beaches, stations. `*` does not find it, its kind
 * does. Null: every value of the key.
 */
const LANDMARKS: ReadonlyMap<string, ReadonlySet<string> | null> = new Map([
  ['historic', ANY],
  ['club', ANY],
  [
    'natural',
    values(
      'beach peak volcano glacier cave_entrance spring hot_spring geyser bay arch rock stone water cape',
    ),
  ],
  ['railway', values('station halt tram_stop subway_entrance')],
  ['public_transport', values('station')],
  ['highway', values('bus_stop elevator rest_area services')],
  ['aeroway', values('aerodrome helipad heliport terminal')],
  [
    'man_made',
    values('lighthouse tower windmill watermill water_tower pier observatory obelisk telescope works bridge'),
  ],
  [
    'aerialway',
    values(
      'station gondola cable_car mixed_lift chair_lift drag_lift t-bar j-bar platter rope_tow magic_carpet zip_line',
    ),
  ],
  ['emergency', values('defibrillator ambulance_station phone mountain_rescue lifeguard')],
  ['landuse', values('cemetery allotments vineyard winter_sports recreation_ground')],
  ['waterway', values('waterfall dam boatyard')],
  ['boundary', values('national_park protected_area')],
])

/** The keys that an element needs one of to be found by its kind, beside those of places. */
export const LANDMARK_KEYS: readonly string[] = [...LANDMARKS.keys()]

/** What says more of a place: its values narrow kinds down. */
export const DETAIL_KEYS = [
  'cuisine',
  'religion',
  'denomination',
  'sport',
  'atm',
  'healthcare:speciality',
  'artwork_type',
  'memorial',
  'vending',
  'information',
  'social_facility',
  'recycling_type',
] as const

/** What a place does or sells beside its kind, and of what sort it is: a search for those who do it finds it. */
export const OFFER_KEYS = [
  'post_office',
  'second_hand',
  'currency_exchange',
  'money_transfer',
  'rental',
  'motorcycle:rental',
  'motorcycle:repair',
  'service:bicycle:rental',
  'service:bicycle:repair',
  'service:bicycle:pump',
  'service:ski:rental',
  'service:key_cutting',
  'service',
  'service:vehicle:tyres',
  'service:vehicle:inspection',
  'service:vehicle:car_repair',
  'service:vehicle:motorcycle_repair',
  'service:tyres',
  'dispensing',
  'government',
  'origin',
  'pet_grooming',
  'dry_cleaning',
] as const

/** The values of `access` with which a place is for a few people of its own. */
const NOT_PUBLIC = values('private no residents employees staff military')
/** The id of what not everybody may use. */
export const NOT_PUBLIC_ID = 'access/private'

/** Whether tags say that not everybody may use a place; a customer of something may be anybody. */
export function isNotPublic({ access }: Readonly<Record<string, string | undefined>>): boolean {
  return access !== undefined && NOT_PUBLIC.has(access)
}

/** Whether `key=value` makes a landmark. */
export function isLandmarkTag(key: string, value: string): boolean {
  const allowed = LANDMARKS.get(key)
  return allowed !== undefined && value !== 'no' && (allowed === null || allowed.has(value))
}

function values(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
