// One job of places with its events as they happen, over one stream of server-sent events.
import { useEffect, useState } from 'preact/hooks'
import type { Job } from '#contract/job.ts'
import type { Problem } from '#contract/problem.ts'
import { callApi, problemOf } from '#shared/api/call-api.ts'
import { followEvents, type ServerEvent } from '#shared/api/events.ts'
import { hasEnded } from '#shared/api/job-states.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatClock, formatTime } from '#shared/format/format.ts'
import { fieldsOf } from '#shared/format/unknown-values.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'

/** The last so many; a job that reports for hours has more. */
const MAX_EVENTS = 200

/** Cancels a job under way, and runs an ended one again. */
export function JobDialog({
  id,
  onClose,
  onChanged,
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onChanged: () => void
}) {
  const path = `/api/jobs/${encodeURIComponent(id)}`
  const query = useQuery(path, async (signal) => callApi<Job>(path, { signal }))
  const { events, problem } = useEvents(path, query.reload)
  const act = useAction(async (word: 'cancel' | 'retry') => {
    await callApi(`${path}/${word}`, { method: 'POST' })
    query.reload()
    onChanged()
  })
  const job = query.data
  const shown = query.problem ?? act.problem ?? problem
  return (
    <Dialog title={job?.type ?? 'Job'} onClose={onClose}>
      {shown !== null && <ProblemView problem={shown} />}
      {job === null && query.problem === null && <Loading />}
      {job !== null && (
        <>
          <div class="buttons">
            <StateChip state={job.status} />
            {hasEnded(job.status) ? (
              <Button isBusy={act.isRunning} onPress={() => act.run('retry')}>
                Run again
              </Button>
            ) : (
              <Button isBusy={act.isRunning} onPress={() => act.run('cancel')}>
                Cancel
              </Button>
            )}
          </div>
          {job.error !== null && <ProblemView problem={job.error} />}
          <dl class="facts">
            <dt>Job</dt>
            <dd>
              <code>{job.id}</code>
            </dd>
            <dt>Made</dt>
            <dd>{formatTime(job.createdAt)}</dd>
            <dt>Begun</dt>
            <dd>{formatTime(job.startedAt)}</dd>
            <dt>Ended</dt>
            <dd>{formatTime(job.completedAt)}</dd>
          </dl>
          <h3>Events</h3>
          <ol class="plain-list events" aria-live="polite">
            {events.map(({ event, data, id: number }, at) => (
              <li key={`${number} ${at}`} class="small">
                <code>{event}</code> <span class="wrap-anywhere muted">{saidBy(data)}</span>
              </li>
            ))}
          </ol>
          <h3>Input</h3>
          <pre class="payload" tabIndex={0}>
            {JSON.stringify(job.input, null, 2)}
          </pre>
        </>
      )}
    </Dialog>
  )
}

/** The events of a job until it has ended; each asks for the job again. */
function useEvents(
  path: string,
  onEvent: () => void,
): { readonly events: readonly ServerEvent[]; readonly problem: Problem | null } {
  const [events, setEvents] = useState<readonly ServerEvent[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const take = (event: ServerEvent): void => {
      setEvents((last) => [...last, event].slice(-MAX_EVENTS))
      onEvent()
    }
    followEvents(`${path}/events`, take, controller.signal).catch((error: unknown) =>
      setProblem(problemOf(error)),
    )
    return () => controller.abort()
  }, [path])
  return { events, problem }
}

/** Of the event: when, which state followed, why. What has no such fields is shown as it came. */
function saidBy(data: string): string {
  const { at, to, message, error } = fieldsOf(JSON.parse(data))
  if (at === undefined) return data
  return [typeof at === 'string' ? formatClock(at) : null, to, message, fieldsOf(error)['code']]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}
