// At which landmarks people say that something is, and what they put in front of the word for one.
import { searchFold } from '#kit/text/search-text.ts'
import { kindsNamed } from '#extractors/maps/query/words/kind-words.ts'
import { landmarkTags } from './landmark-words.ts'

/** People say of these that something is at one: `hotel on the beach`, `restaurants am Hafen`. */
export const LANDMARKS: ReadonlySet<string> = new Set([
  'landuse/harbour',
  'natural/beach',
  'leisure/beach_resort',
  'leisure/bathing_place',
  'leisure/swimming_area',
  'leisure/marina',
  'leisure/stadium',
  'railway/station',
  'railway/halt',
  'aeroway/aerodrome',
])
/** The same of one behind a word for where: `cafe am see`, `restauracja przy zamku`, `tacos por la central`. */
export const LANDMARKS_WITH_LINK: ReadonlySet<string> = new Set([
  ...LANDMARKS,
  'amenity/bus_station',
  'amenity/ferry_terminal',
  'amenity/hospital',
  'amenity/marketplace',
  'amenity/townhall',
  'amenity/university',
  'historic/castle',
  'leisure/park',
  'man_made/bridge',
  'man_made/lighthouse',
  'man_made/pier',
  'natural/coastline',
  'natural/water',
  'place/square',
  'religion/christian',
  'shop/mall',
  'waterway/river',
])
export const AT_A_LANDMARK: ReadonlySet<string> = new Set(
  `on, at, by, near, am, an, beim, im, sur, au, a, à, en, em, na, no, ad, al, alla, sulla, sul, aan, op, przy, nad, pod, za, před, przed, pred, direkt am, vid, på, ved, у, на, возле, біля,
   por, por el, pela, pelo, u, v, ve, pri, kod, pored, kraj, na, w, we, в, во, στο, στη, στην, στον, lângă, dekat`
    .split(',')
    .map(searchFold),
)

/** The same of one that stands right beside a kind: `restaurant marché`, `museum café`. */
export const LANDMARKS_BESIDE: ReadonlySet<string> = new Set([
  ...LANDMARKS,
  'aerialway/cable_car',
  'aerialway/gondola',
  'aerialway/station',
  'amenity/bus_station',
  'amenity/casino',
  'amenity/ferry_terminal',
  'amenity/hospital',
  'amenity/marketplace',
  'amenity/theatre',
  'amenity/townhall',
  'amenity/university',
  'historic/castle',
  'landuse/cemetery',
  'shop/mall',
  'tourism/museum',
  'tourism/theme_park',
  'tourism/zoo',
])

/** Places to park and stops are looked for at what stands there: `parking école`, `Haltestelle Post`. */
export const LANDMARKS_WITH_STOPS: ReadonlySet<string> = new Set([
  ...LANDMARKS_BESIDE,
  'amenity/cinema',
  'amenity/arts_centre',
  'amenity/clinic',
  'amenity/college',
  'amenity/community_centre',
  'amenity/conference_centre',
  'amenity/courthouse',
  'amenity/events_venue',
  'amenity/exhibition_centre',
  'amenity/kindergarten',
  'amenity/library',
  'amenity/post_office',
  'amenity/school',
  'leisure/golf_course',
  'leisure/ice_rink',
  'leisure/park',
  'leisure/sports_centre',
  'leisure/sports_hall',
  'leisure/swimming_pool',
  'leisure/water_park',
  'religion/christian',
  'shop/supermarket',
])

/** Whether a folded phrase names such a landmark, and nothing else. */
export function isLandmark(phrase: string, landmarks: ReadonlySet<string>): boolean {
  const tags = landmarkTags(phrase)
  if (tags.length > 0) return tags.some((tag) => landmarks.has(tag))
  const kinds = kindsNamed(phrase)
  return kinds?.use !== 'term' && kinds?.categories.every(({ id }) => landmarks.has(id)) === true
}
