// The cells of the searches of a session, for the map and in numbers.
import { useMemo } from 'preact/hooks'
import type { SearchCell } from '#contract/places/lists/search-cells.ts'
import type { Search } from '#contract/places/search.ts'
import { fetchApi } from '#shared/api/call-api.ts'
import { readLines } from '#shared/api/events.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatCount } from '#shared/format/format.ts'
import { boxOf, type MapArea } from '#places/map/map-area.ts'

/** More rectangles than that are no picture any more. */
const MAX_CELLS = 5_000

/** Of all searches together. */
export interface Cells {
  readonly areas: readonly MapArea[]
  readonly isCut: boolean
  /** With a message: those that failed, at most as many as are listed. */
  readonly failed: readonly SearchCell[]
  readonly count: number
}

const NONE: Cells = { areas: [], isCut: false, failed: [], count: 0 }

/** Loaded again when one more cell has ended. Cells that were split are drawn by their parts. */
export function useCells(searches: readonly Search[]): Cells {
  const key = searches.map(({ id, counts }) => `${id} ${counts.cellsDone} ${counts.cellsFailed}`).join()
  const { data } = useQuery(`cells ${key}`, async (signal) => {
    const cells: SearchCell[] = []
    for (const { id } of searches) {
      if (cells.length > MAX_CELLS) break
      cells.push(...(await readCells(id, MAX_CELLS + 1 - cells.length, signal)))
    }
    return cells
  })
  return useMemo(() => {
    if (data === null) return NONE
    const drawn = data.filter(({ status }) => status !== 'split').slice(0, MAX_CELLS)
    return {
      count: drawn.length,
      isCut: data.length > MAX_CELLS,
      failed: drawn.filter(({ status }) => status === 'failed'),
      areas: drawn.flatMap((cell) =>
        cell.bbox === null ? [] : [{ geometry: boxOf(cell.bbox), state: stateOf(cell) }],
      ),
    }
  }, [data])
}

async function readCells(id: string, limit: number, signal: AbortSignal): Promise<SearchCell[]> {
  const response = await fetchApi(`/api/search/${encodeURIComponent(id)}/cells`, {
    headers: { accept: 'application/x-ndjson' },
    signal,
  })
  const cells: SearchCell[] = []
  for await (const line of readLines(response)) {
    if (line === '') continue
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the service checks in its tests that lines have the shape of the contract
    cells.push(JSON.parse(line) as SearchCell)
    if (cells.length === limit) break
  }
  return cells
}

function stateOf({ status, saturated }: SearchCell): MapArea['state'] {
  if (status === 'failed') return 'failed'
  return status === 'cut' || saturated ? 'part' : 'whole'
}

/** What the outlines mean, and why cells failed. */
export function CellFacts({ cells }: { readonly cells: Cells }) {
  return (
    <div class="cell-facts small">
      <p class="muted">
        {formatCount(cells.count, 'cell')}
        {cells.isCut && `, the first ${MAX_CELLS} are drawn`} · <span class="key-whole">searched</span>{' '}
        <span class="key-part">more there than shown, or left out</span>{' '}
        <span class="key-failed">failed</span>
      </p>
      {cells.failed.slice(0, 5).map(({ id, error }) => (
        <p key={id}>
          <code>{error?.code ?? 'failed'}</code> {error?.detail}
        </p>
      ))}
    </div>
  )
}
