// The browse views of places: stored data, counted and grouped.
import { Type, type Static } from 'typebox'
import { Address, Place, PROVIDERS } from '#contract/places/place.ts'
import { SEARCH_STATES } from '#contract/places/search.ts'
import { Id, LatLng, Links, ListOf, Nullable, Timestamp, Words } from '#contract/schema.ts'

/** Counts by a set of words, with every word present. */
const CountsOf = (words: readonly string[]) =>
  Type.Object(Object.fromEntries(words.map((word) => [word, Type.Integer()])))

/** Whether a place is open for business, as its provider says; `unknown` where it says nothing. */
export const PLACE_STATES = ['operational', 'temporarily_closed', 'permanently_closed', 'unknown'] as const

/** How finely the growth of the store is shown. */
export const SERIES_INTERVALS = ['hour', 'day', 'week', 'month'] as const
/** One of `SERIES_INTERVALS`. */
export type SeriesInterval = (typeof SERIES_INTERVALS)[number]

/** What was added in one interval. */
export const StatsPoint = Type.Object({
  from: Type.Unsafe<string>({ ...Timestamp, description: 'Its beginning, in UTC; weeks begin on Monday.' }),
  places: Type.Object(
    { total: Type.Integer(), providers: CountsOf(PROVIDERS) },
    { description: 'Stored for the first time, of those that are still there.' },
  ),
  searches: Type.Object({
    total: Type.Integer({ description: 'With those whose provider is not known yet.' }),
    providers: CountsOf(PROVIDERS),
  }),
  enrichments: Type.Integer({ description: 'Started.' }),
  reviews: Type.Integer({ description: 'Stored for the first time.' }),
})
export type StatsPoint = Static<typeof StatsPoint>

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
    series: Type.Optional(
      Type.Array(StatsPoint, {
        description: 'Absent: `interval` was not given. Oldest first, without gaps.',
      }),
    ),
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
  {
    id: Type.String({ description: '`amenity/cafe`; in the tree also a key, `amenity/*`.' }),
    label: Nullable(Type.String()),
    parent: Nullable(
      Type.String({ description: 'The node of the tree that was asked for; null: a flat list.' }),
    ),
    places: Type.Integer(),
    links: Links,
  },
  { $id: 'CategoryCount' },
)
export type CategoryCount = Static<typeof CategoryCount>
/** A page of categories, most places first. */
export const CategoryList = ListOf(CategoryCount)

/** From the coarsest to the finest. */
export const LOCATION_LEVELS = ['country', 'region', 'city'] as const
/** One of `LOCATION_LEVELS`. */
export type LocationLevel = (typeof LOCATION_LEVELS)[number]

/** How many stored places a country, a region or a city has. What is finer than its level is null. */
export const LocationCount = Type.Object(
  {
    level: Words(LOCATION_LEVELS),
    countryCode: Nullable(Type.String()),
    region: Nullable(Type.String()),
    city: Nullable(
      Type.String({ description: 'At level `city`, null counts the places whose city is not known.' }),
    ),
    places: Type.Integer(),
    links: Links,
  },
  { $id: 'LocationCount' },
)
export type LocationCount = Static<typeof LocationCount>
/** A page of locations, most places first. */
export const LocationList = ListOf(LocationCount)
