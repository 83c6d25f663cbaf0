// The polygons of a GeoJSON file, as the location of a search.
import { readFile } from 'node:fs/promises'
import { Check } from 'typebox/schema'
import { GeoJsonMultiPolygon, GeoJsonPolygon, type Location } from '#contract/places/location.ts'
import { fieldsOf } from '#kit/unknown-values.ts'
import { UsageError } from '#bin/cli/command-line.ts'
import type { Static } from 'typebox'

type Polygon = Static<typeof GeoJsonPolygon>
/** Much more than a search takes. */
const MAX_DEPTH = 10

/** All polygons of a geometry, a Feature or a FeatureCollection (RFC 7946) together. Throws UsageError. */
export async function readAreaFile(path: string): Promise<Location> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`--area: the file ${path} cannot be read.`)
  })
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UsageError(`--area: the file ${path} is not JSON.`)
  }
  const polygons = polygonsIn(value, path, 0)
  const [only, ...more] = polygons
  if (only === undefined) throw new UsageError(`--area: the file ${path} has no polygon.`)
  if (more.length === 0) return only
  return { type: 'MultiPolygon', coordinates: polygons.map(({ coordinates }) => coordinates) }
}

/** Points and lines enclose nothing and are refused: a search that leaves them out would look complete. */
function polygonsIn(value: unknown, path: string, depth: number): Polygon[] {
  const { type, geometry, geometries, features } = fieldsOf(value)
  const wrong = (what: string) => new UsageError(`--area: the file ${path} ${what}.`)
  if (depth > MAX_DEPTH) throw wrong('is nested too deeply')
  const inner = type === 'Feature' ? [geometry] : type === 'FeatureCollection' ? features : geometries
  if (type === 'Feature' || type === 'FeatureCollection' || type === 'GeometryCollection') {
    if (!Array.isArray(inner)) throw wrong(`has a ${type} without content`)
    return inner.flatMap((part: unknown) => polygonsIn(part, path, depth + 1))
  }
  // Some programs write further members, such as a bounding box.
  const bare = { type, coordinates: fieldsOf(value)['coordinates'] }
  if (Check(GeoJsonPolygon, bare)) return [bare]
  if (Check(GeoJsonMultiPolygon, bare)) {
    return bare.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }))
  }
  throw wrong(`has something that is no polygon: ${JSON.stringify(type) ?? 'an object without a type'}`)
}
