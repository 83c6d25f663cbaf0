// The area of a text that names two things or a side of one: what is between them, where they cross, what lies north of it.
import type { DatabaseSync } from 'node:sqlite'
import { METRES_PER_DEGREE, distanceM, type LatLng, type Position } from '#kit/geo/geometry.ts'
import { middleOf } from '#extractors/maps/geometry/representative-point.ts'
import { boundedRadius } from '#extractors/maps/locations/distance-words.ts'
import type { LocationReading } from '#extractors/maps/locations/location-text.ts'
import { betweenNames, crossingStreets, directionOf } from '#extractors/maps/locations/several-places.ts'
import { partsOfCrossingStreet, partsOfStreet } from './spot-lookup.ts'

/** Where something is, and how far it reaches. */
export interface Reach {
  readonly point: LatLng
  readonly radiusM: number
}

type Circle = Extract<LocationReading, { readonly kind: 'circle' }>

/** Around a corner people walk some minutes, as around a door. Metres. */
const CORNER_RADIUS_M = 500
/** Two streets that come no closer do not meet. Metres; of long streets the index has some positions, with straight lines between. */
const MEETING_M = 60
/** Metres between the positions that are compared. */
const STEP_M = 30
/** Degrees; more than `MEETING_M` up to 80 degrees of latitude. */
const CELL = 0.003_2
/** Between two doors there are others. */
const MIN_BETWEEN_M = 300

/** The circle that the text means; null for one that names a single thing. `reachOf` is null for a name that is not there. */
export function compoundArea(
  db: DatabaseSync,
  text: string,
  reachOf: (name: string) => Reach | null,
): Circle | null {
  return between(text, reachOf) ?? beside(text, reachOf) ?? corner(db, text)
}

function between(text: string, reachOf: (name: string) => Reach | null): Circle | null {
  const names = betweenNames(text)
  if (names === null) return null
  const [a, b] = names.map(reachOf)
  if (a === undefined || b === undefined || a === null || b === null) return null
  const radiusM = Math.max(MIN_BETWEEN_M, distanceM(a.point, b.point) / 2)
  return circle(
    middleOf([a.point, b.point]),
    radiusM,
    `What lies between ${names.join(' and ')} is searched.`,
  )
}

/** From the middle of it outwards, as far as it reaches. */
function beside(text: string, reachOf: (name: string) => Reach | null): Circle | null {
  const direction = directionOf(text)
  const reach = direction === null ? null : reachOf(direction.name)
  if (direction === null || reach === null) return null
  const { point, radiusM } = reach
  const radians = (direction.degrees * Math.PI) / 180
  const degrees = radiusM / METRES_PER_DEGREE
  const center = {
    lat: point.lat + degrees * Math.cos(radians),
    lng: point.lng + (degrees * Math.sin(radians)) / Math.cos((point.lat * Math.PI) / 180),
  }
  const how = `No map says how far "${text}" reaches; ${Math.round(radiusM)} m are searched, which begin in the middle of ${direction.name}.`
  return circle(center, radiusM, how)
}

function corner(db: DatabaseSync, text: string): Circle | null {
  for (const [first, second] of crossingStreets(text)) {
    const others = partsOfCrossingStreet(db, second)
    const point = others.length === 0 ? null : meetingPoint(partsOfCrossingStreet(db, first), others)
    if (point === null) continue
    const how = `What is within ${CORNER_RADIUS_M} m of the corner of ${first} and ${second} is searched.`
    return circle(point, CORNER_RADIUS_M, how)
  }
  return null
}

/** Why a text that names a corner has none, as a sentence; null for another text. At least one of the two must be a street. */
export function cornerProblem(db: DatabaseSync, text: string): string | null {
  for (const names of crossingStreets(text)) {
    const [first, second] = names
    const missing = names.filter((name) => partsOfStreet(db, name).length === 0)
    if (missing.length === 0)
      return `"${first}" and "${second}" are streets that do not meet: nowhere in this extract are they within ${MEETING_M} m of each other.`
    if (missing.length === 1) return `There is no corner of a street named "${missing[0]}" in this extract.`
  }
  return null
}

type Line = readonly Position[]

/** Where two streets come closest to each other; null where they do not meet. */
function meetingPoint(ones: readonly Line[], others: readonly Line[]): LatLng | null {
  const cells = new Map<string, LatLng[]>()
  for (const point of others.flatMap(stepsAlong)) {
    const [y, x] = cellOf(point)
    const cell = cells.get(`${y},${x}`)
    if (cell === undefined) cells.set(`${y},${x}`, [point])
    else cell.push(point)
  }
  let best: { readonly point: LatLng; readonly apartM: number } | null = null
  for (const point of ones.flatMap(stepsAlong)) {
    const [y, x] = cellOf(point)
    const near = [-1, 0, 1].flatMap((dy) =>
      [-1, 0, 1].flatMap((dx) => cells.get(`${y + dy},${x + dx}`) ?? []),
    )
    for (const other of near) {
      const apartM = distanceM(point, other)
      if (apartM <= (best?.apartM ?? MEETING_M)) best = { point: middleOf([point, other]), apartM }
    }
  }
  return best?.point ?? null
}

function cellOf({ lat, lng }: LatLng): readonly [number, number] {
  return [Math.floor(lat / CELL), Math.floor(lng / CELL)]
}

/** The positions of a line and those between them. */
function stepsAlong(line: Line): LatLng[] {
  return line.flatMap((to, at) => {
    const b = latLngOf(to)
    const a = latLngOf(line[at - 1] ?? to)
    const count = Math.max(1, Math.ceil(distanceM(a, b) / STEP_M))
    return Array.from({ length: count }, (_, step) => {
      const share = (step + 1) / count
      return { lat: a.lat + share * (b.lat - a.lat), lng: a.lng + share * (b.lng - a.lng) }
    })
  })
}

function latLngOf([lng, lat]: Position): LatLng {
  return { lat, lng }
}

function circle(center: LatLng, radiusM: number, how: string): Circle {
  return { kind: 'circle', center, radiusM: boundedRadius(Math.round(radiusM)), how }
}
