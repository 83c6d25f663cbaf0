// The stored reviews of a place, newest first.
import { useState } from 'preact/hooks'
import type { Review } from '#contract/places/review.ts'
import { callApi } from '#shared/api/call-api.ts'
import { useQuery } from '#shared/api/use-query.ts'
import { formatDay } from '#shared/format/format.ts'
import { visibleText } from '#shared/format/visible-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { EmptyState, Loading } from '#shared/ui/empty-state.tsx'
import { ProblemView } from '#shared/ui/problem-view.tsx'

const PAGE = 20

/** Longer by `PAGE` at each press. */
export function ReviewList({ placeId }: { readonly placeId: string }) {
  const [limit, setLimit] = useState(PAGE)
  const { data, problem, reload } = useQuery(`reviews ${placeId} ${limit}`, async (signal) =>
    callApi<{ items: readonly Review[]; nextCursor: string | null }>('/api/browse/reviews', {
      query: { placeId, limit: String(limit) },
      signal,
    }),
  )
  if (problem !== null) return <ProblemView problem={problem} onRetry={reload} />
  if (data === null) return <Loading />
  if (data.items.length === 0)
    return (
      <EmptyState
        title="No reviews"
        detail="None are stored; a search with reviews brings them, where the source has any."
      />
    )
  return (
    <>
      <ul class="plain-list">
        {data.items.map((review) => (
          <li key={review.id} class="card">
            <div class="view-head">
              <strong>{review.rating === null ? 'No rating' : `${review.rating} of 5`}</strong>
              <span class="small muted">{formatDay(review.publishedAt)}</span>
            </div>
            {review.text !== null && (
              <p class="wrap-anywhere" dir="auto">
                {visibleText(review.text)}
              </p>
            )}
            {review.ownerReply !== null && (
              <p class="small muted wrap-anywhere">Reply: {visibleText(review.ownerReply)}</p>
            )}
          </li>
        ))}
      </ul>
      {data.nextCursor !== null && limit < 500 && (
        <Button onPress={() => setLimit(Math.min(limit + PAGE, 500))}>More</Button>
      )}
    </>
  )
}
