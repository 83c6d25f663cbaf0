// The workers: what they can do, what they are at, and directives to them.
import type { Worker, WorkerDirective, WorkerMetrics } from '#contract/worker.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery, useVersion } from '#shared/api/use-query.ts'
import { formatBytes, formatNumber, UNKNOWN } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { fieldsOf, textOf } from '#shared/format/unknown-values.ts'
import { ActButton, DangerButton } from '#shared/ui/act-button.tsx'

const LIVE_MS = 3_000

/** The list, its figures, and taking silent workers off it. */
export function WorkersView() {
  const [version, changed] = useVersion()
  const metrics = useQuery(
    '/api/workers/metrics',
    async (signal) => callApi<WorkerMetrics>('/api/workers/metrics', { signal }),
    { everyMs: LIVE_MS },
  )
  return (
    <div class="view">
      <div class="view-head">
        <h1>Workers</h1>
        <DangerButton
          word="Take off"
          subject="silent workers"
          isSubjectShown
          question="Workers that were silent for ten minutes are taken off the list; jobs of theirs go to others."
          act={async () => callApi('/api/workers/prune', { method: 'POST', body: {} })}
          said="Silent workers were taken off."
          onDone={changed}
        />
      </div>
      {metrics.data !== null && (
        <Figures
          figures={[
            { label: 'workers', value: metrics.data.total },
            { label: 'online', value: metrics.data.byStatus['online'] ?? null },
            { label: 'jobs running', value: metrics.data.runningJobs },
            ...Object.entries(metrics.data.capacity).map(([kind, value]) => ({
              label: `${kind} jobs at once`,
              value,
            })),
          ]}
        />
      )}
      <PagedTable
        caption="Workers"
        path="/api/workers"
        query={{ limit: '50' }}
        everyMs={LIVE_MS}
        version={version}
        columns={columns(changed)}
        keyOf={({ id }) => id}
        empty={{
          title: 'No worker is registered',
          detail: 'Jobs wait until one is: surveyor worker starts one.',
        }}
      />
    </div>
  )
}

const columns = (reload: () => void): readonly Column<Worker>[] => [
  {
    id: 'name',
    head: 'Worker',
    cell: ({ name, version, tags, id }) => (
      <>
        <bdi>{name}</bdi> <span class="muted small">{version}</span>
        <div class="small muted mono">{id}</div>
        {tags.length > 0 && <div class="small">{tags.join(', ')}</div>}
      </>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ status, directive }) => (
      <>
        <StateChip state={status} />
        {directive !== 'continue' && <div class="small">{`asked to ${directive}`}</div>}
      </>
    ),
  },
  { id: 'jobs', head: 'Jobs', isNumeric: true, cell: ({ runningJobs }) => formatNumber(runningJobs) },
  {
    id: 'load',
    head: 'Load',
    cell: ({ pressure }) => (
      <span class="number">
        {pressure?.cpu === undefined || pressure.cpu === null ? UNKNOWN : `${pressure.cpu.toFixed(2)} cores`}
        {typeof pressure?.memBytes === 'number' && (
          <>
            <br />
            {formatBytes(pressure.memBytes)}
          </>
        )}
      </span>
    ),
  },
  {
    id: 'browser',
    head: 'Browser',
    cell: ({ host }) => {
      const browser = fieldsOf(fieldsOf(host)['browser'])
      return textOf(browser['version']) ?? UNKNOWN
    },
  },
  {
    id: 'seen',
    head: 'Last seen',
    cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} />,
  },
  {
    id: 'acts',
    head: 'Ask it to',
    // One that is gone hears nothing.
    cell: (worker) =>
      worker.status === 'offline' ? null : (
        <div class="buttons">
          {worker.directive === 'continue' ? (
            <Directive worker={worker} directive="quiet" word="Pause" reload={reload} />
          ) : (
            <Directive worker={worker} directive="continue" word="Go on" reload={reload} />
          )}
          <Directive worker={worker} directive="drain" word="Finish and leave" reload={reload} />
        </div>
      ),
  },
]

function Directive({
  worker,
  directive,
  word,
  reload,
}: {
  readonly worker: Worker
  readonly directive: WorkerDirective
  readonly word: string
  readonly reload: () => void
}) {
  const path = `/api/workers/${encodeURIComponent(worker.id)}`
  return (
    <ActButton
      word={word}
      subject={worker.name}
      act={async () => callApi(path, { method: 'PATCH', body: { directive } })}
      said={`${worker.name} learns it with its next heartbeat.`}
      onDone={reload}
    />
  )
}
