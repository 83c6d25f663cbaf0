// The operations of the maps extractor: resolve an area, search places in it, extract places by id.
import { Type, type Static } from 'typebox'
import { Location, ResolvedArea } from './location.ts'
import { Attribution, MapPlace, PROVIDERS } from './place.ts'
import { Nullable, Words } from './schema.ts'

const provider = Type.Optional(Words(PROVIDERS, { description: 'Default: the one the operator set.' }))

export const MapsResolveInput = Type.Object(
  {
    location: Type.Optional(Location),
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'What will be searched: without a location the area it names counts (`cafes in Monaco`).',
      }),
    ),
    provider,
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    language: Type.Optional(Type.String({ maxLength: 35 })),
  },
  { additionalProperties: false },
)
export type MapsResolveInput = Static<typeof MapsResolveInput>

export const MapsResolveOutput = Type.Object({
  provider: Words(PROVIDERS),
  area: ResolvedArea,
  limits: Type.Object({
    pageSize: Type.Integer({ description: 'The most places one search answer carries.' }),
    maxResults: Nullable(
      Type.Integer({ description: 'The most places a query can reach by paging; null: no such cap.' }),
    ),
  }),
  attribution: Type.Array(Attribution),
})
export type MapsResolveOutput = Static<typeof MapsResolveOutput>

export const MapsSearchInput = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Words, a category, a name, an address; `*` for every place.',
    }),
    location: Type.Optional(Location),
    provider,
    categories: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
    language: Type.Optional(Type.String({ maxLength: 35, description: 'BCP 47; picks the label and name.' })),
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 20 })),
    cursor: Type.Optional(Type.String({ maxLength: 1024 })),
  },
  { additionalProperties: false },
)
export type MapsSearchInput = Static<typeof MapsSearchInput>

export const MapsSearchOutput = Type.Object({
  provider: Words(PROVIDERS),
  area: Nullable(ResolvedArea),
  interpretation: Type.Object(
    {
      kind: Words(['all', 'category', 'text']),
      categories: Type.Array(Type.String()),
      terms: Type.Array(Type.String()),
    },
    { description: 'How the query was understood.' },
  ),
  places: Type.Array(MapPlace),
  nextCursor: Nullable(Type.String()),
  exhausted: Type.Boolean({ description: 'Nothing more to page, and nothing was cut.' }),
  partialReason: Nullable(Type.String({ description: 'Why the provider gave less than there is.' })),
  attribution: Type.Array(Attribution),
})
export type MapsSearchOutput = Static<typeof MapsSearchOutput>

export const MapsExtractInput = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 200, description: 'The id of a provider: `osm:node/123`.' })),
    url: Type.Optional(Type.String({ maxLength: 2_000, description: 'The page of the place on the map.' })),
    provider,
    language: Type.Optional(Type.String({ maxLength: 35 })),
  },
  {
    additionalProperties: false,
    oneOf: [{ required: ['id'] }, { required: ['url'] }],
    description: 'Exactly one of `id` and `url`.',
  },
)
export type MapsExtractInput = Static<typeof MapsExtractInput>

export const MapsExtractOutput = Type.Object({
  provider: Words(PROVIDERS),
  place: MapPlace,
  attribution: Type.Array(Attribution),
})
export type MapsExtractOutput = Static<typeof MapsExtractOutput>
