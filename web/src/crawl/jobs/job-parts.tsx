// What is shown of a job in several views: its state with progress, its events, its buttons.
import type { Job } from '#contract/job.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction } from '#shared/api/use-query.ts'
import { formatClock, formatCount, formatTime, withLocalTimes } from '#shared/format/format.ts'
import { goTo, linkTo } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { fieldsOf, textOf } from '#shared/format/unknown-values.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { useJobLines } from './use-job.ts'
import { hasEnded } from '#shared/api/job-states.ts'

/** What the job is about: the address or the words of its input; null where it has none. */
export function subjectOf(job: Job): string | null {
  const input = fieldsOf(job.input)
  const found = ['url', 'query', 'website', 'domain', 'id', 'artifactId'].map((name) => textOf(input[name]))
  return (
    found.find((text) => text !== null) ??
    (typeof input['html'] === 'string' ? 'a page that was sent along' : null)
  )
}

/** Of a batch its parts by how they ended; of another job what its worker last reported. */
export function JobProgressBar({ job }: { readonly job: Job }) {
  const { children, progress } = job
  if (children !== null) {
    const { total, succeeded, failed, cancelled } = children
    const rest = total - succeeded - failed - cancelled
    return (
      <div class="progress">
        <span class="bar bar-parts" aria-hidden="true">
          <span style={{ width: share(succeeded, total) }} />
          <span class="bar-bad" style={{ width: share(failed + cancelled, total) }} />
        </span>
        <span class="small number">
          {`${succeeded} of ${formatCount(total, 'job')} succeeded, ${failed} failed`}
          {cancelled > 0 && `, ${cancelled} cancelled`}
          {rest > 0 && `, ${rest} to go`}
        </span>
      </div>
    )
  }
  if (hasEnded(job.status)) return null
  const { done, total, message } = progress ?? { done: null, total: null, message: null }
  return (
    <div class="progress">
      {done !== null && total !== null && (
        <span class="bar" aria-hidden="true">
          <span style={{ width: share(done, total) }} />
        </span>
      )}
      {(done === null || total === null) && job.status === 'running' && (
        <span class="bar bar-busy" aria-hidden="true">
          <span />
        </span>
      )}
      {progress?.waiting?.detail !== undefined && (
        <span class="small">{withLocalTimes(progress.waiting.detail)}</span>
      )}
      {message !== null && <span class="small">{withLocalTimes(cutText(message).text)}</span>}
    </div>
  )
}

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : (part / whole) * 100}%`

/** The events of a job as they happen. */
export function JobEvents({ jobId, onEnd }: { readonly jobId: string; readonly onEnd: () => void }) {
  const { lines, leftOut, problem } = useJobLines(jobId, onEnd)
  return (
    <>
      {problem !== null && <ProblemView problem={problem} />}
      {leftOut > 0 && <p class="muted small">{`${formatCount(leftOut, 'older event')} not shown.`}</p>}
      <ol class="events" aria-label="Events" aria-live="polite">
        {lines.map(({ name, at, text }, index) => (
          <li key={index}>
            <strong>{name.replaceAll('_', ' ')}</strong>
            {text !== null && text !== '' && (
              <bdi class="wrap-anywhere">{withLocalTimes(cutText(text).text)}</bdi>
            )}
            {at !== null && (
              <time class="muted small" dateTime={at} title={formatTime(at)}>
                {formatClock(at)}
              </time>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Cancel while it runs, run again when it has ended; a batch is not run again, its parts are. */
export function JobButtons({ job, onChange }: { readonly job: Job; readonly onChange: () => void }) {
  const path = `/api/jobs/${encodeURIComponent(job.id)}`
  const cancel = useAction(async () => {
    await callApi(`${path}/cancel`, { method: 'POST' })
    showToast('The job is being cancelled.')
    onChange()
  })
  const retry = useAction(async () => {
    const next = await callApi<Job>(`${path}/retry`, { method: 'POST' })
    showToast('It runs again as a new job.')
    goTo(linkTo(['jobs', next.id]))
  })
  const problem = cancel.problem ?? retry.problem
  const isOver = hasEnded(job.status)
  return (
    <>
      <div class="buttons">
        {!isOver && (
          <Button
            kind="danger"
            isBusy={cancel.isRunning || job.cancelRequestedAt !== null}
            onPress={() => cancel.run()}
          >
            {job.cancelRequestedAt === null ? 'Cancel' : 'Being cancelled'}
          </Button>
        )}
        {isOver && job.children === null && (
          <Button isBusy={retry.isRunning} onPress={() => retry.run()}>
            Run again
          </Button>
        )}
      </div>
      {problem !== null && <ProblemView problem={problem} />}
    </>
  )
}
