// One result of a search, whatever it is wrapped in.
import { isJsonObject, type JsonObject, type JsonValue } from '#parsing/json/json-value.ts'
import { readRatingLabel } from '#extractors/airbnb/listing/rating.ts'
import { readPhotos } from '#extractors/airbnb/listing/photos.ts'
import { readRooms } from '#extractors/airbnb/listing/rooms.ts'
import {
  isDisplayPrice,
  readDisplayPrice,
  type PriceContext,
} from '#extractors/airbnb/price/display-price.ts'
import type { SearchResult } from '#extractors/airbnb/request/airbnb-data.ts'
import { listingIdOf } from '#extractors/airbnb/state/global-id.ts'
import {
  coordinatesOf,
  fieldAt,
  findObject,
  firstOf,
  listAt,
  numberAt,
  objectAt,
  objectsAt,
  textAt,
  textOf,
} from '#extractors/airbnb/state/payload-fields.ts'

/** What is read with each result. */
export interface CardContext {
  readonly price: PriceContext
  readonly checkIn: string | null
  readonly checkOut: string | null
  /** `https://www.airbnb.com` */
  readonly origin: string
}

/** Of one result; what follows is not looked at for its price. */
const MAX_INNER_OBJECTS = 150
/** A result has an id, a name, a price and more. */
const MIN_FIELDS = 3
const PICTURES = ['contextualPictures', 'images', 'photos', 'mediaItems'] as const

/** Whether an object shows a listing: pictures, a price or a place beside the fields of a result. */
export function looksLikeCard(object: JsonObject): boolean {
  if (Object.keys(object).length < MIN_FIELDS) return false
  const type = textAt(object, '__typename') ?? ''
  if (/^Skinny|Insert|Banner/i.test(type)) return false
  const parts = [object, ...holdersIn(object)]
  const has = [
    parts.some((part) => PICTURES.some((name) => objectsAt(part, name).length > 0)),
    parts.some((part) => placeOf(part) !== null),
    parts.some((part) => textAt(part, 'avgRatingLocalized', 'avgRatingA11yLabel') !== null),
    findObject(object, isDisplayPrice, MAX_INNER_OBJECTS) !== null,
  ].filter(Boolean).length
  return has >= 2 || (has === 1 && (/SearchResult|Listing/i.test(type) || cardIdOf(object) !== null))
}

/** Null for a result without the number of a listing. */
export function readCard(object: JsonObject, context: CardContext): SearchResult | null {
  const holders = [object, ...holdersIn(object)]
  const listingId = firstOf(holders, (each) => idOf(each))
  if (listingId === null) return null
  const structured = firstOf(holders, (each) => objectAt(each, 'structuredContent'))
  const details = structured === null ? [] : linesOf(structured)
  const rooms = readRooms(details)
  const dates = firstOf(holders, (each) => objectAt(each, 'listingParamOverrides'))
  const badges = holders
    .flatMap((each) => [...objectsAt(each, 'badges'), ...objectsAt(each, 'formattedBadges')])
    .map(badgeOf)
  const shownPrice = findObject(object, isDisplayPrice, MAX_INNER_OBJECTS)
  const price = shownPrice === null ? null : readDisplayPrice(shownPrice, context.price)
  const label = firstOf(holders, (each) => textAt(each, 'avgRatingLocalized'))
  const spoken = firstOf(holders, (each) => textAt(each, 'avgRatingA11yLabel'))
  const rating =
    (label === null ? null : readRatingLabel(label)) ?? (spoken === null ? null : readRatingLabel(spoken))
  const count = rating?.count ?? (spoken === null ? null : (readRatingLabel(spoken)?.count ?? null))
  const point = firstOf(holders, placeOf)
  const checkIn = textAt(dates, 'checkin', 'checkIn') ?? context.checkIn
  return {
    listingId,
    url: `${context.origin}/rooms/${listingId}`,
    name: nameOf(holders),
    title: firstOf(holders, (each) => textAt(each, 'title')),
    coordinates: point === null ? null : { ...point, approximate: true },
    rating: rating === null ? null : { overall: rating.overall, count },
    badges,
    superhost: badges.some(({ code }) => /superhost/i.test(code ?? '')) ? true : null,
    bedrooms: rooms.bedrooms,
    beds: rooms.beds,
    baths: rooms.baths,
    details,
    photos: readPhotos(holders).map((photo) => ({ ...photo })),
    checkIn,
    checkOut: textAt(dates, 'checkout', 'checkOut') ?? context.checkOut,
    price,
    priceReason: price !== null ? null : checkIn === null ? 'dates_required' : 'not_on_page',
  }
}

