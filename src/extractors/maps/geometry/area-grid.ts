// Finds those of many boxes that a point may lie in: grids of several widths, each box in the one that fits its size.
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'

/** Items by their boxes. A box must not cross the antimeridian. */
export interface AreaGrid<Item> {
  add(bbox: Bbox, item: Item): void
  /** The items whose box may hold the point, and none that holds it is left out. */
  at(point: LatLng): Item[]
}

/** Degrees. The widest cell holds the world. */
const FINEST_CELL = 1 / 64
const LEVELS = 15
/** Cells in each direction that a box may reach into. */
const MAX_CELLS = 4

/** An empty grid. A look-up reads one cell of each width. */
export function createAreaGrid<Item>(): AreaGrid<Item> {
  const levels = Array.from({ length: LEVELS }, () => new Map<number, Item[]>())
  return {
    add([west, south, east, north], item) {
      const size = Math.max(east - west, north - south)
      const level = Math.min(
        LEVELS - 1,
        Math.max(0, Math.ceil(Math.log2(size / FINEST_CELL / (MAX_CELLS - 1)))),
      )
      const cells = levels[level]
      for (let y = cellOf(south + 90, level); y <= cellOf(north + 90, level); y += 1) {
        for (let x = cellOf(west + 180, level); x <= cellOf(east + 180, level); x += 1) {
          const key = keyOf(x, y)
          const items = cells?.get(key)
          if (items === undefined) cells?.set(key, [item])
          else items.push(item)
        }
      }
    },
    at: ({ lat, lng }) =>
      levels.flatMap(
        (cells, level) => cells.get(keyOf(cellOf(lng + 180, level), cellOf(lat + 90, level))) ?? [],
      ),
  }
}

function cellOf(degrees: number, level: number): number {
  return Math.floor(degrees / (FINEST_CELL * 2 ** level))
}

/** There are fewer than 2^16 cells in each direction. */
function keyOf(x: number, y: number): number {
  return x * 65_536 + y
}
