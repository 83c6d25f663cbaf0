// One job: what was asked, how it goes, what came of it; of a batch its parts.
import type { Job } from '#contract/job.ts'
import { formatCount, formatDuration, formatTime, UNKNOWN } from '#shared/format/format.ts'
import { linkTo } from '#shared/route/route.ts'
import { StateChip } from '#shared/ui/chip.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { SafeLink } from '#shared/ui/safe-link.tsx'
import type { Column } from '#shared/list/table.tsx'
import { cutText } from '#shared/format/visible-text.ts'
import { JsonTree } from '#crawl/result/json-tree.tsx'
import { JobButtons, JobEvents, JobProgressBar, subjectOf } from './job-parts.tsx'
import { JobOutcome } from './job-result.tsx'
import { useJob } from './use-job.ts'
import { hasEnded } from '#shared/api/job-states.ts'

const PARTS_MS = 2_000

/** The view of a job by its id. */
export function JobView({ id }: { readonly id: string }) {
  const { data: job, problem, reload } = useJob(id)
  if (job === null)
    return (
      <div class="view">
        <div>
          <p class="small">
            <a href={linkTo(['jobs'])}>Jobs</a>
          </p>
          <h1>Job</h1>
        </div>
        {problem === null ? (
          <Loading label="Loading the job" />
        ) : (
          <ProblemView problem={problem} onRetry={reload} />
        )}
      </div>
    )
  const isOver = hasEnded(job.status)
  const subject = subjectOf(job)
  return (
    <div class="view">
      <div class="view-head">
        <div>
          <p class="small">
            <a href={linkTo(['jobs'])}>Jobs</a>
            {job.parentId !== null && (
              <>
                {' / '}
                <a href={linkTo(['jobs', job.parentId])}>batch</a>
              </>
            )}
          </p>
          <h1 class="job-title">
            {job.type} <StateChip state={job.status} />
          </h1>
        </div>
        <JobButtons job={job} onChange={reload} />
      </div>
      {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
      {subject !== null && (
        <p>
          <SafeLink href={subject} />
        </p>
      )}
      {job.type === 'sites.crawl' && (
        <p>
          <a href={linkTo(['sites', job.id])}>The pages of the site</a>
        </p>
      )}
      <JobProgressBar job={job} />
      {job.children !== null && <Parts job={job} />}
      {job.children === null && isOver && (
        <div class={job.status === 'succeeded' ? 'card' : undefined}>
          <JobOutcome job={job} />
        </div>
      )}
      <div class="cards">
        <section class="card" aria-labelledby="job-facts">
          <h2 id="job-facts">Facts</h2>
          <JobFacts job={job} />
        </section>
        <section class="card" aria-labelledby="job-events">
          <h2 id="job-events">Events</h2>
          <JobEvents key={job.id} jobId={job.id} onEnd={reload} />
        </section>
        <section class="card" aria-labelledby="job-input">
          <h2 id="job-input">Input</h2>
          <JsonTree value={job.input} label="Input" name={`${job.id}-input`} />
        </section>
      </div>
    </div>
  )
}

function JobFacts({ job }: { readonly job: Job }) {
  const ran =
    job.startedAt === null || job.completedAt === null
      ? null
      : Date.parse(job.completedAt) - Date.parse(job.startedAt)
  const facts: readonly (readonly [string, preact.ComponentChild])[] = [
    ['Id', <span class="mono">{job.id}</span>],
    ['Created', formatTime(job.createdAt)],
    ['Started', formatTime(job.startedAt)],
    ['Ended', formatTime(job.completedAt)],
    ['Ran', formatDuration(ran)],
    ['Deadline', job.deadlineAt === null ? null : formatTime(job.deadlineAt)],
    ['Priority', job.priority],
    ['Claimed', `${formatCount(job.deliveries, 'time')}, ${formatCount(job.failures, 'failure')}`],
    ['Worker', job.workerId === null ? null : <span class="mono">{job.workerId}</span>],
    ['Cancelled', job.cancelReason ?? null],
    ['Again of', job.retryOf === null ? null : <a href={linkTo(['jobs', job.retryOf])}>{job.retryOf}</a>],
    ...Object.entries(job.metadata).map(
      ([name, value]) => [cutText(name).text, cutText(value).text] as const,
    ),
  ]
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  )
}

const PART_COLUMNS: readonly Column<Job>[] = [
  { id: 'index', head: '#', isNumeric: true, cell: ({ index }) => (index === null ? UNKNOWN : index + 1) },
  {
    id: 'subject',
    head: 'About',
    cell: (part) => (
      <a href={linkTo(['jobs', part.id])} class="wrap-anywhere">
        <bdi>{cutText(subjectOf(part) ?? part.id, 160).text}</bdi>
      </a>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: (part) => (
      <>
        <StateChip state={part.status} />
        {part.error !== null && (
          <span class="small wrap-anywhere">{` ${cutText(part.error.detail, 160).text}`}</span>
        )}
      </>
    ),
  },
]

function Parts({ job }: { readonly job: Job }) {
  const filters = { parentId: job.id, sort: 'createdAt', limit: '100' }
  return (
    <section aria-label="Jobs of the batch">
      <PagedTable
        caption="Jobs of the batch"
        path="/api/jobs"
        query={filters}
        everyMs={hasEnded(job.status) ? null : PARTS_MS}
        columns={PART_COLUMNS}
        keyOf={({ id }) => id}
        empty={{ title: 'No job is kept of this batch', detail: 'They are deleted with time.' }}
      />
    </section>
  )
}
