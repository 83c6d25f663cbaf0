// What crawl learned about where contacts are: patterns, candidates with the reason of their state, exclusions.
import { useState } from 'preact/hooks'
import type { Pattern } from '#contract/crawl/discovery/pattern.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useVersion } from '#shared/api/use-query.ts'
import { formatNumber, formatShare } from '#shared/format/format.ts'
import { setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { StateChip } from '#shared/ui/chip.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import type { Column } from '#shared/list/table.tsx'
import { Tabs } from '#shared/ui/tabs.tsx'
import { showToast } from '#shared/ui/toasts.tsx'
import { cutText } from '#shared/format/visible-text.ts'
import { ActButton } from '#shared/ui/act-button.tsx'
import { RequestDialog, type AskedRequest } from '#crawl/request/request-dialog.tsx'
import { ExclusionList } from './exclusion-list.tsx'

const TABS = [
  { id: 'patterns', label: 'Patterns' },
  { id: 'candidates', label: 'Candidates' },
  { id: 'exclusions', label: 'Exclusions' },
]

/** The three lists; which one stands in the address. */
export function DiscoveryView() {
  const { params } = useRoute()
  const list = params.get('list') ?? 'patterns'
  return (
    <div class="view">
      <h1>Discovery</h1>
      <p class="muted">
        Paths and links that led to contacts before. Active ones are followed; the data decide, and you may.
      </p>
      <Tabs
        label="Lists"
        tabs={TABS}
        chosen={list}
        onChoose={(id) => setParams({ list: id === 'patterns' ? null : id }, 'push')}
      >
        <div class="json">
          {list === 'exclusions' ? <ExclusionList /> : <Patterns key={list} list={list} />}
        </div>
      </Tabs>
    </div>
  )
}

function Patterns({ list }: { readonly list: string }) {
  const path = list === 'candidates' ? '/api/discovery/candidates' : '/api/discovery/patterns'
  const [version, changed] = useVersion()
  const [asked, setAsked] = useState<AskedRequest | null>(null)
  const add: AskedRequest = {
    title: 'Add a pattern',
    method: 'POST',
    template: '/api/discovery/patterns',
    path: '/api/discovery/patterns',
    verb: 'Add',
  }
  return (
    <>
      {list === 'patterns' && (
        <div class="buttons">
          <Button onPress={() => setAsked(add)}>Add a pattern</Button>
        </div>
      )}
      <PagedTable
        caption={list === 'candidates' ? 'Candidates' : 'Patterns'}
        path={path}
        query={{ explain: 'true', limit: '50' }}
        version={version}
        columns={patternColumns(list, changed)}
        keyOf={({ id }) => id}
        empty={{ title: 'There is none', detail: 'They come with the pages that enrichments visit.' }}
      />
      {asked !== null && (
        <RequestDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={() => {
            showToast('The pattern was added.')
            changed()
          }}
        />
      )}
    </>
  )
}

const patternColumns = (list: string, reload: () => void): readonly Column<Pattern>[] => [
  {
    id: 'template',
    head: 'Pattern',
    cell: ({ template, kind, language }) => (
      <>
        <bdi class="mono wrap-anywhere">{cutText(template, 160).text}</bdi>
        <div class="small muted">{`${kind}, ${language}`}</div>
      </>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ status, source, decidedBy }) => (
      <>
        <StateChip state={status} />
        <div class="small muted">{decidedBy === null ? source : `${source}, set by hand`}</div>
      </>
    ),
  },
  { id: 'trials', head: 'Trials', isNumeric: true, cell: ({ trials }) => formatNumber(trials) },
  { id: 'hits', head: 'Hits', isNumeric: true, cell: ({ hits }) => formatNumber(hits) },
  { id: 'yield', head: 'Expected', isNumeric: true, cell: ({ expectedYield }) => formatShare(expectedYield) },
  {
    id: 'why',
    head: 'Why',
    cell: ({ explanation }) => <span class="small wrap-anywhere">{explanation?.reason ?? '–'}</span>,
  },
  {
    id: 'acts',
    head: 'Decide',
    cell: ({ id, template, status }) => {
      const change = (body: object) => async () =>
        callApi(`/api/discovery/patterns/${encodeURIComponent(id)}`, { method: 'PATCH', body })
      const decide = (verb: string) => async () =>
        callApi(`/api/discovery/candidates/${encodeURIComponent(id)}/${verb}`, { method: 'POST', body: {} })
      const subject = cutText(template, 60).text
      const shared = { subject, said: 'Decided.', onDone: reload }
      if (list === 'candidates')
        return (
          <div class="buttons">
            <ActButton {...shared} word="Follow" act={decide('promote')} />
            <ActButton {...shared} word="Never follow" act={decide('reject')} />
          </div>
        )
      return status === 'active' ? (
        <ActButton {...shared} word="Let it rest" act={change({ status: 'dormant' })} />
      ) : (
        <ActButton {...shared} word="Follow" act={change({ status: 'active' })} />
      )
    },
  },
]
