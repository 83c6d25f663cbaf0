// Where a session has searched and what it found there.
import { useMemo } from 'preact/hooks'
import type { Search } from '#contract/places/search.ts'
import { goTo, linkTo } from '#shared/route/route.ts'
import { areaOf } from '#places/map/map-area.ts'
import { MapView } from '#places/map/map-view.tsx'
import { useRows } from '#places/rows/use-rows.ts'
import { CellFacts, useCells } from './use-cells.tsx'

/** A place that is pressed is shown in the main view. */
export function SessionMap({
  sessionId,
  searches,
}: {
  readonly sessionId: string
  readonly searches: readonly Search[]
}) {
  const kept = searches.reduce((sum, { counts }) => sum + counts.kept, 0)
  const query = new URLSearchParams({ sessionId }).toString()
  const list = useRows(query, kept)
  const cells = useCells(searches)
  const key = searches.map(({ id, complete }) => `${id} ${complete}`).join()
  const areas = useMemo(
    () => [...searches.flatMap((search) => areaOf(search)), ...cells.areas],
    // The searches are read again and again, and are other objects each time.
    [key, cells.areas],
  )
  return (
    <div class="session-map">
      <MapView
        rows={list.rows}
        areas={areas}
        chosen={null}
        rowsKey={query}
        isWhole={list.isWhole}
        showsAreas
        onChoose={(place) => goTo(linkTo(['places'], { sessionId, place }))}
      />
      <CellFacts cells={cells} />
    </div>
  )
}
