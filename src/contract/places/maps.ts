// The operations of the maps extractor: resolve an area, search places in it, extract places by id.
import { Type, type Static } from 'typebox'
import { BboxArray, GeoJsonMultiPolygon, GeoJsonPolygon, Location, ResolvedArea } from './location.ts'
import { ProxyOption } from '#contract/crawl/learned/proxy.ts'
import { Attribution, MapPlace, PROVIDERS } from './place.ts'
import { Understood } from './understood.ts'
import { MapReviews, ReviewRequest } from './review.ts'
import { QUERY_PATTERN, LanguageTag, Nullable, Timestamp, Words } from '#contract/schema.ts'

const provider = Type.Optional(Words(PROVIDERS, { description: 'Default: the one the operator set.' }))

const engine = Type.Optional(
  Words(['auto', 'http', 'browser'], {
    description:
      'Of a provider that has pages: `auto` takes a browser where the plain request brings nothing. Others ignore it.',
  }),
)

/** What a provider can give for one place beside what its search answers hold. */
export const PLACE_PARTS = ['details', 'reviews'] as const

const proxy = Type.Optional({
  ...ProxyOption,
  description:
    'A proxy of the pool, for a provider whose pages are fetched. Overpass and Nominatim are asked directly, because their ' +
    'limits are those of one address, and a file needs none: with them a request for a proxy is refused.',
})

/** The location of a search before it is planned. */
export const MapsResolveInput = Type.Object(
  {
    location: Type.Optional(Location),
    query: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'What will be searched: without a location the area it names counts (`cafes in Monaco`). The answer says how it is understood.',
      }),
    ),
    provider,
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    language: Type.Optional(LanguageTag('BCP 47; picks the name of the area.')),
    proxy,
  },
  { additionalProperties: false },
)
export type MapsResolveInput = Static<typeof MapsResolveInput>

/** The area that the location means, and what the provider can do in it. */
export const MapsResolveOutput = Type.Object({
  provider: Words(PROVIDERS),
  area: ResolvedArea,
  limits: Type.Object({
    pageSize: Type.Integer({ description: 'The most places one search answer carries.' }),
    maxResults: Nullable(
      Type.Integer({ description: 'The most places a query can reach by paging; null: no such cap.' }),
    ),
    maxRequests: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'What a search without a budget of its own may ask; absent: any number.',
      }),
    ),
  }),
  understood: Type.Optional(Understood),
  parts: Type.Optional(
    Type.Array(Words(PLACE_PARTS), {
      description: 'What a search of this provider may `include`; absent: its answers hold all there is.',
    }),
  ),
  attribution: Type.Array(Attribution),
})
export type MapsResolveOutput = Static<typeof MapsResolveOutput>

/** A query to be understood, and nothing searched. */
export const MapsUnderstandInput = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 500, description: 'As it would be searched for.' }),
    location: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'Where, if the query does not say it.' }),
    ),
    provider,
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    language: Type.Optional(LanguageTag('BCP 47; picks the labels.')),
  },
  { additionalProperties: false },
)
export type MapsUnderstandInput = Static<typeof MapsUnderstandInput>

/** What a search for the query would look for. */
export const MapsUnderstandOutput = Type.Object({ provider: Words(PROVIDERS), understood: Understood })
export type MapsUnderstandOutput = Static<typeof MapsUnderstandOutput>

/** One page of a search: `cursor` is the `nextCursor` of the page before. */
export const MapsSearchInput = Type.Object(
  {
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: QUERY_PATTERN,
      description: 'Words, a category, a name, an address; `*` for every place.',
    }),
    location: Type.Optional(Location),
    provider,
    categories: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
    language: Type.Optional(LanguageTag('BCP 47; picks names and labels.')),
    country: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2}$' })),
    areaCountry: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description:
          'The country that the area lies in, where it is known: it decides for places so near to its border that the ' +
          'provider cannot tell.',
      }),
    ),
    queryArea: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'The words of the query that name its area, as `resolve` found them.',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 20 })),
    withClosed: Type.Optional(
      Type.Boolean({
        description:
          'Also what was such a place once (`disused:shop`), behind all others, where the provider knows it.',
      }),
    ),
    cursor: Type.Optional(Type.String({ maxLength: 1024 })),
    overlap: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 250,
        description:
          'So many rows at the end of this page shall come again on the next one, so that none is lost when rows change ' +
          'places between two requests. Providers whose order does not change leave it at none.',
      }),
    ),
    engine,
    proxy,
  },
  { additionalProperties: false },
)
export type MapsSearchInput = Static<typeof MapsSearchInput>

