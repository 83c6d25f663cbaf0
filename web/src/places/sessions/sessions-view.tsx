// The sessions, newest first.
import type { Session } from '#contract/places/lists/browse.ts'
import { formatNumber } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { linkTo } from '#shared/route/route.ts'
import { Chip } from '#shared/ui/chip.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'

const EVERY_MS = 5_000

/** Whether every search of a session found all that there is. */
export function CompleteChip({ complete }: { readonly complete: boolean | null }) {
  if (complete === null) return <Chip tone="accent">running</Chip>
  return complete ? <Chip tone="good">complete</Chip> : <Chip tone="warn">not complete</Chip>
}

/** A table that follows what is running. */
export function SessionsView() {
  return (
    <div class="view">
      <div class="view-head">
        <h1>Sessions</h1>
      </div>
      <PagedTable<Session>
        caption="Sessions"
        path="/api/browse/sessions"
        everyMs={EVERY_MS}
        empty={{ title: 'No sessions', detail: 'Each search opens one, or joins one.' }}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'queries',
            head: 'Searches',
            cell: ({ id, queries, searches }) => (
              <a class="wrap-anywhere" href={linkTo(['sessions', id])}>
                {queries.map((query) => (query === '*' ? 'Every place' : query)).join(', ')}
                {searches > queries.length && ` and ${searches - queries.length} more`}
              </a>
            ),
          },
          { id: 'complete', head: 'State', cell: ({ complete }) => <CompleteChip complete={complete} /> },
          { id: 'places', head: 'Places', isNumeric: true, cell: ({ places }) => formatNumber(places) },
          { id: 'at', head: 'Last active', cell: ({ lastActivityAt }) => <Ago at={lastActivityAt} /> },
          {
            id: 'list',
            head: '',
            cell: ({ id }) => <a href={linkTo(['places'], { sessionId: id })}>On the map</a>,
          },
        ]}
      />
    </div>
  )
}
