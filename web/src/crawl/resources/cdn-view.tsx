// What crawl remembers of CDNs and bot walls by domain, and what jobs are told because of it.
import { useState } from 'preact/hooks'
import type { CdnDetection, CdnStats } from '#contract/crawl/learned/cdn.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { UNKNOWN } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { linkTo, pickParams, setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { SelectField, stateChoices, TextField } from '#shared/ui/field.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import type { Column } from '#shared/list/table.tsx'
import { cutText } from '#shared/format/visible-text.ts'
import { JsonTree } from '#crawl/result/json-tree.tsx'

const STATES = ['', 'suspected', 'confirmed', 'stale', 'cleared']
const PROTECTIONS = ['', 'none', 'passive', 'challenge', 'captcha', 'hard_block']
const PATH = '/api/cdn-detection'

const providersText = (providers: CdnDetection['providers']): string =>
  providers.map(({ name, confidence }) => `${name} ${Math.round(confidence * 100)} %`).join(', ') || UNKNOWN

const strategyText = (strategy: CdnDetection['strategy']): string =>
  strategy === null ? 'nothing' : `${strategy.engine}, proxy ${strategy.proxyKind.replaceAll('_', ' ')}`

const COLUMNS: readonly Column<CdnDetection>[] = [
  {
    id: 'domain',
    head: 'Domain',
    cell: ({ domain }) => (
      <a class="wrap-anywhere" href={linkTo(['cdn', domain])}>
        <bdi>{cutText(domain, 120).text}</bdi>
      </a>
    ),
  },
  { id: 'state', head: 'State', cell: ({ state }) => <StateChip state={state} /> },
  {
    id: 'providers',
    head: 'Providers',
    cell: ({ providers }) => providersText(providers),
  },
  { id: 'protection', head: 'Protection', cell: ({ protection }) => <StateChip state={protection} /> },
  {
    id: 'strategy',
    head: 'Jobs are told',
    cell: ({ strategy }) => strategyText(strategy),
  },
  {
    id: 'seen',
    head: 'Last seen',
    cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} />,
  },
]

/** The list with its filters. */
export function CdnView() {
  const { params } = useRoute()
  const [domain, setDomain] = useState('')
  const stats = useQuery(`${PATH}/stats`, async (signal) => callApi<CdnStats>(`${PATH}/stats`, { signal }))
  const filters = Object.fromEntries(pickParams(params, ['state', 'protection']))
  return (
    <div class="view">
      <h1>CDNs and bot walls</h1>
      {stats.data !== null && (
        <Figures
          figures={[
            { label: 'domains', value: stats.data.domains },
            { label: 'reports', value: stats.data.reports },
            ...Object.entries(stats.data.byProvider).map(([name, count]) => ({ label: name, value: count })),
          ]}
        />
      )}
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault()
          if (domain.trim() !== '') location.hash = linkTo(['cdn', domain.trim()])
        }}
      >
        <TextField label="Look up a domain" value={domain} onChange={setDomain} placeholder="example.org" />
        <div class="buttons">
          <Button type="submit">Look up</Button>
        </div>
        <SelectField
          label="State"
          value={params.get('state') ?? ''}
          choices={stateChoices(STATES)}
          onChange={(state) => setParams({ state })}
        />
        <SelectField
          label="Protection"
          value={params.get('protection') ?? ''}
          choices={stateChoices(PROTECTIONS)}
          onChange={(protection) => setParams({ protection })}
        />
      </form>
      <PagedTable
        caption="Detections"
        path={PATH}
        query={{ limit: '50', ...filters }}
        columns={COLUMNS}
        keyOf={({ domain: name }) => name}
        empty={{ title: 'Nothing is known', detail: 'Each fetched page adds to it.' }}
      />
    </div>
  )
}

/** One domain with its evidence; a new look fetches its first page. */
export function CdnDomainView({ domain }: { readonly domain: string }) {
  const path = `${PATH}/${encodeURIComponent(domain)}`
  const { data, problem, reload } = useQuery(path, async (signal) => callApi<CdnDetection>(path, { signal }))
  const look = useAction(async () => {
    await callApi(path, { query: { refresh: 'true' } })
    reload()
  })
  const shown = look.problem ?? problem
  return (
    <div class="view">
      <div class="view-head">
        <div>
          <p class="small">
            <a href={linkTo(['cdn'])}>CDNs and bot walls</a>
          </p>
          <h1 class="job-title wrap-anywhere">
            <bdi>{cutText(domain, 260).text}</bdi>
            {data !== null && <StateChip state={data.state} />}
          </h1>
        </div>
        <Button isBusy={look.isRunning} onPress={() => look.run()}>
          Look now
        </Button>
      </div>
      {shown !== null && <ProblemView problem={shown} />}
      {data === null && problem === null && <Loading />}
      {data !== null && (
        <>
          <dl class="facts">
            <dt>Providers</dt>
            <dd>{providersText(data.providers)}</dd>
            <dt>Protection</dt>
            <dd>{data.protection.replaceAll('_', ' ')}</dd>
            <dt>Jobs are told</dt>
            <dd>{strategyText(data.strategy)}</dd>
            <dt>Last seen</dt>
            <dd>
              <Ago at={data.lastSeenAt} />
            </dd>
          </dl>
          <JsonTree value={data} label="What is known" name={`cdn-${domain}`} />
        </>
      )}
    </div>
  )
}
