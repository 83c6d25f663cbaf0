// Reads the page of a host: who they are, what they offer, what guests say.
import type { JsonObject, JsonValue } from '#parsing/json/json-value.ts'
import { responseFacts, sinceOf } from '#extractors/airbnb/listing/host.ts'
import { textOfHtml } from '#extractors/airbnb/listing/html-text.ts'
import { ratingOf } from '#extractors/airbnb/listing/rating.ts'
import { readReviews } from '#extractors/airbnb/listing/reviews.ts'
import type { HostData } from '#extractors/airbnb/request/airbnb-data.ts'
import { listingIdOf, userIdOf } from '#extractors/airbnb/state/global-id.ts'
import { dataOf, type PageState } from '#extractors/airbnb/state/page-state.ts'
import {
  addressAt,
  countAt,
  fieldAt,
  firstOf,
  flagAt,
  listAt,
  numberAt,
  objectAt,
  objectsIn,
  textAt,
  textOf,
} from '#extractors/airbnb/state/payload-fields.ts'

const NAMES = ['smartName', 'displayFirstName', 'firstName', 'name']
/** A profile has some of these beside a name. */
const FACTS = [
  'isSuperhost',
  'about',
  'createdAt',
  'languages',
  'reviewsCount',
  'listingsCount',
  'responseRate',
  'identityVerified',
  'isVerified',
  'timeAsHost',
  'pictureUrl',
  'profilePictureUrl',
  'userProfilePicture',
  'managedListings',
]
const MIN_FACTS = 2

/** Null for a page that shows no host. `wantedId` is the number in the address. */
export function readHostPage(page: PageState, wantedId: string | null, maxReviews: number): HostData | null {
  const roots = dataOf(page.payloads)
  const profiles = roots.flatMap((root) => [...objectsIn(root)].filter(isProfile))
  const own = profiles.filter((each) => wantedId === null || idOf(each) === wantedId)
  const [profile] = own.length > 0 ? own : profiles.filter((each) => idOf(each) === null)
  if (profile === undefined) return null
  const read = <T>(reader: (holder: JsonObject) => T | null): T | null => firstOf([profile], reader)
  const listings = listingsOf(roots, page.origin)
  const languages = listAt(profile, 'languages').flatMap((each) => textOf(each) ?? [])
  const written = /(?:^|\D)(\d{1,3})\s?(?:%|$)/.exec(textAt(profile, 'responseRate') ?? '')?.[1] ?? null
  const rate = written === null ? countAt(profile, 'responseRate') : Number(written)
  const details = ['hostDetails', 'hostFeatures'].flatMap((name) =>
    listAt(profile, name).flatMap((each) => textOf(each) ?? []),
  )
  const spoken = responseFacts(details)
  const reviews = readReviews(roots, maxReviews)
  const about = textAt(profile, 'about', 'aboutText')
  return {
    kind: 'host',
    url: page.url,
    hostId: idOf(profile) ?? wantedId,
    name: read((each) => textAt(each, ...NAMES)),
    superhost: read((each) => flagAt(each, 'isSuperhost', 'isSuperHost')),
    verified: read((each) => flagAt(each, 'identityVerified', 'isVerified', 'isIdentityVerified')),
    since: sinceOf(profile),
    yearsHosting: countAt(objectAt(profile, 'timeAsHost'), 'years'),
    about: about === null ? null : textOfHtml(about),
    location: textAt(profile, 'location', 'locationName', 'hometown'),
    languages: languages.length === 0 ? null : languages,
    photo:
      addressAt(profile, 'pictureUrl', 'profilePictureUrl') ??
      addressAt(objectAt(profile, 'userProfilePicture'), 'baseUrl', 'url'),
    responseRate: rate === null || rate > 100 ? spoken.responseRate : rate,
    responseTime: textAt(profile, 'responseTime') ?? spoken.responseTime,
    rating: ratingOf(numberAt(profile, 'ratingAverage', 'averageRating', 'avgRating')),
    reviewCount: countAt(profile, 'reviewsCount', 'ratingCount', 'reviewCount'),
    listingCount: countAt(profile, 'listingsCount', 'listingCount', 'managedListingsCount'),
    listings: listings.length === 0 ? null : listings,
    reviews: reviews.length === 0 ? null : reviews,
  }
}

function isProfile(object: JsonObject): boolean {
  return textAt(object, ...NAMES) !== null && FACTS.filter((name) => name in object).length >= MIN_FACTS
}

function idOf(profile: JsonObject): string | null {
  return firstOf(['id', 'userId', 'hostId'], (name) => userIdOf(fieldAt(profile, name)))
}

/** Objects with the number of a listing, a name and a picture or a rating. */
function listingsOf(roots: readonly JsonValue[], origin: string): NonNullable<HostData['listings']> {
  const listings = new Map<string, NonNullable<HostData['listings']>[number]>()
  for (const root of roots) {
    for (const object of objectsIn(root)) {
      const listingId = firstOf(['id', 'listingId'], (name) => listingIdOf(fieldAt(object, name)))
      const name = textAt(object, 'nameOrPlaceholderName', 'listingTitle', 'name', 'nameLocalized', 'title')
      const photo = addressAt(object, 'pictureUrl', 'picture', 'baseUrl', 'thumbnailUrl')
      const rating = ratingOf(numberAt(object, 'avgRating', 'averageRating', 'starRating', 'rating'))
      const isListing = photo !== null || rating !== null || 'roomType' in object
      if (listingId === null || name === null || !isListing || isProfile(object) || listings.has(listingId))
        continue
      const reviewCount = countAt(object, 'reviewsCount', 'reviewCount', 'totalReviewCount')
      listings.set(listingId, {
        listingId,
        url: `${origin}/rooms/${listingId}`,
        name,
        rating,
        reviewCount,
        photo,
      })
    }
  }
  return [...listings.values()]
}
