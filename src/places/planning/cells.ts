// Cuts an area into the cells that are searched one by one.
import type { ResolvedArea } from '#contract/places/location.ts'
import { distanceM, type Bbox } from '#kit/geo/geometry.ts'
import { areaTouches } from './area-filter.ts'

/** The box to search, or null for a whole extract. Never crosses the antimeridian. */
export type CellBox = Bbox | null

/** For a wider view, providers show prominent places only; the rest is found by splitting full cells. */
const FIRST_CELL_M = 25_000
/** A larger area gets larger cells, so that their number stays bounded. */
const MAX_FIRST_CELLS = 64

/**
 * The first cells of an area. A provider that pages to the end (`maxResults` null) needs one; a provider that caps its
 * answers gets a grid.
 */
export function planCells(area: ResolvedArea, maxResults: number | null): CellBox[] {
  if (maxResults === null) return area.kind === 'extract' ? [null] : boxesOf(area.bbox)
  const cells = boxesOf(area.bbox).flatMap(grid)
  return cells.length === 1 ? cells : cells.filter((cell) => areaTouches(area, cell))
}

function grid(box: Bbox): Bbox[] {
  const { widthM, heightM } = sizeOf(box)
  const square = Math.sqrt((widthM * heightM) / MAX_FIRST_CELLS)
  const edgeM = Math.max(FIRST_CELL_M, square, (widthM + heightM) / MAX_FIRST_CELLS)
  return cut(box, Math.max(1, Math.ceil(widthM / edgeM)), Math.max(1, Math.ceil(heightM / edgeM)))
}

/** The whole box in rows and columns. Neighbours share their edges exactly, so there are no gaps. */
function cut([west, south, east, north]: Bbox, columns: number, rows: number): Bbox[] {
  const lng = (column: number) => (column === columns ? east : west + ((east - west) * column) / columns)
  const lat = (row: number) => (row === rows ? north : south + ((north - south) * row) / rows)
  return Array.from({ length: columns * rows }, (_, index): Bbox => {
    const column = index % columns
    const row = Math.floor(index / columns)
    return [lng(column), lat(row), lng(column + 1), lat(row + 1)]
  })
}

function boxesOf([west, south, east, north]: Bbox): Bbox[] {
  if (west <= east) return [[west, south, east, north]]
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ]
}

/** In metres, along the middle of the box. */
export function sizeOf([west, south, east, north]: Bbox): { widthM: number; heightM: number } {
  const lat = (south + north) / 2
  const middle = (west + east) / 2
  // Half the width twice, because the great circle between the ends of a wide box goes the other way round the globe.
  const widthM = 2 * distanceM({ lat, lng: west }, { lat, lng: middle })
  return { widthM, heightM: distanceM({ lat: south, lng: west }, { lat: north, lng: west }) }
}
