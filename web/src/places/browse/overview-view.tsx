// What is stored, in numbers: totals, growth, the tree of categories and the locations.
import { useState } from 'preact/hooks'
import type { BrowseStats, SeriesInterval } from '#contract/places/lists/browse.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatAgo, formatNumber } from '#shared/format/format.ts'
import { linkTo } from '#shared/route/route.ts'
import { Loading } from '#shared/ui/empty-state.tsx'
import { SelectField } from '#shared/ui/field.tsx'
import { Figures } from '#shared/list/figures.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { CategoryTree } from './category-tree.tsx'
import { GrowthChart } from './growth-chart.tsx'
import { LocationTree } from './location-tree.tsx'

const EVERY_MS = 10_000
/** From the finest to the coarsest. */
const SERIES_INTERVALS: readonly SeriesInterval[] = ['hour', 'day', 'week', 'month']

/** Everything leads to the list with its filter. */
export function OverviewView() {
  const [interval, setInterval] = useState<SeriesInterval>('day')
  const query = useQuery(
    `stats ${interval}`,
    async (signal) => callApi<BrowseStats>('/api/browse/stats', { query: { interval }, signal }),
    { everyMs: EVERY_MS },
  )
  const stats = query.data
  return (
    <div class="view">
      <div class="view-head">
        <h1>Overview</h1>
        {stats !== null && stats.lastSeenAt !== null && (
          <span class="muted">Last found {formatAgo(stats.lastSeenAt)}</span>
        )}
      </div>
      {query.problem !== null && <ProblemView problem={query.problem} onRetry={query.reload} />}
      {stats === null && query.problem === null && <Loading />}
      {stats !== null && (
        <>
          <Figures
            figures={[
              { label: 'places', value: stats.places.total, href: linkTo(['places']) },
              {
                label: 'with website',
                value: stats.places.withWebsite,
                href: linkTo(['places'], { hasWebsite: 'true' }),
              },
              {
                label: 'with phone',
                value: stats.places.withPhone,
                href: linkTo(['places'], { hasPhone: 'true' }),
              },
              {
                label: 'with email',
                value: stats.places.withEmail,
                href: linkTo(['places'], { hasEmail: 'true' }),
              },
              { label: 'rated', value: stats.places.withRating },
              { label: 'sessions', value: stats.sessions, href: linkTo(['sessions']) },
              { label: 'cities', value: stats.cities },
              { label: 'reviews', value: stats.reviews, href: linkTo(['reviews']) },
            ]}
          />
          <section class="card" aria-label="Growth">
            <div class="view-head">
              <h2>New places</h2>
              <SelectField
                label="Interval"
                isLabelHidden
                value={interval}
                onChange={(value) => setInterval(SERIES_INTERVALS.find((each) => each === value) ?? 'day')}
                choices={SERIES_INTERVALS.map((each) => ({ value: each, label: `By ${each}` }))}
              />
            </div>
            <GrowthChart
              points={(stats.series ?? []).map(({ from, places }) => ({ from, value: places.total }))}
              interval={interval}
            />
          </section>
          <div class="cards">
            <CategoryTree version={stats.places.total} />
            <LocationTree version={stats.places.total} />
          </div>
          {stats.places.total > 0 && (
            <p class="small muted">
              Sources:{' '}
              {Object.entries(stats.places.providers)
                .filter(([, count]) => count > 0)
                .map(([provider, count]) => `${provider} ${formatNumber(count)}`)
                .join(', ')}
            </p>
          )}
        </>
      )}
    </div>
  )
}