/** The number of the listing of a result; null where it has none. */
export function cardIdOf(object: JsonObject): string | null {
  return firstOf([object, ...holdersIn(object)], (each) => idOf(each))
}

/** The objects one and two levels below, in which the fields of the listing are. */
function holdersIn(object: JsonObject): JsonObject[] {
  const inner = Object.values(object).filter(isJsonObject)
  const listings = inner.filter((each) => listingIdOf(fieldAt(each, 'id')) !== null || placeOf(each) !== null)
  return [...listings, ...listings.flatMap((each) => Object.values(each).filter(isJsonObject))]
}

function idOf(object: JsonObject): string | null {
  for (const name of ['id', 'listingId', 'propertyId', 'roomId']) {
    const id = listingIdOf(fieldAt(object, name))
    if (id !== null) return id
  }
  return null
}

/** Coordinates of the object itself, or of its `coordinate`, `location` or `location.coordinate`. */
function placeOf(object: JsonObject): { readonly lat: number; readonly lng: number } | null {
  const location = objectAt(object, 'location')
  for (const each of [object, objectAt(object, 'coordinate'), objectAt(location, 'coordinate'), location]) {
    const point = coordinatesOf(numberAt(each, 'latitude', 'lat'), numberAt(each, 'longitude', 'lng', 'lon'))
    if (point !== null) return point
  }
  return null
}

/** The name that the host gave; the title of the site is another thing. */
function nameOf(holders: readonly JsonObject[]): string | null {
  return (
    firstOf(holders, (each) => textAt(objectAt(each, 'description'), 'name')) ??
    firstOf(holders, (each) => textAt(each, 'nameLocalized', 'name', 'listingName')) ??
    firstOf(holders, (each) => textAt(each, 'subtitle'))
  )
}

/** What stands below the name, without repeating itself. */
function linesOf(structured: JsonObject): string[] {
  const lines = [
    'primaryLine',
    'secondaryLine',
    'mapPrimaryLine',
    'mapSecondaryLine',
    'mapCategoryInfo',
  ].flatMap((name) =>
    listAt(structured, name).flatMap((line) =>
      isJsonObject(line) ? (textAt(line, 'body', 'title') ?? []) : (textOf(line) ?? []),
    ),
  )
  return [...new Set(lines)]
}

function badgeOf(badge: JsonObject): { readonly code: string | null; readonly text: string | null } {
  return {
    code: textAt(objectAt(badge, 'loggingContext'), 'badgeType') ?? textAt(badge, 'badgeType', 'type'),
    text: textAt(badge, 'text', 'title'),
  }
}

/** The objects of a list that are results, for a list of any kind. */
export const cardsIn = (list: readonly JsonValue[]): JsonObject[] =>
  list.filter(isJsonObject).map(unwrapped).filter(looksLikeCard)

/** What an object holds that only wraps another one: `{ node: {…} }`, with or without a cursor beside it. */
function unwrapped(object: JsonObject): JsonObject {
  const inner = Object.values(object).filter(isJsonObject)
  const [only] = inner
  return only !== undefined && inner.length === 1 && Object.keys(object).length < MIN_FIELDS ? only : object
}
