// The proxy pool: proxies without their passwords, groups, alerts, and how they did.
import { useState } from 'preact/hooks'
import type { Proxy, ProxyStats } from '#contract/crawl/learned/proxy.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery, useVersion } from '#shared/api/use-query.ts'
import { formatBytes, formatNumber, formatShare } from '#shared/format/format.ts'
import { setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { SelectField, stateChoices } from '#shared/ui/field.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { ActButton, DangerButton } from '#shared/ui/act-button.tsx'
import { RequestDialog, type AskedRequest } from '#crawl/request/request-dialog.tsx'
import { ProxyGroups } from './proxy-groups.tsx'

const LIVE_MS = 5_000
const STATES = ['', 'new', 'healthy', 'degraded', 'cooling', 'probing', 'quarantined', 'disabled']

const ADD: AskedRequest = {
  title: 'Add a proxy',
  method: 'POST',
  template: '/api/proxy',
  path: '/api/proxy',
  verb: 'Add',
}

/** All of it. */
export function ProxiesView() {
  const { params } = useRoute()
  const state = params.get('state') ?? ''
  const [version, changed] = useVersion()
  const stats = useQuery(
    '/api/proxy/stats',
    async (signal) => callApi<ProxyStats>('/api/proxy/stats', { signal }),
    {
      everyMs: LIVE_MS,
    },
  )
  const [asked, setAsked] = useState<AskedRequest | null>(null)
  return (
    <div class="view">
      <div class="view-head">
        <h1>Proxies</h1>
        <Button kind="primary" onPress={() => setAsked(ADD)}>
          Add a proxy
        </Button>
      </div>
      {stats.data !== null && (
        <Figures
          figures={[
            { label: 'proxies', value: stats.data.proxies.total },
            { label: 'leased now', value: stats.data.leased },
            { label: 'leases in 24 h', value: stats.data.last24h.leases },
            { label: 'carried in 24 h', value: formatBytes(stats.data.last24h.bytes) },
            { label: 'went well', value: formatShare(stats.data.last24h.successRate) },
          ]}
        />
      )}
      <ProxyGroups />
      <h2>Pool</h2>
      <div class="filters">
        <SelectField
          label="State"
          value={state}
          choices={stateChoices(STATES)}
          onChange={(value) => setParams({ state: value })}
        />
      </div>
      <PagedTable
        caption="Proxies"
        path="/api/proxy"
        query={{ limit: '50', ...(state === '' ? {} : { state }) }}
        everyMs={LIVE_MS}
        version={version}
        columns={columns(changed, setAsked)}
        keyOf={({ id }) => id}
        empty={{
          title: state === '' ? 'There are no proxies' : 'No proxy fits',
          detail: 'That is normal: pages are fetched without one.',
        }}
      />
      {asked !== null && (
        <RequestDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            showToast('The proxy was saved.')
            changed()
            stats.reload()
          }}
        />
      )}
    </div>
  )
}

const columns = (reload: () => void, ask: (asked: AskedRequest) => void): readonly Column<Proxy>[] => [
  {
    id: 'proxy',
    head: 'Proxy',
    cell: ({ url, label, hasCredentials, id }) => (
      <>
        <bdi class="mono wrap-anywhere">{url}</bdi>
        {hasCredentials && <span class="small muted"> with credentials</span>}
        {label !== null && <div class="small">{label}</div>}
        <div class="small muted mono">{id}</div>
      </>
    ),
  },
  {
    id: 'group',
    head: 'Group, kind',
    cell: ({ group, kind, country }) => `${group}, ${kind}${country === null ? '' : `, ${country}`}`,
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, health }) => (
      <>
        <StateChip state={state} />
        {health.lastError !== null && <div class="small">{`last: ${health.lastError}`}</div>}
      </>
    ),
  },
  { id: 'score', head: 'Score', isNumeric: true, cell: ({ health }) => health.score.toFixed(2) },
  { id: 'rate', head: 'Went well', isNumeric: true, cell: ({ health }) => formatShare(health.successRate) },
  { id: 'leased', head: 'Leased', isNumeric: true, cell: ({ usage }) => formatNumber(usage.leased) },
  {
    id: 'acts',
    head: 'Change',
    cell: (proxy) => {
      const path = `/api/proxy/${encodeURIComponent(proxy.id)}`
      const next = proxy.state === 'disabled' ? 'new' : 'disabled'
      return (
        <div class="buttons">
          <Button
            isSmall
            onPress={() =>
              ask({
                title: 'Change a proxy',
                method: 'PATCH',
                template: '/api/proxy/{id}',
                path,
                verb: 'Save',
              })
            }
          >
            Change
            <span class="visually-hidden">{` ${proxy.url}`}</span>
          </Button>
          <ActButton
            word={next === 'new' ? 'Switch on' : 'Switch off'}
            subject={proxy.url}
            act={async () => callApi(path, { method: 'PATCH', body: { state: next } })}
            said="The proxy was changed."
            onDone={reload}
          />
          <DangerButton
            word="Remove"
            subject={proxy.url}
            question="Its leases end, and what is known of it is gone."
            act={async () => callApi(path, { method: 'DELETE' })}
            said="The proxy was removed."
            onDone={reload}
          />
        </div>
      )
    },
  },
]
