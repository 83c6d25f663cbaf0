// The tree of categories as bars: one level at a time, from the keys of the map down to cuisines.
import { useState } from 'preact/hooks'
import type { CategoryCount } from '#contract/places/lists/browse.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { linkTo } from '#shared/route/route.ts'
import { BarList } from '#shared/list/bar-list.tsx'
import { Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'

const SHOWN = 30

interface Step {
  readonly id: string
  readonly label: string
}

/** `version` counts what is stored: with another one the counts are asked for again. */
export function CategoryTree({ version }: { readonly version: number }) {
  const [trail, setTrail] = useState<readonly Step[]>([{ id: '*', label: 'All' }])
  const parent = trail.at(-1)?.id ?? '*'
  const { data, problem, reload } = useQuery(`categories ${parent} ${version}`, async (signal) =>
    callApi<{ items: readonly CategoryCount[]; nextCursor: string | null }>('/api/browse/categories', {
      query: { parent, limit: String(SHOWN) },
      signal,
    }),
  )
  const inside = (data?.items ?? []).filter(({ links }) => links['children'] !== undefined)
  return (
    <section class="card" aria-label="Categories">
      <h2>Categories</h2>
      <nav class="chips" aria-label="Where in the tree">
        {trail.map((step, at) => (
          <button
            key={step.id}
            type="button"
            class={at === trail.length - 1 ? 'chip chip-accent' : 'chip'}
            aria-current={at === trail.length - 1 ? 'true' : undefined}
            onClick={() => setTrail(trail.slice(0, at + 1))}
          >
            {step.label}
          </button>
        ))}
      </nav>
      {problem !== null && <ProblemView problem={problem} onRetry={reload} />}
      {data === null && problem === null && <Loading />}
      {data !== null && (
        <BarList
          label={data.nextCursor === null ? 'Places' : `Places: the ${SHOWN} most frequent`}
          bars={data.items.map(({ id, label, places }) => ({
            label: label ?? id,
            value: places,
            href: linkTo(['places'], { category: id }),
          }))}
        />
      )}
      {inside.length > 0 && (
        <div class="chips">
          <span class="small muted">Open:</span>
          {inside.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              class="chip"
              onClick={() => setTrail([...trail, { id, label: label ?? id }])}
            >
              {label ?? id} ›
            </button>
          ))}
        </div>
      )}
    </section>
  )
}
