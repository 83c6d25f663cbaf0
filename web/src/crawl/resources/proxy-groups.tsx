// The groups of the proxy pool: how they are, and what needs attention.
import type { ProxyOverview } from '#contract/crawl/learned/proxy.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatNumber, formatShare, UNKNOWN } from '#shared/format/format.ts'
import { Table } from '#shared/list/table.tsx'

const LIVE_MS = 5_000

/** The health of the groups with what needs attention; not there while there is none. */
export function ProxyGroups() {
  const path = '/api/proxy/health/overview'
  const { data } = useQuery(path, async (signal) => callApi<ProxyOverview>(path, { signal }), {
    everyMs: LIVE_MS,
  })
  if (data === null || data.groups.length === 0) return null
  return (
    <section aria-label="Groups" class="json">
      <h2>Groups</h2>
      {data.alerts.length > 0 && (
        <ul class="warnings" aria-label="Alerts">
          {data.alerts.map(({ code, group, detail }) => (
            <li key={`${code} ${group}`}>{`${group}: ${code.replaceAll('_', ' ')}. ${detail}`}</li>
          ))}
        </ul>
      )}
      <Table
        caption="Proxy groups"
        rows={data.groups}
        keyOf={({ name }) => name}
        columns={[
          { id: 'name', head: 'Group', cell: ({ name }) => name },
          { id: 'total', head: 'Proxies', isNumeric: true, cell: ({ total }) => formatNumber(total) },
          { id: 'healthy', head: 'Healthy', isNumeric: true, cell: ({ healthy }) => formatNumber(healthy) },
          { id: 'cooling', head: 'Cooling', isNumeric: true, cell: ({ cooling }) => formatNumber(cooling) },
          {
            id: 'off',
            head: 'Quarantined',
            isNumeric: true,
            cell: ({ quarantined }) => formatNumber(quarantined),
          },
          {
            id: 'rate',
            head: 'Went well, 1 h',
            isNumeric: true,
            cell: (group) => formatShare(group.successRate1h),
          },
          {
            id: 'blocked',
            head: 'Blocked at',
            cell: ({ topBlockedDomains }) =>
              topBlockedDomains.map(({ domain }) => domain).join(', ') || UNKNOWN,
          },
        ]}
      />
    </section>
  )
}
