// Our planner without service and database: the same decisions as the jobs of cells, eight cells at a time.
import { areaFilter, areaTouches } from '#places/planning/area-filter.ts'
import { planCells } from '#places/planning/cells.ts'
import {
  expectCount,
  isSurelyTooFull,
  missedOf,
  pointsIn,
  type SplitCell,
} from '#places/planning/expect-count.ts'
import { addBreaks, NO_BREAKS, overlapFor, pageBreak, unseenRows } from '#places/planning/page-overlap.ts'
import { splitCell, type Parts } from '#places/planning/split-cell.ts'
import type { ResolvedArea } from '#contract/places/location.ts'
import type { Bbox, LatLng } from '#kit/geo/geometry.ts'
import type { PlannerResult, PlannerTask } from './other-planners.ts'

/** As many cells as places searches at the same time by default. */
const CELLS_AT_ONCE = 8

interface Cell {
  readonly box: Bbox
  readonly ancestors: readonly Ancestor[]
  /** Waits for the end of this one. */
  readonly next: Cell | null
  sample: LatLng[]
  cursor: string | null
  overlap: number
}

type Ancestor = { -readonly [Key in keyof SplitCell]: SplitCell[Key] }

/** What came of it beside what other planners are measured by. */
export interface OurResult extends PlannerResult {
  /** No cell was too full and too small to be cut, none showed a row twice, and none left out what was shown before. */
  readonly isComplete: boolean
}

/** Every request takes the same time, so that the order is the same in every run. */
export function ourPlanner(task: PlannerTask): OurResult {
  const { provider, places, pageSize, maxResults } = task
  const area: ResolvedArea = {
    kind: 'bbox',
    bbox: [...task.box],
    name: null,
    geometry: null,
    circle: null,
    source: null,
    countryCode: null,
  }
  const inArea = areaFilter(area)
  const found = new Set<string>()
  const shown = new Map<Cell, Set<string>>()
  let [requests, isComplete] = [0, true]
  let pageBreaks = NO_BREAKS
  const first: Cell[] = []
  const waiting: Cell[] = []

  const open = (parent: Pick<Cell, 'ancestors'>, { boxes, inTurn }: Parts): void => {
    const { ancestors } = parent
    const cells: Cell[] = []
    for (const box of boxes.toReversed()) {
      const next = inTurn ? (cells[0] ?? null) : null
      cells.unshift({ box, ancestors, next, sample: [], cursor: null, overlap: 0 })
    }
    const [firstPart, ...others] = inTurn ? cells.slice(0, 1) : cells
    if (firstPart !== undefined) first.push(firstPart)
    waiting.push(...others)
  }
  const end = ({ next }: Cell): void => {
    if (next !== null) waiting.push(next)
  }
  /** Whether it was cut without a request. */
  const isCutUnseen = (cell: Cell): boolean => {
    const expected = expectCount(cell.box, cell.ancestors)
    if (expected === null || !isSurelyTooFull(expected, maxResults)) return false
    const parts = splitCell(
      { box: cell.box, sample: expected.sample, expected: expected.count, maxResults },
      area,
    )
    if (parts === null) return false
    open(cell, parts)
    end(cell)
    return true
  }
  /** Whether the cell has another page. */
  const ask = (cell: Cell): boolean => {
    requests += 1
    const answer = provider.search({
      query: '*',
      location: { bbox: [...cell.box] },
      limit: pageSize,
      overlap: overlapFor(pageBreaks, pageSize),
      ...(cell.cursor === null ? {} : { cursor: cell.cursor }),
    })
    const before = shown.get(cell) ?? new Set()
    const ids = answer.places.map(({ source }) => source.id)
    const follows = pageBreak(ids, before, cell.overlap)
    pageBreaks = addBreaks(pageBreaks, follows)
    if (unseenRows(follows) > 0) isComplete = false
    shown.set(cell, before.union(new Set(ids)))
    for (const { source, location } of answer.places) if (inArea(location)) found.add(source.id)
    cell.sample.push(
      ...pointsIn(
        cell.box,
        answer.places.filter(({ source }) => !before.has(source.id)).map(({ location }) => location),
      ),
    )
    cell.cursor = answer.nextCursor
    cell.overlap = answer.overlap ?? 0
    if (answer.nextCursor !== null) return true
    close(cell, answer.exhausted)
    return false
  }
  const close = (cell: Cell, exhausted: boolean): void => {
    const { box, sample, ancestors } = cell
    const expected = expectCount(box, ancestors)?.count ?? null
    const parts = exhausted ? null : splitCell({ box, sample, expected, maxResults }, area)
    if (parts !== null) {
      open({ ancestors: [{ sample, seenSample: 0, seenPlaces: 0 }, ...ancestors] }, parts)
    } else if (exhausted) {
      if (missedOf(box, sample, ancestors) > 0) isComplete = false
      for (const ancestor of ancestors) {
        ancestor.seenSample += pointsIn(box, ancestor.sample).length
        ancestor.seenPlaces += sample.length
      }
    } else isComplete = false
    end(cell)
  }

  for (const box of planCells(area, maxResults)) {
    if (box !== null && areaTouches(area, box)) {
      waiting.push({ box, ancestors: [], next: null, sample: [], cursor: null, overlap: 0 })
    }
  }
  let running: Cell[] = []
  for (;;) {
    while (running.length < CELLS_AT_ONCE) {
      const cell = first.shift() ?? waiting.shift()
      if (cell === undefined) break
      if (cell.ancestors.length === 0 || !isCutUnseen(cell)) running.push(cell)
    }
    if (running.length === 0) break
    running = running.filter(ask)
  }
  return { recall: found.size / places.length, requests, isComplete }
}
