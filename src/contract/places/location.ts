// Where to look: a place name, a circle, a box or a polygon. One shape for both services.
import { Type, type Static } from 'typebox'
import { Nullable, Words } from '#contract/schema.ts'

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
  description: 'The name of a town, a district or a boundary.',
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

/** Where to search, in any of its forms. */
export const Location = Type.Union(
  [LocationText, LocationCircle, LocationBox, GeoJsonPolygon, GeoJsonMultiPolygon],
  {
    description:
      'A name, {lat,lng,radiusM}, {bbox}, or a GeoJSON Polygon or MultiPolygon (positions are [lng, lat]).',
  },
)
export type Location = Static<typeof Location>

/** Positions are [lng, lat] in degrees, and what may follow in GeoJSON. */
type Rings = readonly (readonly (readonly [lng: number, lat: number, ...number[]])[])[]
/** The same as `GeoJsonPolygon` and `GeoJsonMultiPolygon`, with positions as what their schema makes of them. */
type AreaGeometry =
  | { readonly type: 'Polygon'; readonly coordinates: Rings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Rings[] }

/** A resolved location. `geometry` is null when only the box or the circle is known. */
export const ResolvedArea = Type.Object(
  {
    name: Nullable(Type.String()),
    kind: Words(['extract', 'boundary', 'place', 'circle', 'bbox', 'polygon']),
    bbox: BboxArray,
    geometry: Nullable(Type.Unsafe<AreaGeometry>(Type.Union([GeoJsonPolygon, GeoJsonMultiPolygon]))),
    circle: Nullable(LocationCircle),
    source: Nullable(
      Type.String({ description: 'What resolved it: `osm:relation/1124039`, or null for a given shape.' }),
    ),
    countryCode: Nullable(Type.String()),
  },
  { $id: 'ResolvedArea' },
)
export type ResolvedArea = Static<typeof ResolvedArea>
