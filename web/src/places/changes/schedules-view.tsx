// Searches that repeat: when they run next, what their runs found, and what changed from one to the next.
import type { Schedule } from '#contract/places/schedule.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useVersion } from '#shared/api/use-query.ts'
import { formatAgo, formatCount, formatNumber } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { visibleText } from '#shared/format/visible-text.ts'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { ActButton, DangerButton } from '#shared/ui/act-button.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Chip } from '#shared/ui/chip.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { placeOf, rhythmOf } from './read-schedule.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

const EVERY_MS = 5_000

/** With `new` in the route the dialog is open, filled with its `query` and `location`. */
export function SchedulesView() {
  const { params } = useRoute()
  const [version, changed] = useVersion()
  const close = (): void => setParams({ new: null, query: null, location: null }, 'push')
  return (
    <div class="view">
      <div class="view-head">
        <h1>Schedules</h1>
        <Button kind="primary" onPress={() => setParams({ new: 'yes' }, 'push')}>
          Repeat a search
        </Button>
      </div>
      <PagedTable<Schedule>
        caption="Schedules"
        path="/api/schedules"
        everyMs={EVERY_MS}
        version={version}
        empty={{
          title: 'No search repeats',
          detail: 'A search that runs again and again says what is new, gone and changed each time.',
        }}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'query',
            head: 'Search',
            cell: ({ query, search }) => (
              <span class="wrap-anywhere">
                {query === '*' ? 'Every place' : visibleText(query)}
                {placeOf(search) !== null && (
                  <span class="muted"> · {visibleText(placeOf(search) ?? '')}</span>
                )}
              </span>
            ),
          },
          { id: 'rhythm', head: 'When', cell: rhythmOf },
          {
            id: 'next',
            head: 'Next run',
            cell: ({ nextAt }) => (nextAt === null ? 'Paused' : <Ago at={nextAt} />),
          },
          { id: 'runs', head: 'Latest runs', cell: (schedule) => <Runs schedule={schedule} /> },
          {
            id: 'skipped',
            head: 'Runs',
            cell: ({ runs, skipped, error }) => (
              <>
                {formatNumber(runs)}
                {skipped > 0 && <span class="muted">, {formatNumber(skipped)} skipped</span>}
                {error !== null && (
                  <div>
                    <Chip tone="bad" title={error.detail ?? error.title}>
                      {error.code}
                    </Chip>
                  </div>
                )}
              </>
            ),
          },
          {
            id: 'pause',
            head: '',
            cell: ({ id, query, nextAt }) => (
              <ActButton
                word={nextAt === null ? 'Resume' : 'Pause'}
                subject={`the schedule of ${visibleText(query)}`}
                act={async () =>
                  callApi(`/api/schedules/${encodeURIComponent(id)}`, {
                    method: 'PATCH',
                    body: { paused: nextAt !== null },
                  })
                }
                said={nextAt === null ? 'The search repeats again.' : 'The search is paused.'}
                onDone={changed}
              />
            ),
          },
          {
            id: 'delete',
            head: '',
            cell: ({ id, query }) => (
              <DangerButton
                word="Delete"
                subject={`the schedule of ${visibleText(query)}`}
                act={async () => callApi(`/api/schedules/${encodeURIComponent(id)}`, { method: 'DELETE' })}
                said="The search is not repeated any more."
                onDone={changed}
                question="The search is not repeated any more. What it found stays."
              />
            ),
          },
        ]}
      />
      {params.get('new') !== null && (
        <ScheduleDialog
          query={params.get('query') ?? ''}
          location={params.get('location') ?? ''}
          onClose={close}
          onMade={() => {
            close()
            changed()
            showToast('The search runs now, and repeats.')
          }}
        />
      )}
    </div>
  )
}

/** Each run leads to its session, and to what changed since the run before. */
function Runs({ schedule: { latestRuns } }: { readonly schedule: Schedule }) {
  if (latestRuns.length === 0) return <>–</>
  return (
    <ul class="plain-list runs">
      {latestRuns.slice(0, 3).map(({ searchId, sessionId, complete, places, createdAt }, at) => {
        const before = latestRuns[at + 1]?.sessionId ?? sessionId
        return (
          <li key={searchId}>
            <a href={linkTo(['sessions', sessionId])}>{formatAgo(createdAt)}</a>{' '}
            <span class="muted">
              {formatCount(places, 'place')}
              {complete === null && ', running'}
              {complete === false && ', not complete'}
            </span>
            {before !== sessionId && (
              <>
                {' · '}
                <a href={linkTo(['sessions', sessionId, 'changes'], { since: before })}>what changed</a>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
