// What is excluded from fetching, answers and learning: added and lifted here.
import { useState } from 'preact/hooks'
import type { Exclusion } from '#contract/crawl/discovery/exclusion.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useVersion } from '#shared/api/use-query.ts'
import { formatNumber, formatTime } from '#shared/format/format.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { DangerButton } from '#shared/ui/act-button.tsx'
import { RequestDialog, type AskedRequest } from '#crawl/request/request-dialog.tsx'

const EXCLUDE: AskedRequest = {
  title: 'Exclude something',
  method: 'POST',
  template: '/api/discovery/exclusions',
  path: '/api/discovery/exclusions',
  verb: 'Exclude',
}

/** The list with what can be done. */
export function ExclusionList() {
  const [version, changed] = useVersion()
  const [isOpen, setIsOpen] = useState(false)
  const columns: readonly Column<Exclusion>[] = [
    {
      id: 'value',
      head: 'Excluded',
      cell: ({ kind, value, match }) => (
        <>
          <bdi class="mono wrap-anywhere">{cutText(value, 160).text}</bdi>
          <div class="small muted">{`${kind}, ${match}`}</div>
        </>
      ),
    },
    { id: 'scope', head: 'From', cell: ({ scope }) => scope },
    {
      id: 'reason',
      head: 'Reason',
      cell: ({ reason, note }) => `${reason.replaceAll('_', ' ')}${note === null ? '' : `: ${note}`}`,
    },
    { id: 'hits', head: 'Kept out', isNumeric: true, cell: ({ hits }) => formatNumber(hits) },
    {
      id: 'until',
      head: 'Until',
      cell: ({ expiresAt }) => (expiresAt === null ? 'for good' : formatTime(expiresAt)),
    },
    {
      id: 'acts',
      head: 'Change',
      cell: ({ id, value }) => (
        <DangerButton
          word="Lift"
          subject={cutText(value, 60).text}
          question="It is fetched, answered and learned from again."
          act={async () =>
            callApi(`/api/discovery/exclusions/${encodeURIComponent(id)}`, { method: 'DELETE' })
          }
          said="The exclusion was lifted."
          onDone={changed}
        />
      ),
    },
  ]
  return (
    <>
      <div class="buttons">
        <Button onPress={() => setIsOpen(true)}>Exclude something</Button>
      </div>
      <PagedTable
        caption="Exclusions"
        path="/api/discovery/exclusions"
        query={{ limit: '50' }}
        version={version}
        columns={columns}
        keyOf={({ id }) => id}
        empty={{ title: 'Nothing is excluded', detail: 'Domains, paths, addresses and numbers can be.' }}
      />
      {isOpen && (
        <RequestDialog
          asked={EXCLUDE}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            showToast('Excluded.')
            changed()
          }}
        />
      )}
    </>
  )
}
