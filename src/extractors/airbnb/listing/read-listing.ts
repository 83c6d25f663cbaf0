// Reads the page of a listing.
import type { HtmlDocument } from '#parsing/html/parse-html.ts'
import { isJsonObject, type JsonObject } from '#parsing/json/json-value.ts'
import type { AirbnbInput } from '#extractors/airbnb/request/options.ts'
import type { Amenity, ListingData } from '#extractors/airbnb/request/airbnb-data.ts'
import { dataOf, type PageState } from '#extractors/airbnb/state/page-state.ts'
import {
  coordinatesOf,
  countAt,
  firstOf,
  flagAt,
  listAt,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textOf,
} from '#extractors/airbnb/state/payload-fields.ts'
import { readJsonLd } from '#parsing/page/json-ld.ts'
import { readCalendar } from './calendar.ts'
import { detailsOf, isHostCard, readHost } from './host.ts'
import { textOfHtml } from './html-text.ts'
import type { ListingObjects } from './listing-objects.ts'
import { readListingPrice } from './listing-price.ts'
import { readPhotos } from './photos.ts'
import { readPolicies } from './policies.ts'
import { readRating } from './rating.ts'
import { readReviews } from './reviews.ts'
import { mergeRooms, readRooms } from './rooms.ts'

/** The options that decide what is read. */
export type ListingOptions = Pick<AirbnbInput, 'include' | 'reviews' | 'calendarMonths'>

/** Where `reviews.max` is not given. */
export const DEFAULT_REVIEWS = 50
const DEFAULT_MONTHS = 12

const TYPES = new Set(
  'VacationRental LodgingBusiness Accommodation Apartment House Hotel BedAndBreakfast Product'.split(' '),
)

/** The lists of groups by what they are called, the whole list before its preview. */
const LISTS = ['seeAllAmenitiesGroups', 'amenityGroups', 'previewAmenitiesGroups'] as const

/** All parts that were asked for; null for what the page does not say. */
export function readListing(objects: ListingObjects, page: PageState, options: ListingOptions): ListingData {
  const { all, sections, logs, shares } = objects
  const jsonLd = jsonLdOf(page.document)
  const roots = dataOf(page.payloads)
  const wants = new Set(options.include ?? ['price', 'calendar', 'reviews', 'host', 'amenities', 'photos'])
  const rooms = roomsOf(objects)
  const capacities = [
    ...shares,
    ...all.filter((each) => 'maxGuestCapacity' in each || 'personCapacity' in each),
    ...logs,
  ]
  const places = [
    ...sections.filter(({ type }) => /LOCATION/.test(type)).map(({ section }) => section),
    ...logs,
    ...(jsonLd === null ? [] : [jsonLd, objectAt(jsonLd, 'geo') ?? {}]),
  ]
  const point = firstOf(places, (each) =>
    coordinatesOf(
      numberAt(each, 'lat', 'listingLat', 'latitude'),
      numberAt(each, 'lng', 'listingLng', 'longitude'),
    ),
  )
  const rating = readRating([...ratedObjects(all), ...logs, ...shares, ...ratingOfJsonLd(jsonLd)])
  const cards = all.filter(isHostCard)
  return {
    kind: 'listing',
    url: page.url,
    listingId: objects.listingId,
    title: titleOf(objects, jsonLd),
    roomType: firstOf([...logs, ...shares], (each) => textAt(each, 'roomType')),
    propertyType: firstOf([...shares, ...logs], (each) => textAt(each, 'propertyType')),
    location: locationOf(objects),
    capacity:
      firstOf(capacities, (each) => positive(countAt(each, 'personCapacity', 'maxGuestCapacity'))) ??
      rooms.guests,
    bedrooms: rooms.bedrooms,
    beds: rooms.beds,
    baths: rooms.baths,
    coordinates: point === null ? null : { ...point, approximate: true },
    rating,
    ...(wants.has('host')
      ? {
          host: readHost(
            cards,
            logs,
            sections.flatMap(({ section }) => detailsOf(section)),
          ),
        }
      : {}),
    ...(wants.has('amenities') ? { amenities: readAmenities(all) } : {}),
    ...(wants.has('photos') ? { photos: photosOf(objects, jsonLd) } : {}),
    ...readPolicies(all),
    description: descriptionOf(objects, jsonLd),
    checkIn: page.checkIn,
    checkOut: page.checkOut,
    ...(wants.has('price') ? readListingPrice(objects, page) : {}),
    ...(wants.has('calendar')
      ? { calendar: readCalendar(roots, options.calendarMonths ?? DEFAULT_MONTHS, page) }
      : {}),
    ...(wants.has('reviews')
      ? {
          reviews: reviewsOf(
            readReviews(roots, options.reviews?.max ?? DEFAULT_REVIEWS),
            rating?.count ?? null,
          ),
        }
      : {}),
  }
}

const positive = (count: number | null): number | null => (count === 0 ? null : count)

/** An empty list only where the listing is known to have no review. */
function reviewsOf<T>(reviews: T[], count: number | null): T[] | null {
  return reviews.length > 0 || count === 0 ? reviews : null
}

