// One crawl of a site: its manifest as it grows, and its pages by state.
import { useEffect, useState } from 'preact/hooks'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatBytes, formatNumber, UNKNOWN } from '#shared/format/format.ts'
import { linkTo, setParams, useRoute } from '#shared/route/route.ts'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { SelectField } from '#shared/ui/field.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { SafeLink } from '#shared/ui/safe-link.tsx'
import { Table, type Column } from '#shared/list/table.tsx'
import { JobButtons } from '#crawl/jobs/job-parts.tsx'
import { useJob } from '#crawl/jobs/use-job.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { ActButton } from '#shared/ui/act-button.tsx'
import { readSite, readSitePage, type SiteCrawl } from './read-site.ts'
import { pauseSite } from './sites-view.tsx'

const LIVE_MS = 2_000

/** The crawl by the id of its job. */
export function SiteView({ id }: { readonly id: string }) {
  const path = `/api/v1/sites/${encodeURIComponent(id)}`
  const job = useJob(id)
  const [isOver, setIsOver] = useState(false)
  const { data, problem, reload } = useQuery(
    path,
    async (signal) => readSite(await callApi(path, { signal })),
    { everyMs: isOver ? null : LIVE_MS },
  )
  // Not what the job says: its end may be known before a manifest that was asked for earlier has come.
  useEffect(() => setIsOver(data !== null && data.complete !== null), [data])
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
          <h1 class="job-title">
            Crawl of a site {typeof data?.status === 'string' && <StateChip state={data.status} />}
          </h1>
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
          states={data?.counts.map(([state]) => state) ?? []}
        />
      )}
    </div>
  )
}

function Manifest({ site }: { readonly site: SiteCrawl }) {
  return (
    <>
      {site.urls.map((url) => (
        <p key={url}>
          <SafeLink href={url} />
        </p>
      ))}
      <div class="chips">
        {site.complete === true && <Chip tone="good">complete</Chip>}
        {site.complete === false && <Chip tone="warn">not complete</Chip>}
        {site.isPaused && <Chip tone="warn">paused</Chip>}
      </div>
      <Figures
        figures={[
          ...site.counts.map(([state, count]) => ({ label: state.replaceAll('_', ' '), value: count })),
          { label: 'requests', value: site.requests },
          { label: 'not modified', value: site.notModified },
          { label: 'fetched', value: formatBytes(site.bytes) },
        ]}
      />
      {site.leftOut.length > 0 && (
        <Table
          caption="Left out, by reason"
          rows={site.leftOut}
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

const COLUMNS: readonly Column<unknown>[] = [
  {
    id: 'page',
    head: 'Page',
    cell: (entry) => {
      const { url, title } = readSitePage(entry)
      return (
        <>
          {title !== null && <div dir="auto">{cutText(title, 160).text}</div>}
          <SafeLink href={url} />
        </>
      )
    },
  },
  {
    id: 'state',
    head: 'State',
    cell: (entry) => {
      const { state, reason } = readSitePage(entry)
      return (
        <>
          <StateChip state={state} />
          {reason !== null && <div class="small">{reason.replaceAll('_', ' ')}</div>}
        </>
      )
    },
  },
  { id: 'depth', head: 'Depth', isNumeric: true, cell: (entry) => formatNumber(readSitePage(entry).depth) },
  {
    id: 'status',
    head: 'Status',
    isNumeric: true,
    cell: (entry) => readSitePage(entry).statusCode ?? UNKNOWN,
  },
  {
    id: 'job',
    head: 'Job',
    cell: (entry) => {
      const { jobId, url } = readSitePage(entry)
      if (jobId === null) return UNKNOWN
      return (
        <a href={linkTo(['jobs', jobId])}>
          Look<span class="visually-hidden">{` at ${url}`}</span>
        </a>
      )
    },
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
          choices={['', ...states].map((value) => ({
            value,
            label: value === '' ? 'all' : value.replaceAll('_', ' '),
          }))}
          onChange={(value) => setParams({ state: value })}
        />
      </div>
      <PagedTable
        caption="Pages of the site"
        path={path}
        query={{ limit: '100', ...(state === '' ? {} : { state }) }}
        everyMs={everyMs}
        columns={COLUMNS}
        keyOf={(entry) => readSitePage(entry).url}
        empty={{ title: 'No page yet', detail: 'Pages come as they are found.' }}
      />
    </>
  )
}