/** A page of places. With `exhausted` there are no more pages. */
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
  understood: Type.Optional(Understood),
  places: Type.Array(MapPlace),
  closed: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'With `withClosed`: so many of the places, the last ones, were such places once.',
    }),
  ),
  nextCursor: Nullable(Type.String()),
  overlap: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'So many rows at the end of this page come again on the next one; absent: none.',
    }),
  ),
  progress: Type.Optional(
    Type.Object(
      { done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) },
      { description: 'Places up to the end of this page, and on all pages together; absent: not known.' },
    ),
  ),
  exhausted: Type.Boolean({ description: 'Nothing more to page, and nothing was cut.' }),
  unplaced: Type.Optional(
    Type.Integer({ description: 'Objects that match and whose position the provider does not know.' }),
  ),
  partialReason: Nullable(Type.String({ description: 'Why the provider gave less than there is.' })),
  noData: Type.Optional(
    Type.Boolean({
      description: 'True: the provider holds no data of this area, so that nothing found means nothing.',
    }),
  ),
  attribution: Type.Array(Attribution),
})
export type MapsSearchOutput = Static<typeof MapsSearchOutput>

/** One place, by its id or by the address of its page. */
export const MapsExtractInput = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'The id of a provider: `osm:node/123`; `google:` and a placeId, feature id or CID.',
      }),
    ),
    url: Type.Optional(Type.String({ maxLength: 2_000, description: 'The page of the place on the map.' })),
    provider,
    language: Type.Optional(LanguageTag('BCP 47; picks names and labels.')),
    engine,
    reviews: Type.Optional(ReviewRequest),
    proxy,
  },
  {
    additionalProperties: false,
    oneOf: [{ required: ['id'] }, { required: ['url'] }],
    description: 'Exactly one of `id` and `url`.',
  },
)
export type MapsExtractInput = Static<typeof MapsExtractInput>

/** The place as the provider knows it now. */
export const MapsExtractOutput = Type.Object({
  provider: Words(PROVIDERS),
  place: MapPlace,
  reviews: Type.Optional(MapReviews),
  attribution: Type.Array(Attribution),
})
export type MapsExtractOutput = Static<typeof MapsExtractOutput>

/** The most payloads that one call reads. */
export const MAX_PARSED = 100

/** Payloads that the provider once sent, as `raw` of its places has them. */
export const MapsParseInput = Type.Object(
  {
    provider: Words(PROVIDERS),
    payloads: Type.Array(
      Type.Object(
        {
          raw: Type.Unknown({ description: 'As it came.' }),
          fetchedAt: Timestamp,
          country: Type.Optional(
            Nullable(
              Type.String({
                pattern: '^[A-Z]{2}$',
                description:
                  'Where the place lies, as was known when it came; by default the one at its position.',
              }),
            ),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_PARSED },
    ),
  },
  { additionalProperties: false },
)
export type MapsParseInput = Static<typeof MapsParseInput>

/** The places of the payloads, in their order; null for one that is no place of this provider. */
export const MapsParseOutput = Type.Object({
  provider: Words(PROVIDERS),
  places: Type.Array(Nullable(MapPlace)),
})
export type MapsParseOutput = Static<typeof MapsParseOutput>

/** The kinds of features below the places of a map. */
export const BASEMAP_KINDS = [
  'motorway',
  'road',
  'street',
  'path',
  'rail',
  'river',
  'coast',
  'water',
  'green',
] as const

/** A part of the map, and how large it is drawn. */
export const MapsBasemapInput = Type.Object(
  {
    bbox: BboxArray,
    zoom: Type.Integer({
      minimum: 0,
      maximum: 22,
      description:
        'At which the world is 512 · 2^zoom pixels wide: what would be too small to see is left out.',
    }),
  },
  { additionalProperties: false },
)
export type MapsBasemapInput = Static<typeof MapsBasemapInput>

const Line = Type.Object({
  type: Words(['LineString']),
  coordinates: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })),
})

/** Roads, water and parks below the places of a map, as GeoJSON features. */
export const MapsBasemapOutput = Type.Object({
  provider: Nullable(Words(PROVIDERS, { description: 'Null: this service has no map of its own to draw.' })),
  features: Type.Array(
    Type.Object({
      type: Words(['Feature']),
      properties: Type.Object({ kind: Words(BASEMAP_KINDS), name: Nullable(Type.String()) }),
      geometry: Type.Union([Line, GeoJsonPolygon, GeoJsonMultiPolygon]),
    }),
    { description: 'The most important ones first. They reach beyond the box.' },
  ),
  complete: Type.Boolean({
    description: 'False: more lie in the box than an answer holds, and the least important are left out.',
  }),
  attribution: Type.Array(Attribution),
})
export type MapsBasemapOutput = Static<typeof MapsBasemapOutput>
