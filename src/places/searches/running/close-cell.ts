// Ends a cell and opens those that can be searched now; the last one of a search ends the search in the same transaction.
import type { Problem } from '#contract/problem.ts'
import type { Bbox } from '#kit/geo/geometry.ts'
import type { Parts } from '#places/planning/split-cell.ts'
import { uuidV7 } from '#kit/ids.ts'
import type { Queryable } from '#platform/db/database.ts'
import { sql } from '#platform/db/sql.ts'
import type { JobSubmission } from '#platform/jobs/job-engine.ts'
import { creditAncestors } from './cell-ancestors.ts'
import { cellJobs } from '#places/searches/search-jobs.ts'
import { readPoints } from '#places/searches/search-rows.ts'
import { endSearch } from '#places/searches/end-search.ts'

/** Why a cell was not searched completely, although nothing failed. */
export type CutCode = 'limit_reached' | 'budget_requests' | 'budget_seconds' | 'cancelled'

/** How a cell ends. `kept` counts its new places, where they are known. */
export type CellEnd =
  | {
      readonly state: 'done'
      readonly saturated: boolean
      readonly kept?: number | null
      readonly noData?: boolean
    }
  | { readonly state: 'split'; readonly parts: Parts; readonly kept?: number | null }
  | { readonly state: 'cut'; readonly code: CutCode }
  | { readonly state: 'failed'; readonly error: Problem }

/** The cells that can be searched now that another has ended. Ids are uuids. */
export interface OpenedCells {
  readonly searchId: string
  /** The parts that a split made. */
  readonly parts: readonly string[]
  /** The cell that waited for the end of this one; null: none. */
  readonly next: string | null
}

interface ClosedCell {
  readonly searchId: string
  readonly depth: number
  readonly bbox: Bbox | null
  readonly sample: number[]
  readonly next: string | null
}

/** Does nothing to a cell that has ended, and then answers null. */
export async function closeCell(tx: Queryable, cellId: string, end: CellEnd): Promise<OpenedCells | null> {
  const [cell] = await tx.query<ClosedCell>(sql`
    update cells
    set state = ${end.state}, saturated = ${end.state === 'split' || (end.state === 'done' && end.saturated)},
        kept = ${'kept' in end ? (end.kept ?? null) : null}::integer,
        cut_code = ${codeOf(end)},
        error = ${end.state === 'failed' ? JSON.stringify(end.error) : null}
    where id = ${cellId} and state = 'open'
    returning search_id as "searchId", depth, bbox, sample, next_id as next`)
  if (cell === undefined) return null
  if (end.state === 'done' && !end.saturated && cell.bbox !== null) {
    await creditAncestors(tx, cellId, { box: cell.bbox, sample: readPoints(cell.sample) })
  }
  const { boxes, inTurn } = end.state === 'split' ? end.parts : { boxes: [], inTurn: false }
  const of = { searchId: cell.searchId, parentId: cellId, depth: cell.depth + 1 }
  const ids = await insertCells(tx, { ...of, inTurn }, boxes)
  const [search] = await tx.query<{ openCells: number }>(sql`
    update searches
    set open_cells = open_cells - 1 + ${ids.length}, cells_planned = cells_planned + ${ids.length},
        cells_done = cells_done + ${Number(end.state === 'done')},
        cells_split = cells_split + ${Number(end.state === 'split')},
        cells_failed = cells_failed + ${Number(end.state === 'failed')},
        cells_saturated = cells_saturated + ${Number(end.state === 'done' && end.saturated)}
    where id = ${cell.searchId}
    returning open_cells as "openCells"`)
  if (search?.openCells === 0) await endSearch(tx, cell.searchId)
  return { searchId: cell.searchId, parts: inTurn ? ids.slice(0, 1) : ids, next: cell.next }
}

/** `no_data` is a code of cells that are done: their source has no data for their location. */
function codeOf(end: CellEnd): string | null {
  if (end.state === 'cut') return end.code
  return end.state === 'done' && end.noData === true ? 'no_data' : null
}

/** Inserts open cells; answers their ids in the order of `boxes`. `inTurn`: each waits for the end of the one before. */
export async function insertCells(
  tx: Queryable,
  of: {
    readonly searchId: string
    readonly parentId: string | null
    readonly depth: number
    readonly inTurn: boolean
  },
  boxes: readonly (Bbox | null)[],
): Promise<string[]> {
  const ids = boxes.map(() => uuidV7())
  if (ids.length === 0) return ids
  const nextIds = ids.map((_, index) => (of.inTurn ? (ids[index + 1] ?? null) : null))
  const side = (index: 0 | 1 | 2 | 3) => boxes.map((box) => box?.[index] ?? null)
  await tx.execute(sql`
    insert into cells (id, search_id, parent_id, depth, bbox, next_id)
    select id, ${of.searchId}, ${of.parentId}, ${of.depth},
           case when west is not null then array[west, south, east, north] end, next
    from unnest(${ids}::uuid[], ${nextIds}::uuid[], ${side(0)}::float8[], ${side(1)}::float8[], ${side(2)}::float8[], ${side(3)}::float8[])
      as b (id, next, west, south, east, north)`)
  return ids
}

/** The arguments of `cellJobs` that are the same for parts and for a cell that waited. */
type OfEnded = Omit<Parameters<typeof cellJobs>[2], 'partsOfOne'>

/** Enqueues the jobs of the cells that the end of another opened, in the transaction that ends it. */
export async function enqueueCells(
  engine: Pick<JobSubmission, 'enqueueMany'>,
  tx: Queryable,
  opened: OpenedCells | null,
  of: OfEnded,
): Promise<void> {
  if (opened === null) return
  const { searchId, parts, next } = opened
  const jobs = [
    ...cellJobs(searchId, parts, { ...of, partsOfOne: true }),
    ...cellJobs(searchId, next === null ? [] : [next], { ...of, partsOfOne: false }),
  ]
  if (jobs.length > 0) await engine.enqueueMany(jobs, tx)
}
