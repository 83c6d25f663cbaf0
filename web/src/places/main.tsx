// The page of places: which view a route shows, and the frame around it. All but the main one are loaded when they are first asked for.
import '#shared/style/style.ts'
import './places.css'
import { useRoute } from '#shared/route/route.ts'
import { Lazy } from '#shared/frame/lazy.tsx'
import { NothingHere } from '#shared/frame/nothing-here.tsx'
import { Shell } from '#shared/frame/shell.tsx'
import { startPage } from '#shared/frame/start-page.tsx'
import { PlacesView } from './places-view.tsx'

const ENTRIES = [
  { id: 'places', label: 'Places' },
  { id: 'sessions', label: 'Sessions' },
  { id: 'overview', label: 'Overview' },
  { id: 'reviews', label: 'Reviews' },
  { id: 'merges', label: 'Merges' },
  { id: 'schedules', label: 'Schedules' },
  { id: 'enrichment', label: 'Enrichment' },
  { id: 'webhooks', label: 'Webhooks' },
  { id: 'queue', label: 'Queue' },
]

function PlacesPage() {
  const { path } = useRoute()
  const [view = 'places', id, part] = path
  return (
    <Shell name="Surveyor places" entries={ENTRIES}>
      {!ENTRIES.some((entry) => entry.id === view) && <NothingHere />}
      {view === 'places' && <PlacesView />}
      {view === 'sessions' && id === undefined && (
        <Lazy load={async () => (await import('./sessions/sessions-view.tsx')).SessionsView} props={{}} />
      )}
      {view === 'sessions' && id !== undefined && part === 'changes' && (
        <Lazy
          key={`${id} changes`}
          load={async () => (await import('./changes/changes-view.tsx')).ChangesView}
          props={{ id }}
        />
      )}
      {view === 'sessions' && id !== undefined && part === undefined && (
        <Lazy
          key={id}
          load={async () => (await import('./sessions/session-view.tsx')).SessionView}
          props={{ id }}
        />
      )}
      {view === 'overview' && (
        <Lazy load={async () => (await import('./browse/overview-view.tsx')).OverviewView} props={{}} />
      )}
      {view === 'reviews' && (
        <Lazy load={async () => (await import('./browse/reviews-view.tsx')).ReviewsView} props={{}} />
      )}
      {view === 'merges' && (
        <Lazy load={async () => (await import('./changes/merges-view.tsx')).MergesView} props={{}} />
      )}
      {view === 'schedules' && (
        <Lazy load={async () => (await import('./changes/schedules-view.tsx')).SchedulesView} props={{}} />
      )}
      {view === 'enrichment' && (
        <Lazy load={async () => (await import('./work/enrichment-view.tsx')).EnrichmentView} props={{}} />
      )}
      {view === 'webhooks' && (
        <Lazy load={async () => (await import('./work/webhooks-view.tsx')).WebhooksView} props={{}} />
      )}
      {view === 'queue' && (
        <Lazy load={async () => (await import('./work/queue-view.tsx')).QueueView} props={{}} />
      )}
    </Shell>
  )
}

startPage(<PlacesPage />)
