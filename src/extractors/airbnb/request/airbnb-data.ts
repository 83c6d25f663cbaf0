// What the airbnb extractor answers: a listing, a search or a host.
import { Type, type Static } from 'typebox'
import { Nullable } from '#contract/schema.ts'
import { Amount, PriceReason, StayPrice } from '#extractors/airbnb/price/price-type.ts'

const Text = (description?: string) => Nullable(Type.String(description === undefined ? {} : { description }))
const Number = (description?: string) =>
  Nullable(Type.Number(description === undefined ? {} : { description }))
const Whole = (description?: string) =>
  Nullable(Type.Integer({ minimum: 0, ...(description === undefined ? {} : { description }) }))
const Flag = Nullable(Type.Boolean())
const Address = Text('The address that the answer is from; null for a page without `baseUrl`.')

const Coordinates = Nullable(
  Type.Object(
    { lat: Type.Number(), lng: Type.Number(), approximate: Type.Literal(true) },
    { description: 'WGS 84. The site moves them by up to some 150 m.' },
  ),
)
const Photo = Type.Object({ url: Type.String(), caption: Text() })
const Price = Nullable(StayPrice)

const Review = Type.Object({
  id: Text(),
  rating: Number('1 to 5.'),
  text: Text(),
  language: Text('As the site tags it.'),
  createdAt: Text('RFC 3339, or a date.'),
  dateShown: Text('As it is shown: `April 2026`.'),
  author: Text('First name.'),
  response: Text('Of the host.'),
})
export type Review = Static<typeof Review>

const CalendarDay = Type.Object({
  date: Type.String({ format: 'date' }),
  available: Flag,
  availableForCheckIn: Flag,
  availableForCheckOut: Flag,
  minNights: Whole(),
  maxNights: Whole(),
  price: Type.Optional(Type.Object({ amount: Amount, currency: Text() })),
})
export type CalendarDay = Static<typeof CalendarDay>

const ListingHost = Type.Object({
  id: Text(),
  name: Text(),
  superhost: Flag,
  verified: Flag,
  since: Text('A year, a month or a date, where the page gives one.'),
  yearsHosting: Whole(),
  responseRate: Whole('Per cent.'),
  responseTime: Text('As it is shown.'),
  photo: Text(),
})
export type ListingHost = Static<typeof ListingHost>

const Amenity = Type.Object({
  group: Text(),
  name: Type.String(),
  available: Nullable(Type.Boolean({ description: 'False for what the listing says it does not have.' })),
})
export type Amenity = Static<typeof Amenity>

const Rating = Nullable(
  Type.Object(
    {
      overall: Number('1 to 5; null without reviews.'),
      count: Whole(),
      accuracy: Number(),
      checkIn: Number(),
      cleanliness: Number(),
      communication: Number(),
      location: Number(),
      value: Number(),
    },
    { description: 'Null where the page has none of it.' },
  ),
)
export type Rating = Static<typeof Rating>

/** One listing; parts that were not asked for are absent. */
export const ListingData = Type.Object({
  kind: Type.Literal('listing'),
  url: Address,
  listingId: Text(),
  title: Text(),
  roomType: Text('As the site names it: `Entire home/apt`.'),
  propertyType: Text(),
  location: Text(),
  capacity: Whole('Guests.'),
  bedrooms: Whole('0 for a studio.'),
  beds: Whole(),
  baths: Number('1.5 has one without a shower.'),
  coordinates: Coordinates,
  rating: Rating,
  host: Type.Optional(Nullable(ListingHost)),
  amenities: Type.Optional(Nullable(Type.Array(Amenity))),
  photos: Type.Optional(Nullable(Type.Array(Photo))),
  houseRules: Nullable(Type.Array(Type.String())),
  checkInTime: Text('`15:00`, the earliest.'),
  checkOutTime: Text('`11:00`, the latest.'),
  description: Text(),
  cancellationPolicy: Text(),
  checkIn: Text(),
  checkOut: Text(),
  price: Type.Optional(Price),
  priceReason: Type.Optional(Nullable(PriceReason)),
  calendar: Type.Optional(Nullable(Type.Array(CalendarDay))),
  reviews: Type.Optional(Nullable(Type.Array(Review))),
})
export type ListingData = Static<typeof ListingData>

const SearchResult = Type.Object({
  listingId: Type.String(),
  url: Type.String(),
  name: Text('As the host calls it.'),
  title: Text('As the site sums it up: `Apartment in Lisbon`.'),
  coordinates: Coordinates,
  rating: Nullable(Type.Object({ overall: Number(), count: Whole() })),
  badges: Type.Array(Type.Object({ code: Text(), text: Text() })),
  superhost: Nullable(Type.Boolean({ description: 'True by its badge; null, because others hide it.' })),
  bedrooms: Whole(),
  beds: Whole(),
  baths: Number(),
  details: Type.Array(Type.String(), { description: 'The lines below the name, as they are shown.' }),
  photos: Type.Array(Photo),
  checkIn: Text(),
  checkOut: Text(),
  price: Price,
  priceReason: Nullable(PriceReason),
})
export type SearchResult = Static<typeof SearchResult>

const BoundingBox = Type.Object({
  north: Type.Number(),
  south: Type.Number(),
  east: Type.Number(),
  west: Type.Number(),
})

/** The results of a search in the order of the site, each listing once. */
export const SearchData = Type.Object({
  kind: Type.Literal('search'),
  url: Address,
  query: Text('The place that the address names.'),
  area: Nullable(BoundingBox),
  checkIn: Text(),
  checkOut: Text(),
  results: Type.Array(SearchResult),
  total: Whole('As the site counts; null where it gives no exact number.'),
  totalText: Text('As it is shown: `Over 1,000 homes`.'),
  pages: Type.Object({ read: Type.Integer(), offered: Whole('As the first page lists them.') }),
  nextCursor: Text('Of the last page that was read; null at its end.'),
  complete: Type.Boolean({ description: 'Whether these are all results that the site gives.' }),
  reasons: Type.Array(Type.String(), { description: 'Why they are not.' }),
})
export type SearchData = Static<typeof SearchData>

/** A host and what they offer. */
export const HostData = Type.Object({
  kind: Type.Literal('host'),
  url: Address,
  hostId: Text(),
  name: Text(),
  superhost: Flag,
  verified: Flag,
  since: Text('A year, a month or a date, where the page gives one.'),
  yearsHosting: Whole(),
  about: Text(),
  location: Text(),
  languages: Nullable(Type.Array(Type.String())),
  photo: Text(),
  responseRate: Whole('Per cent.'),
  responseTime: Text(),
  rating: Number('Of all their listings.'),
  reviewCount: Whole(),
  listingCount: Whole(),
  listings: Nullable(
    Type.Array(
      Type.Object({
        listingId: Type.String(),
        url: Type.String(),
        name: Text(),
        rating: Number(),
        reviewCount: Whole(),
        photo: Text(),
      }),
    ),
  ),
  reviews: Nullable(Type.Array(Review)),
})
export type HostData = Static<typeof HostData>

/** Told apart by `kind`. */
export type AirbnbData = ListingData | SearchData | HostData
export const AirbnbData = {
  ...Type.Union([ListingData, SearchData, HostData]),
  type: 'object' as const,
  description: 'A listing, a search or a host, by `kind`.',
}
