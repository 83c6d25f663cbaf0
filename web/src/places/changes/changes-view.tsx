// How a session differs from an earlier one: the places that only one of them found, and what changed in the others.
import type { ChangedPlace } from '#contract/places/changes/history.ts'
import type { Session } from '#contract/places/lists/browse.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatTime } from '#shared/format/format.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { Chip, type Tone } from '#shared/ui/chip.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { SelectField } from '#shared/ui/field.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { ChangedValue } from '#places/card/changed-value.tsx'
import { StatusFilter } from '#places/work/status-filter.tsx'

const DIFFERENCES = ['new', 'gone', 'changed']
const TONES: Readonly<Record<ChangedPlace['difference'], Tone>> = {
  new: 'good',
  gone: 'bad',
  changed: 'accent',
}
/** So many sessions are offered; another one may stand in the address. */
const OFFERED = 100

/** `since` of the route is the earlier session; `difference` narrows the list. */
export function ChangesView({ id }: { readonly id: string }) {
  const { params } = useRoute()
  const since = params.get('since')
  const difference = params.get('difference') ?? ''
  const path = `/api/sessions/${encodeURIComponent(id)}/changes`
  return (
    <div class="view">
      <div class="view-head">
        <div>
          <p class="small">
            <a href={linkTo(['sessions', id])}>Session</a>
          </p>
          <h1>What changed</h1>
        </div>
      </div>
      <Earlier id={id} since={since} />
      {since === null ? (
        <EmptyState
          title="Compared with which one?"
          detail="Choose an earlier session above that searched for the same in the same area."
        />
      ) : (
        <>
          <StatusFilter
            states={DIFFERENCES}
            chosen={difference}
            counts={{}}
            onChoose={(each) => setParams({ difference: each }, 'push')}
          />
          <PagedTable<ChangedPlace>
            caption="Changes"
            path={path}
            query={{ since, ...(difference === '' ? {} : { difference }) }}
            empty={{ title: 'No difference', detail: 'Both sessions have the same places, unchanged.' }}
            keyOf={({ placeId }) => placeId}
            columns={[
              {
                id: 'place',
                head: 'Place',
                cell: ({ placeId, name }) => (
                  <a class="wrap-anywhere" href={linkTo(['places'], { place: placeId })}>
                    {visibleText(name ?? 'No name')}
                  </a>
                ),
              },
              {
                id: 'difference',
                head: 'Difference',
                cell: (place) => <Chip tone={TONES[place.difference]}>{place.difference}</Chip>,
              },
              { id: 'fields', head: 'What became different', cell: (place) => <Fields place={place} /> },
            ]}
          />
          <p class="small muted">
            Places are gone only where the later session searched for the same in the same area and was
            complete.
          </p>
        </>
      )}
    </div>
  )
}

function Fields({ place: { fields } }: { readonly place: ChangedPlace }) {
  if (fields.length === 0) return <>–</>
  return (
    <div class="wrap-anywhere">
      {fields.map(({ field, from, to, at }) => (
        <div key={`${field} ${at}`}>
          <code>{field}</code> <ChangedValue from={from} to={to} />
        </div>
      ))}
    </div>
  )
}

/** Chooses the session that is compared with. */
function Earlier({ id, since }: { readonly id: string; readonly since: string | null }) {
  const { data, problem, reload } = useQuery('sessions to compare', async (signal) =>
    callApi<{ items: readonly Session[]; nextCursor: string | null }>('/api/browse/sessions', {
      query: { limit: String(OFFERED) },
      signal,
    }),
  )
  if (problem !== null) return <ProblemView problem={problem} onRetry={reload} />
  if (data === null) return <Loading />
  const own = data.items.find((session) => session.id === id)
  const others = data.items.filter(
    (session) => session.id !== id && (own === undefined || session.createdAt < own.createdAt),
  )
  const isOffered = since === null || others.some((session) => session.id === since)
  const given = data.items.find((session) => session.id === since)
  const labelOf = ({ queries, createdAt }: Session): string =>
    `${formatTime(createdAt)} · ${queries.join(', ')}`
  return (
    <SelectField
      label="Compared with"
      value={since ?? ''}
      onChange={(value) => setParams({ since: value }, 'push')}
      hint={data.nextCursor === null ? undefined : `Of the ${OFFERED} newest sessions.`}
      choices={[
        { value: '', label: 'Choose an earlier session' },
        ...(isOffered ? [] : [{ value: since, label: given === undefined ? since : labelOf(given) }]),
        ...others.map((other) => ({ value: other.id, label: labelOf(other) })),
      ]}
    />
  )
}
