// The browse views of places: stored data, counted and grouped.
import { Type, type Static } from 'typebox'
import { Address, Place, PROVIDERS } from './place.ts'
import { SEARCH_STATES } from './search.ts'
import { Id, LatLng, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** Counts by a set of words, with every word present. */
const CountsOf = (words: readonly string[]) =>
  Type.Object(Object.fromEntries(words.map((word) => [word, Type.Integer()])))

export const PLACE_STATES = ['operational', 'temporarily_closed', 'permanently_closed', 'unknown'] as const

export const BrowseStats = Type.Object(
  {
    places: Type.Object({
      total: Type.Integer(),
      withWebsite: Type.Integer(),
      withPhone: Type.Integer(),
      withEmail: Type.Integer(),
      withRating: Type.Integer(),
      status: CountsOf(PLACE_STATES),
      providers: CountsOf(PROVIDERS),
    }),
    sessions: Type.Integer(),
    searches: CountsOf(SEARCH_STATES),
    categories: Type.Integer({ description: 'Distinct categories.' }),
    cities: Type.Integer({ description: 'Distinct cities.' }),
    reviews: Type.Integer(),
    lastSeenAt: Nullable(Timestamp),
  },
  { $id: 'BrowseStats' },
)
export type BrowseStats = Static<typeof BrowseStats>

export const Session = Type.Object(
  {
    id: Id('ses'),
    searches: Type.Integer(),
    running: Type.Integer({ description: 'Searches that have not ended.' }),
    places: Type.Integer({ description: 'Distinct places over all its searches.' }),
    queries: Type.Array(Type.String(), { description: 'What its first searches looked for, at most ten.' }),
    complete: Nullable(
      Type.Boolean({ description: 'Whether every search is complete; null while one runs.' }),
    ),
    createdAt: Timestamp,
    lastActivityAt: Timestamp,
    links: Links,
  },
  { $id: 'Session' },
)
export type Session = Static<typeof Session>
export const SessionList = ListOf(Session)

export const DeletedSession = Type.Object({
  id: Id('ses'),
  searches: Type.Integer({ description: 'Searches that went with it.' }),
  places: Type.Integer({ description: 'Places that went with it.' }),
})
export type DeletedSession = Static<typeof DeletedSession>

export const PlaceCard = Type.Object(
  {
    id: Id('plc'),
    name: Place.properties.name,
    categories: Place.properties.categories,
    address: Address.properties.formatted,
    city: Address.properties.city,
    location: LatLng,
    phone: Place.properties.phone,
    website: Place.properties.website,
    email: Nullable(Type.String()),
    rating: Place.properties.rating,
    ratingCount: Place.properties.ratingCount,
    status: Words(PLACE_STATES),
    lastSeenAt: Timestamp,
    links: Links,
  },
  { $id: 'PlaceCard', description: 'A place in short.' },
)
export type PlaceCard = Static<typeof PlaceCard>
export const PlaceCardList = ListOf(PlaceCard)

export const CategoryCount = Type.Object(
  { id: Type.String(), label: Nullable(Type.String()), places: Type.Integer(), links: Links },
  { $id: 'CategoryCount' },
)
export type CategoryCount = Static<typeof CategoryCount>
export const CategoryList = ListOf(CategoryCount)

export const LocationCount = Type.Object(
  {
    countryCode: Nullable(Type.String()),
    region: Nullable(Type.String()),
    city: Nullable(Type.String({ description: 'Null counts the places whose city is not known.' })),
    places: Type.Integer(),
    links: Links,
  },
  { $id: 'LocationCount' },
)
export type LocationCount = Static<typeof LocationCount>
export const LocationList = ListOf(LocationCount)
