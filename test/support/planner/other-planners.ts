// Planners to compare ours with, on a simulated provider: what they find and how many requests that takes.
import type { MapPlace } from '#contract/places/place.ts'
import { bboxContains, type Bbox } from '#kit/geo/geometry.ts'
import { sizeOf } from '#places/planning/cells.ts'
import type { MapProvider } from '#test/support/places/map-provider.ts'

/** What a planner found of the places of a box. */
export interface PlannerResult {
  /** Of the places in the box, those that it found, from 0 to 1. */
  readonly recall: number
  readonly requests: number
}

/** The provider and the box that a planner works with; `places` are those in the box. */
export interface PlannerTask {
  readonly provider: MapProvider
  readonly box: Bbox
  readonly places: readonly MapPlace[]
  readonly pageSize: number
  readonly maxResults: number
  /** How far around a cell the provider answers, in degrees. */
  readonly blurDeg: number
  /** By how many ranks rows move between pages. */
  readonly shuffledRanks: number
}

const GRID_M = 1_000
const MIN_CELL_M = 100

/** Squares of a kilometre, each with all its pages. */
export function fixedGrid(task: PlannerTask): PlannerResult {
  const { widthM, heightM } = sizeOf(task.box)
  const cells = cut(task.box, Math.ceil(widthM / GRID_M), Math.ceil(heightM / GRID_M))
  return run(task, (ask) => {
    for (const cell of cells) allPages(ask, cell)
  })
}

/** One page of a cell; a cell with more is cut into four. */
export function onePageAndSplit(task: PlannerTask): PlannerResult {
  return run(task, (ask) => {
    const cells: Bbox[] = [task.box]
    for (const cell of cells) {
      const { widthM, heightM } = sizeOf(cell)
      const isSmall = Math.max(widthM, heightM) < MIN_CELL_M
      if (ask(cell).next !== null && !isSmall) cells.push(...cut(cell, 2, 2))
    }
  })
}

/** Knows how much each cell holds: never asks for one that it would have to cut, and for no page too many. */
export function knowing(task: PlannerTask): PlannerResult {
  return knowingWith(task, 0)
}

/** Knows besides how far rows move: its pages share half as many, without which nobody finds nearly all of them. */
export function knowingAll(task: PlannerTask): PlannerResult {
  return knowingWith(task, task.shuffledRanks / 2)
}

function knowingWith(task: PlannerTask, overlap: number): PlannerResult {
  const held = ([west, south, east, north]: Bbox) => {
    const answered: Bbox = [
      west - task.blurDeg,
      south - task.blurDeg,
      east + task.blurDeg,
      north + task.blurDeg,
    ]
    return task.places.filter(({ location }) => bboxContains(answered, location)).length
  }
  return run(
    task,
    (ask) => {
      const cells: Bbox[] = [task.box]
      for (const cell of cells) {
        const count = held(cell)
        const { widthM, heightM } = sizeOf(cell)
        if (count > task.maxResults && Math.max(widthM, heightM) >= MIN_CELL_M) cells.push(...cut(cell, 2, 2))
        else if (count > 0) allPages(ask, cell)
      }
    },
    overlap,
  )
}

type Ask = (cell: Bbox, cursor?: string) => { readonly next: string | null }

function allPages(ask: Ask, cell: Bbox): void {
  for (let { next } = ask(cell); next !== null;) ({ next } = ask(cell, next))
}

function run(
  { provider, box, places, pageSize }: PlannerTask,
  plan: (ask: Ask) => void,
  overlap = 0,
): PlannerResult {
  const found = new Set<string>()
  let requests = 0
  plan((cell, cursor) => {
    requests += 1
    const [west, south, east, north] = cell
    const answer = provider.search({
      query: '*',
      location: { bbox: [west, south, east, north] },
      limit: pageSize,
      overlap,
      ...(cursor === undefined ? {} : { cursor }),
    })
    for (const { source, location } of answer.places) if (bboxContains(box, location)) found.add(source.id)
    return { next: answer.nextCursor }
  })
  return { recall: found.size / places.length, requests }
}

function cut([west, south, east, north]: Bbox, columns: number, rows: number): Bbox[] {
  const [width, height] = [(east - west) / columns, (north - south) / rows]
  return Array.from({ length: columns * rows }, (_, index): Bbox => {
    const [x, y] = [index % columns, Math.floor(index / columns)]
    return [west + x * width, south + y * height, west + (x + 1) * width, south + (y + 1) * height]
  })
}
