// The main view: search, list and map beside each other, and the card of the chosen place.
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Geometry } from 'geojson'
import type { SessionManifest } from '#contract/places/export.ts'
import type { Search } from '#contract/places/search.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { linkTo, goTo, setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { PlaceCard } from '#places/card/place-card.tsx'
import { areaOf, type MapArea } from '#places/map/map-area.ts'
import { formatPosition } from '#places/map/map-position.ts'
import { MapView } from '#places/map/map-view.tsx'
import { FilterBar } from '#places/rows/filter-bar.tsx'
import { filterQuery, listQuery } from '#places/rows/filters.ts'
import { isInside, type Bounds } from '#places/rows/place-row.ts'
import { PlaceList } from '#places/rows/place-list.tsx'
import { useRows } from '#places/rows/use-rows.ts'
import { SearchBox } from '#places/search/search-box.tsx'
import { SearchProgress } from '#places/search/search-progress.tsx'
import { useSearch } from '#places/search/use-search.ts'

/**
 * Parameters beside the filters: `sort` of the list, `map` where the map was moved to, `place` the chosen one, `follow` a
 * search whose progress is shown.
 */
export function PlacesView() {
  const { params } = useRoute()
  const rowsKey = filterQuery(params).toString()
  const followed = useSearch(params.get('follow'))
  const kept = followed.search?.counts.kept ?? 0
  const contacts = followed.search?.contacts?.enriched ?? 0
  // A search that goes on brings rows: each time that it says so, the list is loaded again.
  const query = listQuery(params).toString()
  const list = useRows(query, kept + contacts)
  const [bounds, setBounds] = useState<Bounds | null>(null)
  const [isMapShown, setIsMapShown] = useState(false)
  const chosenId = params.get('place')
  const position = params.get('map')
  const [outline, setOutline] = useState<Geometry | null>(null)
  // A map that shows no places yet narrows nothing.
  const sight = position === null ? null : bounds
  const chosen = useMemo(() => list.rows.find(({ id }) => id === chosenId) ?? null, [list.rows, chosenId])
  const shown = useMemo(
    () => (sight === null ? list.rows : list.rows.filter((row) => isInside(row, sight))),
    [list.rows, sight],
  )
  const areas = useAreas(followed.search, params.get('follow') === null ? params.get('sessionId') : null)
  const choose = useCallback((id: string | null) => setParams({ place: id }, 'push'), [])
  const lastFocus = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (chosenId === null && lastFocus.current instanceof HTMLElement) lastFocus.current.focus()
  }, [chosenId])

  const onStarted = ({ id, sessionId }: Search): void =>
    goTo(linkTo(['places'], { sessionId, follow: id }), 'push')

  return (
    <div class={`places${isMapShown ? ' places-map-first' : ''}`}>
      <h1 class="visually-hidden">Places</h1>
      <div class="places-side">
        <SearchBox bounds={bounds} onStarted={onStarted} />
        <SearchProgress followed={followed} onClose={() => setParams({ follow: null })} />
        <FilterBar version={kept + contacts} />
        <PlaceList
          list={list}
          shown={shown}
          search={followed.search}
          chosenId={chosenId}
          onChoose={(id) => {
            lastFocus.current = document.activeElement
            choose(id)
          }}
        />
      </div>
      <MapView
        rows={list.rows}
        areas={areas}
        chosen={chosen}
        outline={outline}
        rowsKey={rowsKey}
        isWhole={list.isWhole && list.query === query}
        position={position}
        onChoose={choose}
        onMove={(seen, isFirst) => {
          setBounds(seen.bounds)
          if (!isFirst) setParams({ map: formatPosition(seen.position) })
        }}
      />
      <div class="places-switch">
        <Button kind="primary" onPress={() => setIsMapShown(!isMapShown)}>
          {isMapShown ? 'Show the list' : 'Show the map'}
        </Button>
      </div>
      {chosenId !== null && (
        <PlaceCard key={chosenId} id={chosenId} onClose={() => choose(null)} onOutline={setOutline} />
      )}
    </div>
  )
}

/** The area of the search that is followed, else those of the session that the list is of. */
function useAreas(search: Search | null, sessionId: string | null): readonly MapArea[] {
  const { data } = useQuery(`areas ${sessionId}`, async (signal) => {
    if (sessionId === null) return null
    const path = `/api/exports/${encodeURIComponent(sessionId)}`
    return callApi<SessionManifest>(path, { query: { format: 'manifest' }, signal })
  })
  const searches = search === null ? (data?.searches ?? []) : [search]
  const key = searches.map(({ id, area, complete }) => `${id} ${area === null} ${complete}`).join()
  // The searches are read again and again, and their areas are large: only other ones are drawn.
  return useMemo(() => searches.flatMap(areaOf), [key])
}
