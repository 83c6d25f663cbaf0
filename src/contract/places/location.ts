// Where to look: a place name, a circle, a box or a polygon. One shape for both services.
import { Type, type Static } from 'typebox'
import { LatLng, Nullable, Words } from '#contract/schema.ts'

const Longitude = Type.Number({ minimum: -180, maximum: 180 })
const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const Ring = Type.Array(
  Type.Array(Type.Number({ minimum: -180, maximum: 180 }), { minItems: 2, maxItems: 3 }),
  {
    minItems: 4,
    maxItems: 20_000,
  },
)

/** GeoJSON order. West above east crosses the antimeridian. */
export const BboxArray = Type.Unsafe<[number, number, number, number]>(
  Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
    minItems: 4,
    maxItems: 4,
    description: '[west, south, east, north] in degrees, GeoJSON order.',
  }),
)

/** Looked up on the map of the provider. */
export const LocationText = Type.String({
  minLength: 1,
  maxLength: 300,
  description:
    'A town, a district, a street, an address, a postcode or a landmark by its name (`near Stanley Park`, `2 km around ' +
    'Vaduz`), coordinates, a plus code, a geo URI, or a link to a map.',
  examples: ['Vaduz, Liechtenstein', '47.1410, 9.5215', 'near Vaduz Castle'],
})
/** The radius is in metres, at most 500 km. */
export const LocationCircle = Type.Object(
  { lat: Latitude, lng: Longitude, radiusM: Type.Number({ exclusiveMinimum: 0, maximum: 500_000 }) },
  { additionalProperties: false },
)
/** A box in degrees. */
export const LocationBox = Type.Object({ bbox: BboxArray }, { additionalProperties: false })
/** The outer ring first, then holes (RFC 7946). */
export const GeoJsonPolygon = Type.Object(
  { type: Words(['Polygon']), coordinates: Type.Array(Ring, { minItems: 1, maxItems: 1_000 }) },
  { additionalProperties: false },
)
/** Polygons that belong together, as islands do. */
export const GeoJsonMultiPolygon = Type.Object(
  {
    type: Words(['MultiPolygon']),
    coordinates: Type.Array(Type.Array(Ring, { minItems: 1, maxItems: 1_000 }), {
      minItems: 1,
      maxItems: 1_000,
    }),
  },
  { additionalProperties: false },
)

/** A point and the metres around it, in the words of GeoJSON. */
export const GeoJsonPoint = Type.Object(
  {
    type: Words(['Point']),
    coordinates: Type.Array(Longitude, { minItems: 2, maxItems: 3 }),
    radiusM: Type.Number({ exclusiveMinimum: 0, maximum: 500_000 }),
  },
  { additionalProperties: false },
)
/** What a Feature of a FeatureCollection may have as its geometry. */
const FeatureGeometry = Type.Union([GeoJsonPolygon, GeoJsonMultiPolygon])
/** What editors and web maps export; everything but the geometry is passed over. */
export const GeoJsonFeature = Type.Object({
  type: Words(['Feature']),
  geometry: FeatureGeometry,
})
/** All of its polygons together. */
export const GeoJsonFeatureCollection = Type.Object({
  type: Words(['FeatureCollection']),
  features: Type.Array(GeoJsonFeature, { minItems: 1, maxItems: 1_000 }),
})

/** Where to search, in any of its forms. */
export const Location = Type.Union(
  [
    LocationText,
    LocationCircle,
    LocationBox,
    GeoJsonPolygon,
    GeoJsonMultiPolygon,
    GeoJsonPoint,
    GeoJsonFeature,
    GeoJsonFeatureCollection,
  ],
  {
    description:
      'A text, {lat,lng,radiusM}, {bbox}, or GeoJSON: a Polygon, a MultiPolygon, a Feature or a FeatureCollection of these, ' +
      'a Point with radiusM (positions are [lng, lat]).',
  },
)
export type Location = Static<typeof Location>

/** Positions are [lng, lat] in degrees, and what may follow in GeoJSON. */
type Rings = readonly (readonly (readonly [lng: number, lat: number, ...number[]])[])[]
/** The same as `GeoJsonPolygon` and `GeoJsonMultiPolygon`, with positions as what their schema makes of them. */
type AreaGeometry =
  | { readonly type: 'Polygon'; readonly coordinates: Rings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Rings[] }

/** One of several things that a text may mean. */
export const AreaCandidate = Type.Object({
  id: Nullable(Type.String({ description: '`osm:relation/1124039`; it can be given as the location.' })),
  name: Type.String(),
  kind: Type.String({ description: 'As in the area.' }),
  parents: Type.Array(Type.String(), { description: 'What is around it, the nearest first.' }),
  location: LatLng,
})
export type AreaCandidate = Static<typeof AreaCandidate>

/** A resolved location. `geometry` is null when only the box or the circle is known. */
export const ResolvedArea = Type.Object(
  {
    name: Nullable(Type.String()),
    kind: Words([
      'extract',
      'boundary',
      'place',
      'circle',
      'bbox',
      'polygon',
      'postcode',
      'street',
      'address',
      'landmark',
    ]),
    bbox: BboxArray,
    geometry: Nullable(Type.Unsafe<AreaGeometry>(Type.Union([GeoJsonPolygon, GeoJsonMultiPolygon]))),
    circle: Nullable(LocationCircle),
    source: Nullable(
      Type.String({ description: 'What resolved it: `osm:relation/1124039`, or null for a given shape.' }),
    ),
    countryCode: Nullable(Type.String()),
    notes: Type.Optional(
      Type.Array(Type.String(), {
        description: 'How the shape was chosen where the map has none, and how one of the candidates was.',
      }),
    ),
    candidates: Type.Optional(
      Type.Array(AreaCandidate, {
        description: 'Everything that the text may mean, what was taken first; absent: there is one meaning.',
      }),
    ),
  },
  { $id: 'ResolvedArea' },
)
export type ResolvedArea = Static<typeof ResolvedArea>
