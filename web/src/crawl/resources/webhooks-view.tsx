// Webhooks: figures, the kept endpoints, and the records of what was sent.
import type { WebhookRecord, WebhookStats } from '#contract/webhook.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery, useVersion } from '#shared/api/use-query.ts'
import { formatDuration, formatNumber, formatShare, UNKNOWN } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { cutText } from '#shared/format/visible-text.ts'
import { linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { StateChip } from '#shared/ui/chip.tsx'
import { SelectField, stateChoices } from '#shared/ui/field.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { WebhookEndpoints } from './webhook-endpoints.tsx'
import { Replay } from './webhook-record-view.tsx'

const LIVE_MS = 5_000
const STATES = ['', 'pending', 'delivering', 'retrying', 'delivered', 'failed', 'discarded']
const PATH = '/api/webhooks'

/** Records, figures and endpoints. */
export function WebhooksView() {
  const { params } = useRoute()
  const status = params.get('status') ?? ''
  const [version, changed] = useVersion()
  const stats = useQuery(`${PATH}/stats`, async (signal) =>
    callApi<WebhookStats>(`${PATH}/stats`, { signal }),
  )
  return (
    <div class="view">
      <h1>Webhooks</h1>
      {stats.data !== null && (
        <Figures
          figures={[
            { label: 'records', value: stats.data.total },
            { label: 'delivered of the ended', value: formatShare(stats.data.successRate) },
            { label: 'attempts', value: stats.data.attempts },
            { label: 'half within', value: formatDuration(stats.data.latencyMs.p50) },
            { label: '95 % within', value: formatDuration(stats.data.latencyMs.p95) },
          ]}
        />
      )}
      <WebhookEndpoints />
      <h2>Records</h2>
      <div class="filters">
        <SelectField
          label="State"
          value={status}
          choices={stateChoices(STATES)}
          onChange={(value) => setParams({ status: value })}
        />
      </div>
      <PagedTable
        caption="Records"
        path={PATH}
        query={{ limit: '50', ...(status === '' ? {} : { status }) }}
        everyMs={LIVE_MS}
        version={version}
        columns={recordColumns(changed)}
        keyOf={({ id }) => id}
        empty={{ title: 'Nothing was sent', detail: 'Name a webhook in a request, or make an endpoint.' }}
      />
    </div>
  )
}

const recordColumns = (reload: () => void): readonly Column<WebhookRecord>[] => [
  { id: 'event', head: 'Event', cell: ({ event, id }) => <a href={linkTo(['webhooks', id])}>{event}</a> },
  { id: 'state', head: 'State', cell: ({ status }) => <StateChip state={status} /> },
  {
    id: 'to',
    head: 'To',
    cell: ({ url, endpointId }) => (
      <bdi class="wrap-anywhere">{cutText(url ?? endpointId ?? UNKNOWN, 120).text}</bdi>
    ),
  },
  {
    id: 'attempts',
    head: 'Attempts',
    isNumeric: true,
    cell: ({ attemptCount }) => formatNumber(attemptCount),
  },
  {
    id: 'last',
    head: 'Last answer',
    cell: ({ lastStatusCode, lastError }) => lastStatusCode ?? lastError ?? UNKNOWN,
  },
  { id: 'created', head: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    id: 'acts',
    head: 'Again',
    cell: (record) => <Replay id={record.id} event={record.event} onDone={reload} />,
  },
]
