// Areas whose places were drawn: evenly, in towns, along streets, and with a density that varies at every scale.
import type { MapPlace } from '#contract/places/place.ts'
import { madePlace } from '#test/support/places/generated-places.ts'

type Point = readonly [x: number, y: number]
type Random = () => number

/** At this count the area has a length of so many degrees; larger ones have the same density. */
const [BASE, BASE_DEG] = [600, 0.05]

/** By kind, an area of each number of places; the same in every run. Coordinates in degrees. */
export function generatedAreas(counts: readonly number[]): Readonly<Record<string, MapPlace[][]>> {
  return Object.fromEntries(
    Object.entries(KINDS).map(([kind, drawn]) => [
      kind,
      counts.map((count) => {
        const random = randomFrom(count)
        const draw = drawn(count, random)
        const side = BASE_DEG * Math.sqrt(count / BASE) * (0.7 + random())
        const places: MapPlace[] = []
        while (places.length < count) {
          const [x, y] = draw()
          if (x < 0 || x > 1 || y < 0 || y > 1) continue
          places.push(madePlace(`node/${places.length + 1}`, { lng: 9 + x * side, lat: 47 + y * side * 0.6 }))
        }
        return places
      }),
    ]),
  )
}

const KINDS: Readonly<Record<string, (count: number, random: Random) => () => Point>> = {
  even: (_, random) => () => [random(), random()],
  towns(count, random) {
    const towns = Array.from({ length: Math.ceil(3 + Math.sqrt(count) / 3) }, () => {
      const [x, y, width] = [random(), random(), 0.06 + 0.2 * random()]
      return { x, y, width }
    })
    return () => {
      const town = random() < 0.8 ? towns[Math.floor(random() ** 2 * towns.length)] : undefined
      if (town === undefined) return [random(), random()]
      return [town.x + bell(random) * town.width, town.y + bell(random) * town.width]
    }
  },
  streets(count, random) {
    const streets = Array.from({ length: Math.ceil(6 + Math.sqrt(count)) }, () => {
      const [x, y, angle, length] = [random(), random(), 2 * Math.PI * random(), 0.1 + 0.4 * random()]
      return { x, y, angle, length }
    })
    return () => {
      const street = random() < 0.9 ? streets[Math.floor(random() ** 1.5 * streets.length)] : undefined
      if (street === undefined) return [random(), random()]
      const along = (random() - 0.5) * street.length
      const beside = () => 0.002 * bell(random)
      return [
        street.x + Math.cos(street.angle) * along + beside(),
        street.y + Math.sin(street.angle) * along + beside(),
      ]
    }
  },
  'varied at every scale'(_, random) {
    const [levels, least] = [6, 0.15]
    // Chances to keep a point drawn evenly, one grid for each level.
    const grids = Array.from({ length: levels }, (__, level) =>
      Array.from({ length: 4 ** (level + 1) }, () => least + (1 - least) * random() ** 1.5),
    )
    return () => {
      for (;;) {
        const [x, y] = [random(), random()]
        const isKept = grids.every((grid, level) => {
          const side = 2 ** (level + 1)
          return random() < (grid[Math.floor(y * side) * side + Math.floor(x * side)] ?? 0)
        })
        if (isKept) return [x, y]
      }
    }
  },
}

/** From -1 to 1, mostly near 0. */
function bell(random: Random): number {
  return (random() + random() + random() + random() - 2) / 2
}

/** Numbers between 0 and 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
