// The queue of places: its state and what holds it, jobs by state, its workers, and one job live.
import type { Job } from '#contract/job.ts'
import type { QueueStatus } from '#contract/places/queue.ts'
import type { Worker } from '#contract/worker.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { UNKNOWN } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { JobDialog } from './job-dialog.tsx'
import { StatusFilter } from './status-filter.tsx'

const EVERY_MS = 2_000

/** `job` of the route is the one whose dialog is open. */
export function QueueView() {
  const { params } = useRoute()
  const status = params.get('status') ?? ''
  const open = params.get('job')
  const queue = useQuery('queue', async (signal) => callApi<QueueStatus>('/api/queue/status', { signal }), {
    everyMs: EVERY_MS,
  })
  const change = useAction(async (word: 'pause' | 'resume' | 'drain') => {
    await callApi(`/api/queue/${word}`, { method: 'POST' })
    queue.reload()
  })
  const state = queue.data?.state ?? null
  const counts: Readonly<Record<string, number>> = { ...queue.data?.counts }
  return (
    <div class="view">
      <div class="view-head">
        <h1>Queue</h1>
        {state !== null && (
          <div class="buttons">
            <StateChip state={state} />
            {state === 'running' ? (
              <>
                <Button isBusy={change.isRunning} onPress={() => change.run('pause')}>
                  Pause
                </Button>
                <Button isBusy={change.isRunning} onPress={() => change.run('drain')}>
                  Drain
                </Button>
              </>
            ) : (
              <Button kind="primary" isBusy={change.isRunning} onPress={() => change.run('resume')}>
                Resume
              </Button>
            )}
          </div>
        )}
      </div>
      {state === 'paused' && <p>Nothing new starts; what runs goes on.</p>}
      {state === 'draining' && <p>No new search is accepted; accepted work finishes.</p>}
      {change.problem !== null && <ProblemView problem={change.problem} />}
      {queue.problem !== null && <ProblemView problem={queue.problem} onRetry={queue.reload} />}
      {queue.data === null && queue.problem === null && <Loading />}
      <h2>Jobs</h2>
      <StatusFilter
        states={Object.keys(counts)}
        chosen={status}
        counts={counts}
        onChoose={(each) => setParams({ status: each }, 'push')}
      />
      <PagedTable<Job>
        caption="Jobs"
        path="/api/jobs"
        query={status === '' ? {} : { status }}
        everyMs={EVERY_MS}
        empty={{ title: 'No jobs', detail: 'A search makes one for its plan, and one for each cell.' }}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'type',
            head: 'Type',
            cell: ({ id, type }) => (
              <Button isSmall kind="quiet" onPress={() => setParams({ job: id }, 'push')}>
                {type}
              </Button>
            ),
          },
          { id: 'status', head: 'State', cell: (job) => <StateChip state={job.status} /> },
          {
            id: 'progress',
            head: 'Progress',
            cell: ({ progress, error }) => error?.code.replaceAll('_', ' ') ?? progress?.message ?? UNKNOWN,
          },
          { id: 'deliveries', head: 'Deliveries', isNumeric: true, cell: ({ deliveries }) => deliveries },
          { id: 'at', head: 'Made', cell: ({ createdAt }) => <Ago at={createdAt} /> },
        ]}
      />
      <h2>Workers</h2>
      <PagedTable<Worker>
        caption="Workers"
        path="/api/queue/workers"
        everyMs={EVERY_MS}
        empty={{
          title: 'No worker is on the queue',
          detail: 'Searches wait until a service of places runs.',
        }}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', head: 'Name', cell: ({ name }) => name },
          { id: 'status', head: 'State', cell: (worker) => <StateChip state={worker.status} /> },
          { id: 'jobs', head: 'Running jobs', isNumeric: true, cell: ({ runningJobs }) => runningJobs },
          { id: 'version', head: 'Version', cell: ({ version }) => version },
          { id: 'seen', head: 'Last seen', cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} /> },
        ]}
      />
      {open !== null && (
        <JobDialog
          key={open}
          id={open}
          onClose={() => setParams({ job: null }, 'push')}
          onChanged={queue.reload}
        />
      )}
    </div>
  )
}
