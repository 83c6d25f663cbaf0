// What the list says when it has no place: why, and what to do about it.
import type { Search } from '#contract/places/search.ts'
import { searchStep } from '#places/search/search-step.ts'

/** What is known of a list without a place. */
export interface EmptyList {
  /** Places fit the filters, but elsewhere on the map. */
  readonly isElsewhere: boolean
  /** Filters besides the session are set. */
  readonly isFiltered: boolean
  /** The search that the list is of; null: of none, or of many. */
  readonly search: Pick<Search, 'status' | 'progress' | 'waiting' | 'completedAt' | 'counts'> | null
}

/** Words for an empty state. */
export function describeEmptyList({ isElsewhere, isFiltered, search }: EmptyList): {
  readonly title: string
  readonly detail: string
} {
  if (isElsewhere)
    return { title: 'No places in this part of the map', detail: 'Zoom out, or move the map, to see others.' }
  if (search !== null && search.counts.kept === 0) {
    if (search.completedAt === null)
      return {
        title: 'Searching',
        detail: `No place yet: ${searchStep(search).join(' · ').replace(/\.$/, '')}. Places appear here as they are found.`,
      }
    if (search.status === 'failed') return { title: 'The search failed', detail: 'Above is why.' }
    if (search.status === 'cancelled')
      return { title: 'The search was cancelled', detail: 'Until then it had found no place.' }
    return {
      title: 'The search found no place',
      detail: 'Above is how it was understood. Try other words, or a larger area.',
    }
  }
  if (isFiltered) return { title: 'No places', detail: 'None fits the filters: take one away.' }
  return { title: 'No places', detail: 'Search for some above.' }
}
