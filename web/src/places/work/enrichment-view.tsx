// Enrichment in numbers, whether it works, its jobs, and a batch by the filters of the list.
import { useState } from 'preact/hooks'
import type {
  AcceptedBatch,
  Enrichment,
  EnrichmentHealth,
  EnrichmentStats,
} from '#contract/places/enrichment.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatAgo, formatDuration, formatNumber } from '#shared/format/format.ts'
import { linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '#shared/ui/field.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { fieldError, ProblemView } from '#shared/ui/problem-view.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { StatusFilter } from './status-filter.tsx'

const EVERY_MS = 4_000
const STATES = ['queued', 'running', 'succeeded', 'no_website', 'failed', 'cancelled']

/** Follows what is running. */
export function EnrichmentView() {
  const { params } = useRoute()
  const status = params.get('status') ?? ''
  const [isStarting, setIsStarting] = useState(false)
  const stats = useQuery(
    'enrichment stats',
    async (signal) => callApi<EnrichmentStats>('/api/enrich/stats', { signal }),
    {
      everyMs: EVERY_MS,
    },
  )
  const health = useQuery('enrichment health', async (signal) =>
    callApi<EnrichmentHealth>('/api/enrich/health', { signal }),
  )
  return (
    <div class="view">
      <div class="view-head">
        <h1>Enrichment</h1>
        <div class="buttons">
          {health.data !== null && <StateChip state={health.data.status} />}
          <Button kind="primary" onPress={() => setIsStarting(true)}>
            Enrich places
          </Button>
        </div>
      </div>
      {health.data !== null &&
        Object.entries(health.data.checks)
          .filter(([, check]) => check.status !== 'pass')
          .map(([name, check]) => (
            <p key={name} class="small">
              <Chip tone="warn">{name}</Chip> {check.detail}
            </p>
          ))}
      {stats.problem !== null && <ProblemView problem={stats.problem} onRetry={stats.reload} />}
      {stats.data !== null && (
        <Figures
          figures={[
            { label: 'enrichments', value: stats.data.total },
            { label: 'places enriched', value: stats.data.places.enriched },
            { label: 'with email', value: stats.data.places.withEmail },
            { label: 'with phone', value: stats.data.places.withPhone },
            { label: 'with profiles', value: stats.data.places.withSocial },
            { label: 'usual time', value: formatDuration(stats.data.durationMs.p50) },
          ]}
        />
      )}
      <StatusFilter
        states={STATES}
        chosen={status}
        counts={stats.data?.byStatus ?? {}}
        onChoose={(state) => setParams({ status: state }, 'push')}
      />
      <PagedTable<Enrichment>
        caption="Enrichments"
        path="/api/enrich/jobs"
        query={status === '' ? {} : { status }}
        everyMs={EVERY_MS}
        empty={{
          title: 'No enrichments',
          detail: 'Start one from the card of a place, or for a list of places.',
        }}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'place',
            head: 'Place',
            cell: ({ placeId, placeName }) => (
              <a
                class={placeName === null ? 'mono' : 'wrap-anywhere'}
                href={linkTo(['places'], { place: placeId })}
              >
                {placeName ?? `…${placeId.slice(-12)}`}
              </a>
            ),
          },
          { id: 'status', head: 'State', cell: (row) => <StateChip state={row.status} /> },
          {
            id: 'website',
            head: 'Website',
            cell: ({ website }) => <span class="wrap-anywhere">{website ?? '–'}</span>,
          },
          { id: 'added', head: 'Added', cell: ({ added }) => addedText(added) },
          { id: 'error', head: 'Error', cell: ({ error }) => error?.code ?? '–' },
          { id: 'at', head: 'Begun', cell: ({ createdAt }) => formatAgo(createdAt) },
        ]}
      />
      {isStarting && (
        <StartDialog
          onClose={() => setIsStarting(false)}
          onStarted={(text) => {
            setIsStarting(false)
            showToast(text)
            stats.reload()
          }}
        />
      )}
    </div>
  )
}

function addedText(added: Enrichment['added']): string {
  if (added === null) return '–'
  const { emails, phones, socials } = added
  const parts = [
    [emails.length, 'email'],
    [phones.length, 'phone'],
    [socials.length, 'profile'],
  ] as const
  const known = parts
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}${count === 1 ? '' : 's'}`)
  return known.length === 0 ? 'nothing new' : known.join(', ')
}

/** A batch by a filter of the list: the places of a session, a category, a city. */
function StartDialog({
  onClose,
  onStarted,
}: {
  readonly onClose: () => void
  readonly onStarted: (text: string) => void
}) {
  const [category, setCategory] = useState('')
  const [city, setCity] = useState('')
  const [sessionId, setSessionId] = useState('')
  const [hasWebsite, setHasWebsite] = useState(true)
  const [age, setAge] = useState('604800000')
  const start = useAction(async () => {
    const filter = {
      ...(category === '' ? {} : { category }),
      ...(city === '' ? {} : { city }),
      ...(sessionId === '' ? {} : { sessionId }),
      ...(hasWebsite ? { hasWebsite } : {}),
    }
    const { accepted, running, fresh, nextCursor } = await callApi<AcceptedBatch>('/api/enrich/batch', {
      method: 'POST',
      body: { filter, maxAgeMs: Number(age) },
    })
    const more = nextCursor === null ? '' : ' More places fit: start it again for them.'
    onStarted(
      `${formatNumber(accepted)} places are enriched, ${formatNumber(running)} were under way, ${formatNumber(fresh)} are fresh.${more}`,
    )
  })
  return (
    <Dialog title="Enrich places" onClose={onClose}>
      <form
        class="dialog-form"
        onSubmit={(event) => {
          event.preventDefault()
          start.run()
        }}
      >
        <TextField
          label="Category"
          value={category}
          onChange={setCategory}
          placeholder="cafe, amenity/restaurant"
          error={fieldError(start.problem, '/filter/category')}
        />
        <TextField
          label="City"
          value={city}
          onChange={setCity}
          error={fieldError(start.problem, '/filter/city')}
        />
        <TextField
          label="Session"
          value={sessionId}
          onChange={setSessionId}
          placeholder="ses_…"
          error={fieldError(start.problem, '/filter/sessionId')}
        />
        <CheckField label="Only places with a website" checked={hasWebsite} onChange={setHasWebsite} />
        <SelectField
          label="Leave out what was enriched"
          value={age}
          onChange={setAge}
          choices={[
            { value: '604800000', label: 'in the last 7 days' },
            { value: '86400000', label: 'in the last day' },
            { value: '0', label: 'never: all of them again' },
          ]}
        />
        {start.problem !== null && <ProblemView problem={start.problem} />}
        <div class="buttons">
          <Button type="submit" kind="primary" isBusy={start.isRunning}>
            Start
          </Button>
          <Button onPress={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
