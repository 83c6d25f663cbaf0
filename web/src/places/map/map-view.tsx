// The map in the page: opens when it is first shown, and passes on what changes.
import type { Geometry } from 'geojson'
import { useEffect, useRef, useState } from 'preact/hooks'
import { callApi } from '#shared/api/call-api.ts'
import { Loading } from '#shared/ui/empty-state.tsx'
import { boundsOf, type PlaceRow } from '#places/rows/place-row.ts'
import { cornersOf, type MapArea } from './map-area.ts'
import { formatPosition, parsePosition } from './map-position.ts'
import type { TileSource } from './map-style.ts'
import type { PlaceMap, Sight } from './open-map.ts'

/**
 * `rowsKey` says what the rows are of: with another one the map moves to them once `isWhole`. `position`, as the address
 * has it, comes before that: the map moves there unless it is one that the map has reported itself.
 */
export function MapView({
  rows,
  areas,
  chosen,
  outline = null,
  rowsKey,
  isWhole,
  showsAreas = false,
  position = null,
  onChoose,
  onMove,
}: {
  readonly rows: readonly PlaceRow[]
  readonly areas: readonly MapArea[]
  readonly chosen: PlaceRow | null
  /** Of the chosen place. */
  readonly outline?: Geometry | null
  readonly rowsKey: string
  readonly isWhole: boolean
  /** The areas are what it is about, so the map moves to all of them too. */
  readonly showsAreas?: boolean
  readonly position?: string | null
  readonly onChoose: (id: string) => void
  /** `isFirst`: nobody has moved it yet. */
  readonly onMove?: (sight: Sight, isFirst: boolean) => void
}) {
  const element = useRef<HTMLDivElement>(null)
  const calls = useRef({ onChoose, onMove })
  calls.current = { onChoose, onMove }
  const [map, setMap] = useState<PlaceMap | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const fitted = useRef<string | null>(null)
  /** Positions that the map has reported and that have not come back by the address yet, the oldest first. */
  const reported = useRef<readonly string[]>([])

  useEffect(() => {
    let isGone = false
    let opened: PlaceMap | null = null
    openHere(element.current)
      .then((made) => {
        opened = made
        if (isGone) return made.close()
        calls.current.onMove?.(made.sight(), true)
        setMap(made)
      })
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : String(error)))
    return () => {
      isGone = true
      opened?.close()
    }
  }, [])

  useEffect(() => map?.showRows(rows), [map, rows])
  useEffect(() => map?.showAreas(areas), [map, areas])
  useEffect(() => map?.showOutline(outline), [map, outline])
  useEffect(() => {
    const asked = parsePosition(position)
    if (map === null || asked === null || position === null) return
    // The map may have moved on by the time that its own position comes back: it must not return to that one.
    const own = reported.current.lastIndexOf(position)
    if (own !== -1) {
      reported.current = reported.current.slice(own + 1)
      return
    }
    fitted.current = rowsKey
    map.goTo(asked)
    reported.current = []
  }, [map, position])
  useEffect(() => {
    const bounds = boundsOf(showsAreas ? [...rows, ...areas.flatMap(cornersOf)] : rows)
    if (map === null || bounds === null || !isWhole || fitted.current === rowsKey) return
    fitted.current = rowsKey
    map.fit(bounds)
  }, [map, rows, isWhole, rowsKey])
  useEffect(() => map?.choose(chosen), [map, chosen])

  return (
    <div class="map" role="region" aria-label="Map">
      <div class="map-canvas" ref={element} />
      {map === null && failure === null && (
        <div class="map-note">
          <Loading label="Loading the map" />
        </div>
      )}
      {failure !== null && (
        <div class="map-note">
          <p>
            The map cannot be drawn on this device; the list has the same places.{' '}
            <span class="muted">{failure}</span>
          </p>
        </div>
      )}
    </div>
  )

  async function openHere(target: HTMLDivElement | null): Promise<PlaceMap> {
    if (target === null) throw new Error('The map has no place in the page.')
    const [{ openMap }, { tiles = null }] = await Promise.all([
      import('./open-map.ts'),
      callApi<{ readonly tiles?: TileSource | null }>('/page/settings.json'),
    ])
    return openMap({
      element: target,
      tiles,
      onChoose: (id) => calls.current.onChoose(id),
      onMove: (sight) => {
        const { onMove } = calls.current
        if (onMove === undefined) return
        const position = formatPosition(sight.position)
        if (reported.current.at(-1) !== position) reported.current = [...reported.current, position]
        onMove(sight, false)
      },
    })
  }
}
