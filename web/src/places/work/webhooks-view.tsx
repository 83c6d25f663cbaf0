// The records of webhooks, sent and received: their state, their attempts, and sending them again.
import type { WebhookRecord, WebhookStats } from '#contract/webhook.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery, useVersion } from '#shared/api/use-query.ts'
import { formatDuration } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { StatusFilter } from './status-filter.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

const EVERY_MS = 4_000
/** In the order of a delivery. */
const STATES = ['pending', 'delivering', 'retrying', 'delivered', 'failed', 'discarded']

/** `record` of the route is the one whose dialog is open. */
export function WebhooksView() {
  const { params } = useRoute()
  const status = params.get('status') ?? ''
  const open = params.get('record')
  const [version, changed] = useVersion()
  const stats = useQuery(
    `webhook stats ${version}`,
    async (signal) => callApi<WebhookStats>('/api/webhooks/stats', { signal }),
    {
      everyMs: EVERY_MS,
    },
  )
  return (
    <div class="view">
      <div class="view-head">
        <h1>Webhooks</h1>
      </div>
      {stats.problem !== null && <ProblemView problem={stats.problem} onRetry={stats.reload} />}
      {stats.data !== null && (
        <Figures
          figures={[
            { label: 'records', value: stats.data.total },
            { label: 'attempts', value: stats.data.attempts },
            {
              label: 'delivered of the ended',
              value: stats.data.successRate === null ? null : `${Math.round(100 * stats.data.successRate)} %`,
            },
            { label: 'usual time', value: formatDuration(stats.data.latencyMs.p50) },
            { label: 'longest wait', value: formatDuration(stats.data.oldestPendingAgeMs) },
          ]}
        />
      )}
      <StatusFilter
        states={STATES}
        chosen={status}
        counts={stats.data?.byStatus ?? {}}
        onChoose={(state) => setParams({ status: state }, 'push')}
      />
      <PagedTable<WebhookRecord>
        caption="Webhook records"
        path="/api/webhooks"
        query={status === '' ? {} : { status }}
        everyMs={EVERY_MS}
        version={version}
        empty={{
          title: 'No records',
          detail: 'A search or an enrichment with a webhook makes one at its end.',
        }}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'event',
            head: 'Event',
            cell: ({ id, event, replayOf }) => (
              <Button isSmall kind="quiet" onPress={() => setParams({ record: id }, 'push')}>
                {event}
                {replayOf !== null && ' (again)'}
              </Button>
            ),
          },
          { id: 'status', head: 'State', cell: (row) => <StateChip state={row.status} /> },
          { id: 'direction', head: 'Way', cell: ({ direction }) => direction },
          {
            id: 'url',
            head: 'Receiver',
            cell: ({ url }) => <span class="wrap-anywhere">{url ?? 'this service'}</span>,
          },
          { id: 'attempts', head: 'Attempts', isNumeric: true, cell: ({ attemptCount }) => attemptCount },
          {
            id: 'last',
            head: 'Last answer',
            cell: ({ lastStatusCode, lastError }) => lastStatusCode ?? lastError ?? '–',
          },
          { id: 'at', head: 'Made', cell: ({ createdAt }) => <Ago at={createdAt} /> },
        ]}
      />
      {open !== null && (
        <WebhookDialog
          key={open}
          id={open}
          onClose={() => setParams({ record: null }, 'push')}
          onReplayed={changed}
        />
      )}
    </div>
  )
}
