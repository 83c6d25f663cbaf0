// One webhook record: what was sent, each attempt with its answer, and sending it again.
import type { WebhookRecord, WebhookRecordDetail } from '#contract/webhook.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useAction, useQuery } from '#shared/api/use-query.ts'
import { formatDuration, formatTime } from '#shared/format/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { Table } from '#shared/list/table.tsx'
import { showToast } from '#shared/ui/toasts.tsx'

const EVERY_MS = 3_000

/** Stays open after a replay, which makes a record of its own. */
export function WebhookDialog({
  id,
  onClose,
  onReplayed,
}: {
  readonly id: string
  readonly onClose: () => void
  readonly onReplayed: () => void
}) {
  const path = `/api/webhooks/${encodeURIComponent(id)}`
  const query = useQuery(path, async (signal) => callApi<WebhookRecordDetail>(path, { signal }), {
    everyMs: EVERY_MS,
  })
  const replay = useAction(async () => {
    const { id: next } = await callApi<WebhookRecord>(`${path}/replay`, { method: 'POST' })
    showToast(next === id ? 'It is delivered again.' : `It is delivered again, as ${next}.`)
    query.reload()
    onReplayed()
  })
  const record = query.data
  return (
    <Dialog title={record?.event ?? 'Webhook'} onClose={onClose}>
      {query.problem !== null && <ProblemView problem={query.problem} onRetry={query.reload} />}
      {record === null && query.problem === null && <Loading />}
      {record !== null && (
        <>
          <div class="buttons">
            <StateChip state={record.status} />
            <Button kind="primary" isBusy={replay.isRunning} onPress={() => replay.run()}>
              {record.direction === 'incoming' ? 'Process again' : 'Deliver again'}
            </Button>
          </div>
          {replay.problem !== null && <ProblemView problem={replay.problem} />}
          <dl class="facts">
            <dt>Receiver</dt>
            <dd>{record.url ?? 'this service'}</dd>
            <dt>About</dt>
            <dd>
              <code>{record.subjectId ?? '–'}</code>
            </dd>
            <dt>Made</dt>
            <dd>{formatTime(record.createdAt)}</dd>
            <dt>Next attempt</dt>
            <dd>{formatTime(record.nextAttemptAt)}</dd>
          </dl>
          <h3>Attempts</h3>
          {record.attempts.length === 0 ? (
            <EmptyState title="No attempt yet" />
          ) : (
            <Table
              caption="Attempts"
              rows={record.attempts}
              keyOf={({ number }) => String(number)}
              columns={[
                { id: 'number', head: '#', isNumeric: true, cell: ({ number }) => number },
                { id: 'at', head: 'When', cell: ({ at }) => formatTime(at) },
                { id: 'answer', head: 'Answer', cell: ({ statusCode, error }) => statusCode ?? error ?? '–' },
                { id: 'took', head: 'Took', cell: ({ durationMs }) => formatDuration(durationMs) },
                {
                  id: 'response',
                  head: 'Said',
                  cell: ({ response, operatorDetail }) => (
                    <span class="small wrap-anywhere">{operatorDetail ?? response ?? '–'}</span>
                  ),
                },
              ]}
            />
          )}
          <h3>Payload</h3>
          <pre class="payload" tabIndex={0}>
            {JSON.stringify(record.payload, null, 2)}
          </pre>
        </>
      )}
    </Dialog>
  )
}
