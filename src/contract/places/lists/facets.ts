// Facets of a place list: how many of its places have each value of a field.
import { Type, type Static } from 'typebox'
import { ListOf, Nullable } from '#contract/schema.ts'
import { Place } from '#contract/places/place.ts'

/** The fields that are counted; each is a filter of the list, `key` and `cuisine` by `category`. */
export const FACETS = [
  'key',
  'category',
  'cuisine',
  'country',
  'region',
  'city',
  'status',
  'provider',
  'hasWebsite',
  'hasPhone',
  'hasEmail',
  'rating',
] as const
/** One of `FACETS`. */
export type FacetName = (typeof FACETS)[number]

/** The values of one field, the most frequent first. A place with several categories counts for each of them. */
export const Facet = Type.Object(
  {
    values: Type.Array(
      Type.Object({
        value: Nullable(
          Type.String({
            description: 'As the filter takes it; of `rating` the whole stars. Null: not known.',
          }),
        ),
        label: Nullable(Type.String()),
        places: Type.Integer(),
      }),
    ),
    more: Type.Integer({ description: 'Further values that are not listed.' }),
  },
  { $id: 'Facet' },
)
export type Facet = Static<typeof Facet>

const places = ListOf(Place)

/** A page of stored places. */
export const PlaceList = Type.Object({
  ...places.properties,
  facets: Type.Optional(
    Type.Record(Type.String(), Facet, {
      description: 'By its name, over all places of the list; absent: `facets` was not given.',
    }),
  ),
})
