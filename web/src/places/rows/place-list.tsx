// The list beside the map: the rows in sight of it, of any number.
import type { Search } from '#contract/places/search.ts'
import { formatCount, formatNumber } from '#shared/format/format.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { setParams, useRoute } from '#shared/route/route.ts'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { SelectField } from '#shared/ui/field.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { VirtualList } from '#shared/list/virtual-list.tsx'
import { describeEmptyList } from './empty-list.ts'
import { setFilters } from './filters.ts'
import type { PlaceRow } from './place-row.ts'
import { MAX_ROWS, type Rows } from './use-rows.ts'

const ROW_HEIGHT = 64
/** Under the names of GET /api/places; the first is that of a list without `sort`. */
export const ORDERS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'As they were found' },
  { value: 'name', label: 'By name' },
  { value: '-lastSeenAt', label: 'Last seen first' },
  { value: '-rating', label: 'Best rated first' },
]

/** `shown`: the rows that the map shows; `list`: all that fit the filters; `search`: the followed one. */
export function PlaceList({
  list,
  shown,
  search,
  chosenId,
  onChoose,
}: {
  readonly list: Rows
  readonly shown: readonly PlaceRow[]
  readonly search: Search | null
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
}) {
  const { params } = useRoute()
  if (list.problem !== null) return <ProblemView problem={list.problem} />
  if (!list.isWhole && list.rows.length === 0) return <Loading label="Loading the places" />
  const total = list.rows.length
  return (
    <>
      <div class="place-head">
        <p class="place-count small muted" aria-live="polite">
          {shown.length === total
            ? formatCount(list.loaded, 'place')
            : `${formatNumber(shown.length)} of ${formatCount(list.loaded, 'place')} in sight of the map`}
          {!list.isWhole && ' so far'}
          {list.isCut && ` · only the first ${formatNumber(MAX_ROWS)} are loaded: filter to see others`}
        </p>
        <SelectField
          label="Order"
          isLabelHidden
          value={params.get('sort') ?? ''}
          onChange={(value) => setParams({ sort: value }, 'push')}
          choices={ORDERS}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          {...describeEmptyList({
            isElsewhere: total > 0,
            isFiltered: setFilters(params).some(([name]) => name !== 'sessionId' || search === null),
            search: search?.sessionId === params.get('sessionId') ? search : null,
          })}
        />
      ) : (
        <VirtualList
          label="Places"
          rows={shown}
          rowHeight={ROW_HEIGHT}
          activeIndex={shown.findIndex(({ id }) => id === chosenId)}
          keyOf={(row) => row.id}
          onChoose={(row) => onChoose(row.id)}
          render={(row) => (
            <div class="place-row">
              <span class="place-row-name">
                {row.name === null ? <i class="muted">no name</i> : visibleText(row.name)}
              </span>
              <span class="place-row-facts small muted">
                {row.closed !== null && (
                  <b>{row.closed === 'permanently' ? 'Closed for good' : 'Closed for now'} · </b>
                )}
                {[row.category, row.address ?? row.city].filter((part) => part !== null).join(' · ')}
              </span>
            </div>
          )}
        />
      )}
    </>
  )
}
