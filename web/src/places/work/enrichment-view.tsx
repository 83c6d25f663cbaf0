// Enrichment in numbers, whether it works, its jobs, and a batch by the filters of the list.
import { useState } from 'preact/hooks'
import type { Enrichment, EnrichmentHealth, EnrichmentStats } from '#contract/places/enrichment.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatDuration } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { EnrichDialog } from './enrich-dialog.tsx'
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
          {health.data !== null && <HealthChip status={health.data.status} />}
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
          {
            id: 'status',
            head: 'State',
            cell: ({ status: state, error }) => (
              <>
                <StateChip state={state} />
                {error !== null && (
                  <div class="small mono" title={error.detail ?? error.title}>
                    {error.code}
                  </div>
                )}
              </>
            ),
          },
          {
            id: 'website',
            head: 'Website',
            cell: ({ website }) => <span class="wrap-anywhere">{website ?? '–'}</span>,
          },
          { id: 'added', head: 'Added', cell: ({ added }) => addedText(added) },
          { id: 'at', head: 'Begun', cell: ({ createdAt }) => <Ago at={createdAt} /> },
        ]}
      />
      {isStarting && (
        <EnrichDialog
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

/** Whether crawl answers and its reports arrive; what does not is said below. */
function HealthChip({ status }: { readonly status: EnrichmentHealth['status'] }) {
  if (status === 'pass') return <Chip tone="good">works</Chip>
  return (
    <Chip tone={status === 'fail' ? 'bad' : 'warn'}>
      {status === 'fail' ? 'does not work' : 'works in part'}
    </Chip>
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
