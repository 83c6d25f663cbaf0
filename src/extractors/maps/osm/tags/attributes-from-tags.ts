// The attributes of a place: descriptive tags other than name, contact and hours, with yes and no as booleans.
import type { MapPlace } from '#contract/places/place.ts'
import type { Tags } from '#extractors/maps/osm/osm-element.ts'
import { plainText } from './tag-values.ts'

type Attributes = MapPlace['attributes']

const KEYS = new Set(
  `access air_conditioning atm bar beds brewery bulk_purchase capacity capacity:disabled changing_table charge
  climbing cuisine delivery denomination diplomatic dispensing dog drinking_water drive_in drive_through fee
  government group_only healthcare:speciality highchair historic indoor indoor_seating internet_access
  internet_access:fee internet_access:ssid kids_area level lgbtq lit live_music max_age maxstay microbrewery min_age
  opening_hours:kitchen opening_hours:url organic outdoor_seating park_ride parking religion reservation rooms sauna
  second_hand self_checkout self_service seats shelter shower smoking social_facility social_facility:for sport stars
  start_date supervised surface swimming_pool takeaway tents toilets toilets:wheelchair trade wheelchair
  wheelchair:description artwork_type artist_name access:covid19 clothes covered drink:water
  service:bicycle:rental service:bicycle:repair service:bicycle:retail fuel:diesel fuel:octane_95 fuel:octane_98
  fuel:electricity fuel:lpg fuel:cng fuel:e85 wifi`.split(/\s+/),
)
const FAMILIES = ['payment:', 'diet:', 'recycling:', 'socket:', 'cuisine:'] as const
/** Counts, shown as numbers where they are plain digits. */
const NUMBERS = new Set([
  'stars',
  'beds',
  'rooms',
  'capacity',
  'capacity:disabled',
  'seats',
  'min_age',
  'max_age',
])

/** Keyed as OpenStreetMap keys them. A value that only says yes or no is a boolean, a count a number. */
export function attributesFromTags(tags: Tags): Attributes {
  const attributes: Attributes = {}
  for (const [key, raw] of Object.entries(tags)) {
    if (!KEYS.has(key) && !FAMILIES.some((family) => key.startsWith(family))) continue
    const value = plainText(raw)
    if (value !== null) attributes[key] = attributeValue(key, value)
  }
  return attributes
}

function attributeValue(key: string, value: string): string | boolean | number {
  if (value === 'yes' || value === 'true') return true
  if (value === 'no' || value === 'false') return false
  return NUMBERS.has(key) && /^\d{1,6}(?:\.\d{1,2})?$/.test(value) ? Number(value) : value
}
