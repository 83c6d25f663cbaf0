// Pairs of stored places that are probably one: the likeliest first, with what was decided about them.
import type { Merge } from '#contract/places/changes/merge.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useVersion } from '#shared/api/use-query.ts'
import { Ago } from '#shared/ui/ago.tsx'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { setParams, useRoute } from '#shared/route/route.ts'
import { ActButton } from '#shared/ui/act-button.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { StatusFilter } from '#places/work/status-filter.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { pairName } from './pair-name.ts'

const EVERY_MS = 5_000
/** In the order of the wire, which names no state for all of them. */
const STATES = ['proposed', 'accepted', 'rejected']
const ALL = 'all'

/** `merge` of the route is the pair whose dialog is open. */
export function MergesView() {
  const { params } = useRoute()
  const status = params.get('status') ?? 'proposed'
  const open = params.get('merge')
  const [version, changed] = useVersion()
  return (
    <div class="view">
      <div class="view-head">
        <h1>Merges</h1>
        <ActButton
          word="Compare all places"
          subject="with their neighbours"
          isSmall={false}
          act={async () => callApi('/api/merges/find', { method: 'POST', body: {} })}
          said="All places are compared with their neighbours. Pairs appear as they are found."
          onDone={changed}
        />
      </div>
      <p class="muted">
        Only equal ids merge by themselves. Two places that look like one wait here for a decision, which can
        be taken back.
      </p>
      <StatusFilter
        states={STATES}
        chosen={status === ALL ? '' : status}
        counts={{}}
        onChoose={(state) => setParams({ status: state === '' ? ALL : state }, 'push')}
      />
      <PagedTable<Merge>
        caption="Merges"
        path="/api/merges"
        query={status === ALL ? {} : { status }}
        everyMs={EVERY_MS}
        version={version}
        empty={{
          title: status === 'proposed' ? 'Nothing to decide' : 'No merges',
          detail: 'Behind each search the places that it stored are compared with their neighbours.',
        }}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'pair',
            head: 'Pair',
            cell: ({ id, names }) => (
              <span class="wrap-anywhere">
                <Button isSmall kind="quiet" onPress={() => setParams({ merge: id }, 'push')}>
                  {pairName(names)}
                </Button>
              </span>
            ),
          },
          {
            id: 'score',
            head: 'Likely one',
            isNumeric: true,
            cell: ({ score }) => `${Math.round(100 * score)} %`,
          },
          { id: 'status', head: 'State', cell: (merge) => <StateChip state={merge.status} /> },
          {
            id: 'evidence',
            head: 'Why',
            cell: ({ evidence }) => (
              <div class="chips">
                {evidence.map(({ kind, weight, detail }, at) => (
                  <Chip key={at} tone={weight < 0 ? 'bad' : 'good'} title={detail}>
                    {weight < 0 ? '−' : '+'} {kind}
                  </Chip>
                ))}
              </div>
            ),
          },
          { id: 'at', head: 'Found', cell: ({ createdAt }) => <Ago at={createdAt} /> },
        ]}
      />
      {open !== null && (
        <MergeDialog
          key={open}
          id={open}
          onClose={() => setParams({ merge: null }, 'push')}
          onDecided={changed}
        />
      )}
    </div>
  )
}
