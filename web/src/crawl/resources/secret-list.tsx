// A list of what has a secret: a new one is asked for in a dialog, and its secret is shown once.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useVersion } from '#shared/api/use-query.ts'
import { fieldsOf, textOf } from '#shared/format/unknown-values.ts'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { RequestDialog, type AskedRequest } from '#crawl/request/request-dialog.tsx'
import { CopyButton } from '#crawl/result/save-text.tsx'

/** What the columns of such a list can do: load it again, and ask for a request such as one for another secret. */
export interface SecretListActs {
  readonly reload: () => void
  readonly ask: (asked: AskedRequest) => void
}

/** `make` is the request for a new entry, under the path of the list. The secret lives here until its dialog is closed. */
export function SecretList<T extends { readonly id: string }>({
  title,
  level,
  make,
  secretTitle,
  columns,
  empty,
  note,
}: {
  readonly title: string
  /** Of its heading. */
  readonly level: 1 | 2
  readonly make: AskedRequest
  readonly secretTitle: string
  readonly columns: (acts: SecretListActs) => readonly Column<T>[]
  readonly empty: { readonly title: string; readonly detail: string }
  /** What else is to be known of a new secret. */
  readonly note?: (secret: string, close: () => void) => ComponentChildren
}) {
  const [version, changed] = useVersion()
  const [asked, setAsked] = useState<AskedRequest | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const close = (): void => setSecret(null)
  return (
    <>
      <div class="view-head">
        {level === 1 ? <h1>{title}</h1> : <h2>{title}</h2>}
        <Button {...(level === 1 && { kind: 'primary' })} onPress={() => setAsked(make)}>
          {make.title}
        </Button>
      </div>
      <PagedTable
        caption={title}
        path={make.path}
        query={{ limit: '50' }}
        version={version}
        columns={columns({ reload: changed, ask: setAsked })}
        keyOf={({ id }) => id}
        empty={empty}
      />
      {asked !== null && (
        <RequestDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={(answer) => {
            setSecret(textOf(fieldsOf(answer)['secret']))
            changed()
          }}
        />
      )}
      {secret !== null && (
        <SecretDialog title={secretTitle} secret={secret} onClose={close}>
          {note?.(secret, close)}
        </SecretDialog>
      )}
    </>
  )
}

/** A secret that the service says once, kept nowhere: `onClose` must forget it. */
function SecretDialog({
  title,
  secret,
  onClose,
  children,
}: {
  readonly title: string
  readonly secret: string
  readonly onClose: () => void
  /** What else is to be known of this secret. */
  readonly children?: ComponentChildren
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="secret">
        <p>It is shown this once. Copy it now: nobody can read it later, you neither.</p>
        <pre class="source" aria-label="Secret">
          {secret}
        </pre>
        {children}
        <div class="buttons">
          <CopyButton text={() => secret} />
          <Button kind="primary" onPress={onClose}>
            I have kept it
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
