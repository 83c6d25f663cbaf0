// What a place was merged of, and which other ones are probably the same: each a link to the evidence and the decision.
import type { Merge } from '#contract/places/changes/merge.ts'
import { pairName } from '#places/changes/pair-name.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { linkTo } from '#shared/route/route.ts'

const SAID: Readonly<Record<Merge['status'], string | null>> = {
  accepted: 'Merged of',
  proposed: 'Perhaps one place',
  rejected: null,
}
const LIMIT = '50'

/** Nothing where there is none; pairs that were decided to be two are none. */
export function PlaceMerges({ id }: { readonly id: string }) {
  const { data } = useQuery(`merges of ${id}`, async (signal) =>
    callApi<{ readonly items: readonly Merge[] }>('/api/merges', {
      query: { placeId: id, limit: LIMIT },
      signal,
    }),
  )
  const told = (data?.items ?? []).filter(({ status }) => SAID[status] !== null)
  if (told.length === 0) return null
  return (
    <ul class="plain-list small" aria-label="Merges">
      {told.map((merge) => (
        <li key={merge.id} class="wrap-anywhere">
          {SAID[merge.status]}:{' '}
          <a href={linkTo(['merges'], { status: merge.status, merge: merge.id })}>{pairName(merge.names)}</a>
        </li>
      ))}
    </ul>
  )
}
