// One crawl of a site: its manifest as it grows, and its pages by state.
import { useEffect, useState } from 'preact/hooks'
import type { SiteCrawl, SitePage } from '#contract/crawl/sites/site.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatBytes, formatNumber, UNKNOWN } from '#shared/format/format.ts'
import { linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { SelectField, stateChoices } from '#shared/ui/field.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { SafeLink } from '#shared/ui/safe-link.tsx'
import { Table, type Column } from '#shared/list/table.tsx'
import { JobButtons } from '#crawl/jobs/job-parts.tsx'
import { useJob } from '#crawl/jobs/use-job.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { ActButton } from '#shared/ui/act-button.tsx'
import { pauseSite } from './sites-view.tsx'

const LIVE_MS = 2_000

/** The crawl by the id of its job. */
export function SiteView({ id }: { readonly id: string }) {
  const path = `/api/v1/sites/${encodeURIComponent(id)}`
  const job = useJob(id)
  const [isOver, setIsOver] = useState(false)
  const { data, problem, reload } = useQuery(path, async (signal) => callApi<SiteCrawl>(path, { signal }), {
    everyMs: isOver ? null : LIVE_MS,
  })
  // Not what the job says: its end may be known before a manifest that was asked for earlier has come.
  useEffect(() => setIsOver(data !== null && data.manifest.complete !== null), [data])
  const isThere = data !== null || problem === null
  const reloadAll = (): void => {
    job.reload()
    reload()
  }
  return (
    <div class="view">
      <div class="view-head">
        <div>
          <p class="small">
            <a href={linkTo(['sites'])}>Sites</a>
          </p>
          <h1 class="job-title">Crawl of a site {data !== null && <StateChip state={data.status} />}</h1>
        </div>
        <div class="buttons">
          {data !== null && !isOver && (
            <ActButton
              word={data.isPaused ? 'Go on' : 'Pause'}
              subject="the crawl"
              isSmall={false}
              act={async () => pauseSite(id, data.isPaused ? 'resume' : 'pause')}
              said={data.isPaused ? 'It goes on.' : 'It pauses: what is under way is finished.'}
              onDone={reloadAll}
            />
          )}
          {job.data !== null && <JobButtons job={job.data} onChange={reloadAll} />}
        </div>
      </div>
      {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
      {data === null && problem === null && <Loading />}
      {data !== null && <Manifest site={data} />}
      {isThere && (
        <SitePages
          id={id}
          everyMs={isOver ? null : LIVE_MS}
          states={Object.keys(data?.manifest.counts ?? {})}
        />
      )}
    </div>
  )
}

function Manifest({ site: { urls, isPaused, manifest } }: { readonly site: SiteCrawl }) {
  const { complete, counts, changes, requests, notModified, bytes, leftOut } = manifest
  return (
    <>
      {urls.map((url) => (
        <p key={url}>
          <SafeLink href={url} />
        </p>
      ))}
      <div class="chips">
        {complete === true && <Chip tone="good">complete</Chip>}
        {complete === false && <Chip tone="warn">not complete</Chip>}
        {isPaused && <Chip tone="warn">paused</Chip>}
      </div>
      <Figures
        figures={[
          ...Object.entries(counts).map(([state, value]) => ({ label: state.replaceAll('_', ' '), value })),
          ...Object.entries(changes ?? {}).map(([change, value]) => ({
            label: `${change} since then`,
            value,
          })),
          { label: 'requests', value: requests },
          { label: 'not modified', value: notModified },
          { label: 'fetched', value: formatBytes(bytes) },
        ]}
      />
      {leftOut.length > 0 && (
        <Table
          caption="Left out, by reason"
          rows={leftOut}
          keyOf={({ reason }) => reason}
          columns={[
            { id: 'reason', head: 'Left out', cell: ({ reason }) => reason.replaceAll('_', ' ') },
            { id: 'count', head: 'Addresses', isNumeric: true, cell: ({ count }) => formatNumber(count) },
            {
              id: 'examples',
              head: 'The first',
              cell: ({ examples }) =>
                examples.slice(0, 3).map((url) => (
                  <div key={url} class="link-line wrap-anywhere">
                    <SafeLink href={url} />
                  </div>
                )),
            },
          ]}
        />
      )}
    </>
  )
}

const COLUMNS: readonly Column<SitePage>[] = [
  {
    id: 'page',
    head: 'Page',
    cell: ({ url, title }) => (
      <>
        {title !== null && <div dir="auto">{cutText(title, 160).text}</div>}
        <SafeLink href={url} />
      </>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, reason }) => (
      <>
        <StateChip state={state} />
        {reason !== null && <div class="small">{reason.replaceAll('_', ' ')}</div>}
      </>
    ),
  },
  { id: 'depth', head: 'Depth', isNumeric: true, cell: ({ depth }) => formatNumber(depth) },
  { id: 'status', head: 'Status', isNumeric: true, cell: ({ statusCode }) => statusCode ?? UNKNOWN },
  {
    id: 'job',
    head: 'Job',
    cell: ({ jobId, url }) =>
      jobId === null ? (
        UNKNOWN
      ) : (
        <a href={linkTo(['jobs', jobId])}>
          Look<span class="visually-hidden">{` at ${url}`}</span>
        </a>
      ),
  },
]

function SitePages({
  id,
  everyMs,
  states,
}: {
  readonly id: string
  readonly everyMs: number | null
  readonly states: readonly string[]
}) {
  const { params } = useRoute()
  const state = params.get('state') ?? ''
  const path = `/api/v1/sites/${encodeURIComponent(id)}/pages`
  return (
    <>
      <div class="filters">
        <SelectField
          label="Pages"
          value={state}
          choices={stateChoices(['', ...states])}
          onChange={(value) => setParams({ state: value })}
        />
      </div>
      <PagedTable
        caption="Pages of the site"
        path={path}
        query={{ limit: '100', ...(state === '' ? {} : { state }) }}
        everyMs={everyMs}
        columns={COLUMNS}
        keyOf={({ url }) => url}
        empty={{ title: 'No page yet', detail: 'Pages come as they are found.' }}
      />
    </>
  )
}
