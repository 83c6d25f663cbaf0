// One place with all that is known of it, and where each value comes from.
import type { Geometry } from 'geojson'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Place } from '#contract/places/place.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatTime } from '#shared/format/format.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { setParams } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { Tabs } from '#shared/ui/tabs.tsx'
import { EnrichmentCard } from './enrichment-card.tsx'
import { HistoryView } from './history-view.tsx'
import { PlaceFacts } from './place-facts.tsx'
import { PlaceMerges } from './place-merges.tsx'
import { ProvenanceTable } from './provenance-table.tsx'
import { ReviewList } from './review-list.tsx'

const TABS = [
  { id: 'facts', label: 'Facts' },
  { id: 'sources', label: 'Sources' },
  { id: 'history', label: 'History' },
  { id: 'contacts', label: 'Enrichment' },
  { id: 'reviews', label: 'Reviews' },
] as const
type TabId = (typeof TABS)[number]['id']

/** `onClose` takes it away. `onOutline` gets the outline of the place while it is shown, and null afterwards. */
export function PlaceCard({
  id,
  onClose,
  onOutline,
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onOutline: (outline: Geometry | null) => void
}) {
  const path = `/api/places/${encodeURIComponent(id)}`
  const query = useQuery(path, async (signal) =>
    callApi<Place>(path, { query: { include: 'tags,geometry' }, signal }),
  )
  const [tab, setTab] = useState<TabId>('facts')
  const element = useFocusAndEscape(onClose)
  const place = query.data
  useEffect(() => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- GeoJSON, as the contract says
    onOutline((place?.geometry ?? null) as Geometry | null)
    return () => onOutline(null)
  }, [place?.geometry])
  return (
    <article ref={element} tabIndex={-1} class="place-card" aria-label="Place" aria-busy={query.isLoading}>
      <div class="view-head place-card-head">
        <h2 class="wrap-anywhere">{place === null ? 'Place' : visibleText(place.name ?? 'No name')}</h2>
        <Button kind="quiet" label="Close the place" onPress={onClose}>
          ✕
        </Button>
      </div>
      {query.problem !== null && <ProblemView problem={query.problem} onRetry={query.reload} />}
      {place === null && query.problem === null && <Loading label="Loading the place" />}
      {place !== null && place.id !== id && (
        <p class="small muted">The place of this link was merged into this one.</p>
      )}
      {place !== null && (
        <>
          <div class="chips">
            {place.categories.map(({ id: category, label }) => (
              <button
                key={category}
                type="button"
                class="chip"
                title={`Show places of ${category}`}
                onClick={() => setParams({ category }, 'push')}
              >
                {label}
              </button>
            ))}
            {place.status !== 'unknown' && <StateChip state={place.status} />}
          </div>
          <PlaceMerges id={place.id} />
          <Tabs
            label="Parts of the place"
            tabs={TABS}
            chosen={tab}
            onChoose={(next) => setTab(TABS.find((each) => each.id === next)?.id ?? 'facts')}
          >
            <TabContent tab={tab} place={place} onChanged={query.reload} />
          </Tabs>
          <p class="small muted">
            First seen {formatTime(place.firstSeenAt)} · last seen {formatTime(place.lastSeenAt)} ·{' '}
            <code>{place.id}</code>
          </p>
        </>
      )}
    </article>
  )
}

/** The focus goes into what has opened, and Escape closes it. */
function useFocusAndEscape(onClose: () => void) {
  const element = useRef<HTMLElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const target = element.current
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') close.current()
    }
    target?.addEventListener('keydown', onKey)
    target?.focus({ preventScroll: true })
    return () => target?.removeEventListener('keydown', onKey)
  }, [])
  return element
}

function TabContent({
  tab,
  place,
  onChanged,
}: {
  readonly tab: TabId
  readonly place: Place
  readonly onChanged: () => void
}) {
  if (tab === 'facts') return <PlaceFacts place={place} />
  if (tab === 'sources') return <ProvenanceTable place={place} />
  if (tab === 'history') return <HistoryView id={place.id} changes={place.changes} />
  if (tab === 'contacts')
    return <EnrichmentCard id={place.id} website={place.website} onChanged={onChanged} />
  return <ReviewList placeId={place.id} />
}
