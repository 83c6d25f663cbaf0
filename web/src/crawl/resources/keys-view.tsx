// The API keys: made and rotated here, shown once, revoked.
import type { ApiKey } from '#contract/key.ts'
import { callApi } from '#shared/api/call-api.ts'
import { apiKey, setApiKey } from '#shared/api/key.ts'
import { formatTime } from '#shared/format/format.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import type { Column } from '#shared/list/table.tsx'
import { cutText } from '#shared/format/visible-text.ts'
import { DangerButton } from '#shared/ui/act-button.tsx'
import type { AskedRequest } from '#crawl/request/request-dialog.tsx'
import { SecretList, type SecretListActs } from './secret-list.tsx'

const MAKE: AskedRequest = {
  title: 'Make a key',
  method: 'POST',
  template: '/api/keys',
  path: '/api/keys',
  verb: 'Make',
}

/** The list with what can be done. */
export function KeysView() {
  return (
    <div class="view">
      <SecretList
        title="Keys"
        level={1}
        make={MAKE}
        secretTitle="The new key"
        columns={columns}
        empty={{
          title: 'There is no key',
          detail:
            'While there is none, a service on this machine is open to everyone on it. The first one ends that at the next start.',
        }}
        note={(secret, close) =>
          apiKey.get() === null && (
            <FirstKeyNote
              onUse={() => {
                setApiKey(secret)
                close()
              }}
            />
          )
        }
      />
    </div>
  )
}

/** The service made a key for a page that has none itself, so it is open, and will not be after its next start. */
function FirstKeyNote({ onUse }: { readonly onUse: () => void }) {
  return (
    <>
      <p>
        This service still answers without a key. From its next start on it asks everybody for one, this page
        too. A key that shall make and revoke others needs the scope <code>keys</code> or <code>admin</code>;
        without one, <code>surveyor keys create --service crawl</code> on its machine makes a new one.
      </p>
      <div>
        <Button onPress={onUse}>Use it in this tab</Button>
      </div>
    </>
  )
}

const columns = ({ reload, ask }: SecretListActs): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    head: 'Key',
    cell: ({ name, prefix, id }) => (
      <>
        <bdi class="wrap-anywhere">{cutText(name, 100).text}</bdi>
        <div class="small mono">{`${prefix}…`}</div>
        <div class="small muted mono">{id}</div>
      </>
    ),
  },
  { id: 'state', head: 'State', cell: ({ status }) => <StateChip state={status} /> },
  {
    id: 'scopes',
    head: 'May',
    cell: ({ scopes }) => (
      <span class="chips">
        {scopes.map((scope) => (
          <Chip key={scope}>{scope}</Chip>
        ))}
      </span>
    ),
  },
  {
    id: 'used',
    head: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'not yet known' : <Ago at={lastUsedAt} />),
  },
  {
    id: 'ends',
    head: 'Ends',
    cell: ({ expiresAt }) => (expiresAt === null ? 'never' : formatTime(expiresAt)),
  },
  {
    id: 'acts',
    head: 'Change',
    cell: ({ id, name, status }) => {
      if (status !== 'active') return null
      const subject = cutText(name, 60).text
      const path = `/api/keys/${encodeURIComponent(id)}`
      const rotate: AskedRequest = {
        title: `Replace ${subject}`,
        method: 'POST',
        template: '/api/keys/{id}/rotate',
        path: `${path}/rotate`,
        verb: 'Replace',
      }
      const change: AskedRequest = {
        title: `Change ${subject}`,
        method: 'PATCH',
        template: '/api/keys/{id}',
        path,
        verb: 'Save',
      }
      return (
        <div class="buttons">
          <Button isSmall onPress={() => ask(change)}>
            Change<span class="visually-hidden">{` ${subject}`}</span>
          </Button>
          <Button isSmall onPress={() => ask(rotate)}>
            Replace<span class="visually-hidden">{` ${subject}`}</span>
          </Button>
          <DangerButton
            word="Revoke"
            subject={subject}
            question="Whoever uses it is refused from now on. This cannot be taken back."
            act={async () => callApi(path, { method: 'DELETE' })}
            said="The key was revoked."
            onDone={reload}
          />
        </div>
      )
    },
  },
]
