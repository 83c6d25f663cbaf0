// One webhook record: every attempt with its answer, what was sent, sending it again.
import type { WebhookRecordDetail } from '#contract/webhook.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatDuration, formatTime } from '#shared/format/format.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { linkTo } from '#shared/route/route.ts'
import { StateChip } from '#shared/ui/chip.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { ActButton } from '#shared/ui/act-button.tsx'
import { JsonTree } from '#crawl/result/json-tree.tsx'

const LIVE_MS = 5_000
const PATH = '/api/webhooks'

/** One record with its attempts and what was sent. */
export function WebhookRecordView({ id }: { readonly id: string }) {
  const path = `${PATH}/${encodeURIComponent(id)}`
  const { data, problem, reload } = useQuery(
    path,
    async (signal) => callApi<WebhookRecordDetail>(path, { signal }),
    {
      everyMs: LIVE_MS,
    },
  )
  return (
    <div class="view">
      <div class="view-head">
        <div>
          <p class="small">
            <a href={linkTo(['webhooks'])}>Webhooks</a>
          </p>
          <h1 class="job-title">
            {data?.event ?? 'Record'} {data !== null && <StateChip state={data.status} />}
          </h1>
        </div>
        {data !== null && <Replay id={id} event={data.event} isSmall={false} onDone={reload} />}
      </div>
      {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
      {data === null && problem === null && <Loading />}
      {data !== null && (
        <div class="cards">
          <section class="card" aria-labelledby="attempts">
            <h2 id="attempts">Attempts</h2>
            <ol class="events">
              {data.attempts.map(({ number, at, statusCode, durationMs, error, response }) => (
                <li key={number}>
                  <strong>{statusCode ?? error ?? 'under way'}</strong>
                  <span>{formatDuration(durationMs)}</span>
                  <time class="muted small" dateTime={at}>
                    {formatTime(at)}
                  </time>
                  {response !== null && <bdi class="small wrap-anywhere">{cutText(response, 300).text}</bdi>}
                </li>
              ))}
            </ol>
            {data.nextAttemptAt !== null && <p class="muted">{`Next: ${formatTime(data.nextAttemptAt)}`}</p>}
          </section>
          <section class="card" aria-labelledby="payload">
            <h2 id="payload">Payload</h2>
            <JsonTree value={data.payload} label="Payload" name={id} />
          </section>
        </div>
      )}
    </div>
  )
}

/** Sends a record again; it becomes a record of its own. */
export function Replay({
  id,
  event,
  onDone,
  isSmall = true,
}: {
  readonly id: string
  readonly event: string
  readonly onDone: () => void
  readonly isSmall?: boolean
}) {
  return (
    <ActButton
      word="Send again"
      subject={event}
      isSmall={isSmall}
      act={async () => callApi(`${PATH}/${encodeURIComponent(id)}/replay`, { method: 'POST' })}
      said="It is being sent again."
      onDone={onDone}
    />
  )
}
