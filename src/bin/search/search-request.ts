// What `surveyor search` asks places for, from its command line.
import { readFile } from 'node:fs/promises'
import type { Static } from 'typebox'
import { Check } from 'typebox/schema'
import {
  GeoJsonMultiPolygon,
  GeoJsonPolygon,
  LocationBox,
  LocationCircle,
  type Location,
} from '#contract/places/location.ts'
import { PROVIDERS, type Provider } from '#contract/places/place.ts'
import type { CreateSearchBody } from '#contract/places/search.ts'
import { textOption, UsageError, type CommandLine } from '#bin/cli/command-line.ts'
import { fieldsOf } from '#kit/unknown-values.ts'

/** The fields of a search that the command line sets. */
export type SearchRequest = Pick<
  CreateSearchBody,
  'query' | 'location' | 'provider' | 'providers' | 'include' | 'categories' | 'limit' | 'language'
>

const WHERE = ['in', 'near', 'bbox', 'area'] as const
const FORMS = {
  near: 'LAT,LNG such as 43.74,7.42',
  bbox: 'W,S,E,N such as 7.40,43.72,7.44,43.75',
} as const
const DEFAULT_RADIUS_M = 1_000
const UNITS_M: Readonly<Record<string, number>> = { '': 1, m: 1, km: 1_000 }

type Polygon = Static<typeof GeoJsonPolygon>
/** Of collections in an area file: much more than a search takes. */
const MAX_DEPTH = 10

/** Throws UsageError for options that make no search. What only places can judge, such as a category, is left to it. */
export async function searchRequest(line: CommandLine): Promise<SearchRequest> {
  const [text, tooMany] = line.words
  const categories = listOf(textOption(line, 'category'))
  const query = text ?? (categories.length > 0 ? '*' : '')
  if (query.trim() === '')
    throw new UsageError('search needs a query: surveyor search "cafes" --in "Monaco".')
  if (tooMany !== undefined) {
    throw new UsageError(`"${tooMany}" is one word too many; put the query in quotes.`)
  }
  const providers = [...new Set(listOf(textOption(line, 'providers')).map(providerOf))]
  if (providers.length > 0 && line.flags.mapProvider !== undefined)
    throw new UsageError('--map-provider names one map and --providers several; give one of them.')
  const location = await locationOf(line)
  const limit = textOption(line, 'limit')
  const language = textOption(line, 'language')
  return {
    query,
    ...(location === null ? {} : { location }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(providers.length === 0 ? {} : { providers }),
    ...(limit === null ? {} : { limit: wholeNumber('limit', limit) }),
    ...(language === null ? {} : { language }),
    ...(line.options['contacts'] === true ? { include: ['contacts' as const] } : {}),
  }
}

async function locationOf(line: CommandLine): Promise<NonNullable<SearchRequest['location']> | null> {
  const [given, second] = WHERE.filter((name) => textOption(line, name) !== null)
  if (second !== undefined)
    throw new UsageError(`--${given} and --${second} both say where; give one of them.`)
  const radius = textOption(line, 'radius')
  if (radius !== null && given !== 'near') throw new UsageError('--radius needs --near LAT,LNG.')
  const text = given === undefined ? null : textOption(line, given)
  if (text === null || given === 'in') return text
  if (given === 'area') return readAreaFile(text)
  if (given === 'bbox') {
    const [west = 0, south = 0, east = 0, north = 0] = numbers('bbox', text, 4)
    const box = { bbox: [west, south, east, north] as [number, number, number, number] }
    if (Check(LocationBox, box) && -90 <= south && south < north && north <= 90) return box
    throw new UsageError(`--bbox takes degrees, south below north: ${FORMS.bbox}, not "${text}".`)
  }
  const [lat = 0, lng = 0] = numbers('near', text, 2)
  const circle = { lat, lng, radiusM: radius === null ? DEFAULT_RADIUS_M : metres(radius) }
  if (Check(LocationCircle, circle)) return circle
  throw new UsageError(`--near takes a place on earth, ${FORMS.near}, and --radius at most 500km.`)
}

function numbers(option: 'near' | 'bbox', text: string, count: number): number[] {
  const parts = text.split(',').map((part) => part.trim())
  if (parts.length !== count || parts.some((part) => !/^-?\d{1,3}(?:\.\d{1,15})?$/.test(part))) {
    throw new UsageError(`--${option} takes ${FORMS[option]}, not "${text}".`)
  }
  return parts.map(Number)
}

function metres(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?)\s?(m|km|)$/i.exec(text.trim()) ?? []
  const value = Number(number) * (UNITS_M[unit.toLowerCase()] ?? 0)
  if (value > 0) return value
  throw new UsageError(`--radius takes metres or kilometres, such as 800 or 2km, not "${text}".`)
}

function wholeNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageError(`--${option} takes a whole number from 1 on, not "${text}".`)
}

function providerOf(name: string): Provider {
  const known = PROVIDERS.find((provider) => provider === name)
  if (known !== undefined) return known
  throw new UsageError(`--providers takes some of ${PROVIDERS.join(', ')}, not "${name}".`)
}

function listOf(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** All polygons of a geometry, a Feature or a FeatureCollection (RFC 7946) together. Throws UsageError. */
async function readAreaFile(path: string): Promise<Location> {
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
  if (type === 'Polygon' || type === 'MultiPolygon')
    throw wrong(`has a ${type} with other coordinates than rings of at least four [longitude, latitude]`)
  throw wrong(`has something that is no polygon: ${JSON.stringify(type) ?? 'an object without a type'}`)
}
