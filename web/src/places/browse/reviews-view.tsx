// The stored reviews of all places, newest first.
import { useState } from 'preact/hooks'
import type { Review } from '#contract/places/review.ts'
import { formatDay, UNKNOWN } from '#shared/format/format.ts'
import { cutText } from '#shared/format/visible-text.ts'
import { PagedTable } from '#shared/list/paged-table.tsx'
import { linkTo, pickParams, setParams, useRoute } from '#shared/route/route.ts'
import { Button } from '#shared/ui/button.tsx'
import { SelectField, TextField } from '#shared/ui/field.tsx'

const NAMES = ['q', 'minRating', 'maxRating', 'hasReply', 'sessionId'] as const
const MAX_CHARS = 600
const RATINGS = [
  { value: '', label: 'Any rating' },
  { value: '4', label: '4 and more' },
  { value: '3', label: '3 and more' },
]

/** Its filters are those of the list, and stand in the address. */
export function ReviewsView() {
  const { params } = useRoute()
  const [text, setText] = useState(params.get('q') ?? '')
  const query = Object.fromEntries(pickParams(params, NAMES))
  return (
    <div class="view">
      <h1>Reviews</h1>
      <form
        class="filter-row"
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          setParams({ q: text.trim() }, 'push')
        }}
      >
        <TextField
          label="Words"
          isLabelHidden
          type="search"
          value={text}
          onChange={setText}
          placeholder="In the text or the reply"
        />
        <SelectField
          label="Rating"
          isLabelHidden
          value={params.get('minRating') ?? ''}
          onChange={(value) => setParams({ minRating: value }, 'push')}
          choices={RATINGS}
        />
        <SelectField
          label="Reply"
          isLabelHidden
          value={params.get('hasReply') ?? ''}
          onChange={(value) => setParams({ hasReply: value }, 'push')}
          choices={[
            { value: '', label: 'With or without reply' },
            { value: 'true', label: 'With a reply' },
            { value: 'false', label: 'Without a reply' },
          ]}
        />
        <Button type="submit">Filter</Button>
      </form>
      <PagedTable<Review>
        caption="Reviews"
        path="/api/browse/reviews"
        query={query}
        empty={{
          title: 'No reviews',
          detail: 'A search with reviews brings them, where the source has any. OpenStreetMap has none.',
        }}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'rating',
            head: 'Rating',
            cell: ({ rating }) => (rating === null ? UNKNOWN : `${rating} of 5`),
          },
          {
            id: 'text',
            head: 'Review',
            cell: ({ text: said, ownerReply }) => (
              <div class="wrap-anywhere">
                <div dir="auto">{said === null ? UNKNOWN : beginning(said)}</div>
                {ownerReply !== null && (
                  <p class="small muted" dir="auto">
                    Reply: {beginning(ownerReply)}
                  </p>
                )}
              </div>
            ),
          },
          { id: 'language', head: 'Language', cell: ({ language }) => language ?? UNKNOWN },
          { id: 'source', head: 'Source', cell: ({ provider }) => provider },
          { id: 'at', head: 'Published', cell: ({ publishedAt }) => formatDay(publishedAt) },
          {
            id: 'place',
            head: '',
            cell: ({ placeId }) => <a href={linkTo(['places'], { place: placeId })}>Place</a>,
          },
        ]}
      />
    </div>
  )
}

/** A mark says that there is more: the card of the place has all of it. */
function beginning(text: string): string {
  const { text: shown, cutChars } = cutText(text, MAX_CHARS)
  return cutChars === 0 ? shown : `${shown}…`
}
