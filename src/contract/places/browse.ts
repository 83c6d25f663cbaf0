// The browse views of places: stored data, counted and grouped.
import { Type, type Static } from 'typebox'
import { Address, Place, PROVIDERS } from './place.ts'
import { SEARCH_STATES } from './search.ts'
import { Id, LatLng, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** Counts by a set of words, with every word present. */
const CountsOf = (words: readonly string[]) =>
  Type.Object(Object.fromEntries(words.map((word) => [word, Type.Integer()])))

/** Whether a place is open for business, as its provider says; `unknown` where it says nothing. */
export const PLACE_STATES = ['operational', 'temporarily_closed', 'permanently_closed', 'unknown'] as const

/** Counts of everything that is stored. */
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

/** Searches whose places are kept together; the same place found by two of them counts once. */
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
/** A page of the list of sessions, newest first. */
export const SessionList = ListOf(Session)

/** What the deletion of a session took with it; places of other sessions stay. */
export const DeletedSession = Type.Object({
  id: Id('ses'),
  searches: Type.Integer({ description: 'Searches that went with it.' }),
  places: Type.Integer({ description: 'Places that went with it.' }),
})
export type DeletedSession = Static<typeof DeletedSession>

/** A place as lists show it: enough to choose one, without its provenance. */
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
/** A page of places. */
export const PlaceCardList = ListOf(PlaceCard)

/** How many stored places a category has; `label` is null where no language has a name for it. */
export const CategoryCount = Type.Object(
  { id: Type.String(), label: Nullable(Type.String()), places: Type.Integer(), links: Links },
  { $id: 'CategoryCount' },
)
export type CategoryCount = Static<typeof CategoryCount>
/** A page of categories, most places first. */
export const CategoryList = ListOf(CategoryCount)

/** How many stored places a city has. */
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
/** A page of locations, most places first. */
export const LocationList = ListOf(LocationCount)
