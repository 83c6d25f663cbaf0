// What changed in a place, newest first: the values before and after, and what brought the change.
import { useState } from 'preact/hooks'
import type { PlaceChange } from '#contract/places/changes/history.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatTime } from '#shared/format/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { Table } from '#shared/list/table.tsx'
import { ChangedValue } from './changed-value.tsx'

const PAGE = 50
const MAX = 500

/** `changes`: how many differences the place counts. */
export function HistoryView({ id, changes }: { readonly id: string; readonly changes: number }) {
  const [limit, setLimit] = useState(PAGE)
  const path = `/api/places/${encodeURIComponent(id)}/history`
  const { data, problem, reload } = useQuery(`${path} ${limit} ${changes}`, async (signal) =>
    callApi<{ items: readonly PlaceChange[]; nextCursor: string | null }>(path, {
      query: { limit: String(limit) },
      signal,
    }),
  )
  if (problem !== null) return <ProblemView problem={problem} onRetry={reload} />
  if (data === null) return <Loading label="Loading the history" />
  if (data.items.length === 0)
    return <EmptyState title="Nothing has changed" detail="Every observation since the first was the same." />
  return (
    <>
      <Table
        caption="Changes"
        rows={data.items}
        keyOf={({ at, field, from, to }) => JSON.stringify([at, field, from, to])}
        columns={[
          {
            id: 'field',
            head: 'What',
            cell: ({ at, field, kind, source, provider }) => (
              <>
                <code title={kind}>{field}</code>
                <div class="small muted">{formatTime(at)}</div>
                <div class="small muted">{`by ${provider}, ${source}`}</div>
              </>
            ),
          },
          {
            id: 'change',
            head: 'Before → after',
            cell: ({ from, to }) => (
              <span class="wrap-anywhere">
                <ChangedValue from={from} to={to} />
              </span>
            ),
          },
        ]}
      />
      {data.nextCursor !== null && limit < MAX && (
        <Button onPress={() => setLimit(Math.min(limit + PAGE, MAX))}>More</Button>
      )}
    </>
  )
}