function titleOf({ all, sections, shares }: ListingObjects, jsonLd: JsonObject | null): string | null {
  return (
    firstOf(
      sections.filter(({ type }) => /^(?:PDP_)?TITLE/.test(type)),
      ({ section }) => textAt(section, 'title'),
    ) ??
    firstOf(all, (each) =>
      textAt(objectAt(objectAt(each, 'pdpPresentation'), 'title'), 'content', 'title'),
    ) ??
    firstOf(all, (each) => textAt(objectAt(each, 'embedData'), 'name')) ??
    firstOf(all, (each) => textAt(each, 'listingTitle')) ??
    textAt(jsonLd, 'name') ??
    firstOf(shares, (each) => textAt(each, 'title'))
  )
}

function locationOf({ all, sections, shares }: ListingObjects): string | null {
  return (
    firstOf(
      sections.filter(({ type }) => /LOCATION/.test(type)),
      ({ section }) => textAt(section, 'subtitle'),
    ) ??
    firstOf(shares, (each) => textAt(each, 'location')) ??
    firstOf(all, (each) => textAt(each, 'localizedLocation'))
  )
}

/** The whole description with its parts, else the one that the page begins with. */
function descriptionOf({ all, sections }: ListingObjects, jsonLd: JsonObject | null): string | null {
  const parts = sections
    .filter(({ type }) => /DESCRIPTION_MODAL/.test(type))
    .flatMap(({ section }) => objectsAt(section, 'items'))
    .map((item) =>
      [textAt(item, 'title'), textAt(item, 'html', 'htmlText')].filter((part) => part !== null).join('<br>'),
    )
  const html =
    (parts.length > 0 ? parts.join('<br><br>') : null) ??
    firstOf(all, (each) => textAt(each, 'htmlDescription')) ??
    firstOf(all, (each) =>
      textAt(objectAt(each, 'descriptions'), 'longDescriptionHtml', 'longDescription'),
    ) ??
    firstOf(
      sections.filter(({ type }) => /DESCRIPTION/.test(type)),
      ({ section }) => textAt(section, 'description'),
    ) ??
    textAt(jsonLd, 'description')
  return html === null ? null : textOfHtml(html)
}

/** The lines of the overview, the title for sharing, the items beside the calendar. */
function roomsOf({ all, shares }: ListingObjects): ReturnType<typeof mergeRooms> {
  const lists = ['overviewItems', 'detailItems', 'descriptionItems'].flatMap((name) =>
    all.map((each) => listAt(each, name).flatMap((item) => textOf(item) ?? [])),
  )
  const overviews = all.map((each) =>
    listAt(objectAt(each, 'overview'), 'items').flatMap((item) => textOf(item) ?? []),
  )
  const titles = shares.flatMap((each) => textAt(each, 'title') ?? [])
  return mergeRooms(
    ...[...overviews, ...lists].filter((lines) => lines.length > 0).map(readRooms),
    ...titles.map((title) => readRooms([title])),
  )
}

/** Ratings of the listing, not those of all that its host offers. */
function ratedObjects(all: readonly JsonObject[]): JsonObject[] {
  return all.filter((each) => {
    const isOfHost = 'timeAsHost' in each || 'userId' in each || 'isSuperhost' in each
    return !isOfHost && ('overallRating' in each || 'overallCount' in each || 'ratingAverage' in each)
  })
}

function ratingOfJsonLd(jsonLd: JsonObject | null): JsonObject[] {
  const rating = objectAt(jsonLd, 'aggregateRating')
  const [overallRating, overallCount] = [
    numberAt(rating, 'ratingValue'),
    countAt(rating, 'reviewCount', 'ratingCount'),
  ]
  return overallRating === null ? [] : [{ overallRating, overallCount }]
}

function photosOf(
  { all, sections, shares }: ListingObjects,
  jsonLd: JsonObject | null,
): { url: string; caption: string | null }[] | null {
  const photoSections = sections.filter(({ type }) => /PHOTO|HERO/.test(type)).map(({ section }) => section)
  const own = readPhotos([
    ...photoSections,
    ...all.filter((each) => 'mediaItems' in each || 'heroMedia' in each),
  ])
  const others = own.length > 0 ? own : readPhotos([{ images: [...shares, ...imagesOf(jsonLd)] }])
  return others.length === 0 ? null : others.map((photo) => ({ ...photo }))
}

function imagesOf(jsonLd: JsonObject | null): JsonObject[] {
  return listAt(jsonLd, 'image').flatMap((url) => (typeof url === 'string' ? [{ url }] : []))
}

/** What the JSON-LD says, for fields that the state of the page lacks. Null for a page without one. */
function jsonLdOf(document: HtmlDocument): JsonObject | null {
  for (const { types, value } of readJsonLd(document).nodes)
    if (types.some((type) => TYPES.has(type)) && isJsonObject(value)) return value
  return null
}

/**
 * What a listing has, and what it says that it does not have: the longest list of the first kind that is there; null
 * where the page has none.
 */
function readAmenities(objects: readonly JsonObject[]): Amenity[] | null {
  for (const name of LISTS) {
    const lists = objects.map((object) => objectsAt(object, name).flatMap(amenitiesOf))
    const longest = lists.toSorted((a, b) => b.length - a.length)[0]
    if (longest !== undefined && longest.length > 0) return longest
  }
  return null
}

function amenitiesOf(group: JsonObject): Amenity[] {
  const title = textAt(group, 'title', 'name')
  return listAt(group, 'amenities').flatMap((amenity) => {
    const name = isJsonObject(amenity) ? textAt(amenity, 'title', 'name') : textOf(amenity)
    if (name === null) return []
    return [{ group: title, name, available: isJsonObject(amenity) ? flagAt(amenity, 'available') : null }]
  })
}
