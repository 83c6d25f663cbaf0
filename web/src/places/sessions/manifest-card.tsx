// The completeness of one search, drawn: its cells by what became of them, and the way from what came to what was kept.
import type { Search } from '#contract/places/search.ts'
import { formatCount, formatNumber, formatTime } from '#shared/format/format.ts'
import { linkTo } from '#shared/route/route.ts'
import { Chip, StateChip } from '#shared/ui/chip.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { BarList } from '#shared/list/bar-list.tsx'
import { untoldReasons } from '#places/search/search-step.ts'
import { UnderstoodView } from '#places/search/understood-view.tsx'

/** Of a search of several providers each, with what became of it. */
function providersOf({ provider, sources, completedAt }: Search): string {
  const none = completedAt === null ? 'no source yet' : 'any source'
  if (sources === undefined) return provider ?? none
  return sources
    .map(
      (source) =>
        `${source.provider ?? none} (${source.status.replaceAll('_', ' ')}, ${formatNumber(source.counts.kept)})`,
    )
    .join(', ')
}

/** Where it looked, if that was written as text. */
const textOf = ({ location }: Search): string | null => (typeof location === 'string' ? location : null)

/** A search of a shape is repeated by the interface alone: the form has no field for it. */
function Repeat({ search }: { readonly search: Search }) {
  if (search.links['schedule'] !== undefined) {
    return (
      <>
        {' · '}
        <a href={linkTo(['schedules'])}>repeats</a>
      </>
    )
  }
  if (search.location !== null && textOf(search) === null) return null
  const link = linkTo(['schedules'], { new: 'yes', query: search.query, location: textOf(search) })
  return (
    <>
      {' · '}
      <a href={link}>repeat it</a>
    </>
  )
}

/** A search of a session. */
export function ManifestCard({ search }: { readonly search: Search }) {
  const { counts, warnings, understood, error } = search
  const reasons = untoldReasons(search)
  const where = search.area?.name ?? textOf(search)
  return (
    <section class="card" aria-label={`Search ${search.query}`}>
      <div class="view-head">
        <h3 class="wrap-anywhere">
          {search.query === '*' ? 'Every place' : search.query}
          {where !== null && <span class="muted"> · {where}</span>}
        </h3>
        <StateChip state={search.status} />
      </div>
      {understood !== null && <UnderstoodView understood={understood} />}
      <BarList
        label="Cells"
        total={counts.cellsPlanned}
        bars={[
          { label: 'done', value: counts.cellsDone, tone: 'good' },
          { label: 'failed', value: counts.cellsFailed, tone: 'bad' },
          { label: 'saturated', value: counts.cellsSaturated, tone: 'warn' },
          { label: 'split', value: counts.cellsSplit, tone: 'neutral' },
        ]}
      />
      <BarList
        label="Places"
        total={counts.raw}
        bars={[
          { label: 'kept', value: counts.kept, tone: 'good' },
          { label: 'new', value: counts.new, tone: 'accent' },
          { label: 'duplicate', value: counts.duplicate, tone: 'neutral' },
          { label: 'outside', value: counts.outside, tone: 'neutral' },
          { label: 'without a place', value: counts.unplaced, tone: 'warn' },
          { label: 'approximate', value: counts.approximate, tone: 'warn' },
        ]}
      />
      {reasons.map(({ code, detail, count }) => (
        <p key={`${code} ${detail}`} class="small">
          <Chip tone="warn">
            {code.replaceAll('_', ' ')} × {formatNumber(count)}
          </Chip>{' '}
          {detail}
        </p>
      ))}
      {warnings.map(({ code, detail, count }) => (
        <p key={code} class="small muted">
          {detail}
          {count !== undefined && ` × ${formatNumber(count)}`}
        </p>
      ))}
      {error !== null && <ProblemView problem={error} />}
      <p class="small muted">
        {formatCount(counts.requests, 'request')} to {providersOf(search)} · begun{' '}
        {formatTime(search.createdAt)}
        {search.completedAt !== null && ` · ended ${formatTime(search.completedAt)}`}
        <Repeat search={search} />
      </p>
    </section>
  )
}
