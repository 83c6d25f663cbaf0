// The kept endpoints of webhooks: made and tested here, their secrets shown once.
import type { WebhookEndpoint } from '#contract/webhook.ts'
import { callApi } from '#shared/api/call-api.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import type { Column } from '#shared/list/table.tsx'
import { ActButton, DangerButton } from '#shared/ui/act-button.tsx'
import type { AskedRequest } from '#crawl/request/request-dialog.tsx'
import { SecretList, type SecretListActs } from './secret-list.tsx'

const MAKE: AskedRequest = {
  title: 'Make an endpoint',
  method: 'POST',
  template: '/api/webhook-endpoints',
  path: '/api/webhook-endpoints',
  verb: 'Make',
}

/** The list with what can be done. */
export function WebhookEndpoints() {
  return (
    <SecretList
      title="Endpoints"
      level={2}
      make={MAKE}
      secretTitle="The secret of the endpoint"
      columns={columns}
      empty={{ title: 'There is no endpoint', detail: 'One hears of all jobs of its key.' }}
    />
  )
}

const columns = ({ reload, ask }: SecretListActs): readonly Column<WebhookEndpoint>[] => [
  {
    id: 'url',
    head: 'Endpoint',
    cell: ({ url, description }) => (
      <>
        <bdi class="mono wrap-anywhere">{cutText(url, 160).text}</bdi>
        {description !== null && <div class="small">{cutText(description, 160).text}</div>}
      </>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ status, disabledReason }) => (
      <>
        <StateChip state={status} />
        {disabledReason !== null && <div class="small">{disabledReason}</div>}
      </>
    ),
  },
  { id: 'events', head: 'Events', cell: ({ events }) => events?.join(', ') ?? 'all' },
  {
    id: 'acts',
    head: 'Change',
    cell: ({ id, url }) => {
      const path = `/api/webhook-endpoints/${encodeURIComponent(id)}`
      const rotate: AskedRequest = {
        title: 'Give it a new secret',
        method: 'POST',
        template: '/api/webhook-endpoints/{id}/rotate',
        path: `${path}/rotate`,
        verb: 'Replace',
      }
      return (
        <div class="buttons">
          <ActButton
            word="Test"
            subject={url}
            act={async () => callApi(`${path}/test`, { method: 'POST' })}
            said="A test event is being sent."
            onDone={reload}
          />
          <Button isSmall onPress={() => ask(rotate)}>
            New secret<span class="visually-hidden">{` ${url}`}</span>
          </Button>
          <DangerButton
            word="Delete"
            subject={cutText(url, 160).text}
            question="Nothing is sent to it any more."
            act={async () => callApi(path, { method: 'DELETE' })}
            said="The endpoint was deleted."
            onDone={reload}
          />
        </div>
      )
    },
  },
]
