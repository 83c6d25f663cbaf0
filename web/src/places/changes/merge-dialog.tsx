// One pair of places: both beside each other, what speaks for and against it, and the decision.
import type { MergeDetail } from '#contract/places/changes/merge.ts'
import type { Place } from '#contract/places/place.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatTime, UNKNOWN } from '#shared/format/format.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { Table } from '#shared/list/table.tsx'
import { linkTo } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { pairName } from './pair-name.ts'

type Decision = 'accept' | 'reject' | 'undo'

const SAID: Readonly<Record<Decision, string>> = {
  accept: 'They are one place now.',
  reject: 'They stay two, and are not proposed again.',
  undo: 'The decision is taken back.',
}

/** Over the columns of the places. */
const HEADS: Readonly<Record<MergeDetail['status'], readonly string[]>> = {
  proposed: ['Stays', 'Goes into it'],
  accepted: ['Now'],
  rejected: ['One', 'The other'],
}

/** Stays open after a decision, so that it can be taken back. */
export function MergeDialog({
  id,
  onClose,
  onDecided,
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onDecided: () => void
}) {
  const path = `/api/merges/${encodeURIComponent(id)}`
  const query = useQuery(path, async (signal) => callApi<MergeDetail>(path, { signal }))
  const decide = useAction(async (decision: Decision) => {
    await callApi(`${path}/${decision}`, { method: 'POST' })
    showToast(SAID[decision])
    query.reload()
    onDecided()
  })
  const merge = query.data
  return (
    <Dialog title={merge === null ? 'Merge' : pairName(merge.names)} onClose={onClose}>
      {query.problem !== null && <ProblemView problem={query.problem} onRetry={query.reload} />}
      {merge === null && query.problem === null && <Loading />}
      {merge !== null && (
        <>
          <div class="buttons">
            <StateChip state={merge.status} />
            <span class="muted">{Math.round(100 * merge.score)} % likely one place</span>
          </div>
          <div class="buttons">
            {merge.status === 'proposed' ? (
              <>
                <Button kind="primary" isBusy={decide.isRunning} onPress={() => decide.run('accept')}>
                  Merge them
                </Button>
                <Button isBusy={decide.isRunning} onPress={() => decide.run('reject')}>
                  They are two
                </Button>
              </>
            ) : (
              <Button isBusy={decide.isRunning} onPress={() => decide.run('undo')}>
                Undo
              </Button>
            )}
          </div>
          {decide.problem !== null && <ProblemView problem={decide.problem} />}
          <h3>{merge.status === 'accepted' ? 'The place' : 'The places'}</h3>
          <Pair merge={merge} />
          <h3>What speaks for and against it</h3>
          <ul class="plain-list">
            {merge.evidence.map(({ kind, weight, detail }, at) => (
              <li key={at} class="evidence">
                <Chip tone={weight < 0 ? 'bad' : 'good'}>
                  <span class="number">
                    {weight < 0 ? '−' : '+'}
                    {Math.abs(weight).toFixed(1)}
                  </span>
                </Chip>
                <span>{kind}</span>
                <span class="wrap-anywhere muted">{visibleText(detail)}</span>
              </li>
            ))}
          </ul>
          {merge.log.length > 0 && (
            <>
              <h3>Decisions</h3>
              <ol class="plain-list">
                {merge.log.map(({ action, at, by }) => (
                  <li key={`${action} ${at}`} class="small">
                    {action}, {formatTime(at)}
                    {by !== null && (
                      <>
                        {' by '}
                        <code>{by}</code>
                      </>
                    )}
                  </li>
                ))}
              </ol>
            </>
          )}
        </>
      )}
    </Dialog>
  )
}

/** Both places; of an accepted pair the one that they are. */
function Pair({ merge: { placeId, otherId, status } }: { readonly merge: MergeDetail }) {
  const ids = status === 'accepted' ? [placeId] : [placeId, otherId]
  const query = useQuery(ids.join(' '), async (signal) =>
    Promise.all(ids.map(async (id) => callApi<Place>(`/api/places/${encodeURIComponent(id)}`, { signal }))),
  )
  if (query.problem !== null) return <ProblemView problem={query.problem} onRetry={query.reload} />
  if (query.data === null) return <Loading />
  const places = query.data
  const heads = HEADS[status]
  return (
    <Table
      caption="The places"
      isSideBySide
      rows={FACTS}
      keyOf={([name]) => name}
      columns={[
        { id: 'fact', head: '', cell: ([name]) => <span class="muted">{name}</span> },
        ...places.map((place, at) => ({
          id: `${at}`,
          head: heads[at] ?? '',
          cell: ([name, read]: Fact) => (
            <span class="wrap-anywhere">
              {name === 'Name' ? (
                <a href={linkTo(['places'], { place: place.id })}>{visibleText(place.name ?? 'No name')}</a>
              ) : (
                visibleText(read(place) ?? UNKNOWN)
              )}
            </span>
          ),
        })),
      ]}
    />
  )
}

type Fact = readonly [name: string, read: (place: Place) => string | null]

const listed = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join(', '))

const FACTS: readonly Fact[] = [
  ['Name', ({ name }) => name],
  ['Categories', ({ categories }) => listed(categories.map(({ label }) => label))],
  ['Address', ({ address }) => address.formatted],
  ['Phones', ({ phones }) => listed(phones.map(({ e164, raw }) => e164 ?? raw))],
  ['Website', ({ website }) => website],
  ['Emails', ({ emails }) => listed(emails)],
  ['Where', ({ location: { lat, lng } }) => `${lat.toFixed(5)}, ${lng.toFixed(5)}`],
  ['Known as', ({ aliases }) => listed(aliases.map(({ scheme, value }) => `${scheme}:${value}`))],
]
