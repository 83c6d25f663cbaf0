// Where the stored places are, as bars: by country, region or city.
import { useState } from 'preact/hooks'
import type { LocationCount, LocationLevel } from '#contract/places/lists/browse.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { linkTo } from '#shared/route/route.ts'
import { BarList } from '#shared/list/bar-list.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'
import { Tabs } from '#shared/ui/tabs.tsx'

const LEVELS: readonly { readonly id: LocationLevel; readonly label: string }[] = [
  { id: 'city', label: 'Cities' },
  { id: 'region', label: 'Regions' },
  { id: 'country', label: 'Countries' },
]
const SHOWN = 30

/** `version` counts what is stored: with another one the counts are asked for again. */
export function LocationTree({ version }: { readonly version: number }) {
  const [level, setLevel] = useState<LocationLevel>('city')
  const { data, problem, reload } = useQuery(`locations ${level} ${version}`, async (signal) =>
    callApi<{ items: readonly LocationCount[]; nextCursor: string | null }>('/api/browse/locations', {
      query: { level, limit: String(SHOWN) },
      signal,
    }),
  )
  return (
    <section class="card" aria-label="Locations">
      <h2>Locations</h2>
      <Tabs
        label="Level"
        tabs={LEVELS}
        chosen={level}
        onChoose={(id) => setLevel(LEVELS.find((each) => each.id === id)?.id ?? 'city')}
      >
        {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
        {data === null && problem === null && <Loading />}
        {data !== null && (
          <BarList
            label={data.nextCursor === null ? 'Places' : `Places: the ${SHOWN} with the most`}
            bars={data.items.map(({ places, countryCode, region, city }) => {
              const name = { city, region, country: countryCode }[level]
              const link = linkTo(['places'], { country: countryCode, region, city })
              return { label: name ?? 'not known', value: places, ...(name === null ? {} : { href: link }) }
            })}
          />
        )}
      </Tabs>
    </section>
  )
}
