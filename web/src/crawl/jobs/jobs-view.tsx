// The jobs of the service: what is under way by default, anything else by filters that stand in the address.
import type { Job } from '#contract/job.ts'
import type { Stats } from '#contract/crawl/stats.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { linkTo, pickParams, setParams, useRoute } from '#shared/route/route.ts'
import { StateChip } from '#shared/ui/chip.tsx'
import { SelectField, TextField } from '#shared/ui/field.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { cutText } from '#shared/format/visible-text.ts'
import { JobProgressBar, subjectOf } from './job-parts.tsx'

const UNDER_WAY = 'scheduled,queued,running'
const STATES = [
  { value: UNDER_WAY, label: 'under way' },
  { value: 'all', label: 'all' },
  { value: 'running', label: 'running' },
  { value: 'queued', label: 'queued' },
  { value: 'scheduled', label: 'scheduled' },
  { value: 'succeeded', label: 'succeeded' },
  { value: 'partially_succeeded', label: 'partially succeeded' },
  { value: 'failed,dead', label: 'failed or dead' },
  { value: 'cancelled', label: 'cancelled' },
  { value: 'expired', label: 'expired' },
]
const FILTERS = ['extractor', 'type', 'url', 'domain', 'parentId', 'sort']
const LIVE_MS = 3_000
const SUBJECT_CHARS = 120

const COLUMNS: readonly Column<Job>[] = [
  {
    id: 'job',
    head: 'Job',
    cell: (job) => {
      const subject = cutText(subjectOf(job) ?? '', SUBJECT_CHARS).text
      return (
        <>
          <a href={linkTo(['jobs', job.id])}>
            {job.type}
            <span class="visually-hidden">{` ${job.id}`}</span>
          </a>
          {subject !== '' && (
            <div>
              <bdi class="small wrap-anywhere">{subject}</bdi>
            </div>
          )}
        </>
      )
    },
  },
  {
    id: 'state',
    head: 'State',
    cell: (job) => (
      <>
        <StateChip state={job.status} />
        {job.error !== null && <div class="small mono">{job.error.code}</div>}
        <JobProgressBar job={job} />
      </>
    ),
  },
  {
    id: 'created',
    head: 'Created',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
]

/** The list with its filters. `kind` shows batches only. */
export function JobsView() {
  const { params } = useRoute()
  const status = params.get('status') || UNDER_WAY
  const filters = Object.fromEntries(pickParams(params, FILTERS))
  const query = { ...filters, limit: '50', ...(status === 'all' ? {} : { status }) }
  return (
    <div class="view">
      <h1>Jobs</h1>
      <JobCounts />
      <form
        class="filters"
        role="search"
        aria-label="Filter jobs"
        onSubmit={(event) => event.preventDefault()}
      >
        <SelectField
          label="State"
          value={status}
          choices={
            STATES.some(({ value }) => value === status)
              ? STATES
              : [...STATES, { value: status, label: status }]
          }
          onChange={(value) => setParams({ status: value === UNDER_WAY ? null : value })}
        />
        <Filter name="extractor" label="Extractor" placeholder="markdown" />
        <Filter name="domain" label="Domain" placeholder="example.org" />
        <Filter name="url" label="Address" placeholder="https://example.org/" />
        <SelectField
          label="Order"
          value={params.get('sort') ?? ''}
          choices={[
            { value: '', label: 'newest first' },
            { value: 'createdAt', label: 'oldest first' },
          ]}
          onChange={(value) => setParams({ sort: value })}
        />
      </form>
      <PagedTable
        caption="Jobs"
        path="/api/jobs"
        query={query}
        everyMs={LIVE_MS}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          status === UNDER_WAY
            ? {
                title: 'Nothing is under way',
                detail: 'Ended jobs are there with another state in the filter.',
              }
            : { title: 'No job fits', detail: 'Take a filter away to see more.' }
        }
      />
    </div>
  )
}

/** A filter whose value stands in the address. */
function Filter({
  name,
  label,
  placeholder,
}: {
  readonly name: string
  readonly label: string
  readonly placeholder: string
}) {
  const { params } = useRoute()
  return (
    <TextField
      label={label}
      value={params.get(name) ?? ''}
      placeholder={placeholder}
      onChange={(value) => setParams({ [name]: value.trim() })}
    />
  )
}

/** How many jobs are in which state; each leads to its list. Not there for a key without `stats`. */
function JobCounts() {
  const { data } = useQuery('/api/stats', async (signal) => callApi<Stats>('/api/stats', { signal }), {
    everyMs: LIVE_MS,
  })
  if (data === null) return null
  return (
    <Figures
      figures={Object.entries(data.jobs).map(([state, count]) => ({
        label: state.replaceAll('_', ' '),
        value: count,
        href: linkTo(['jobs'], { status: state }),
      }))}
    />
  )
}
