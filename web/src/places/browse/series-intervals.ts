// The intervals of the growth chart, as GET /api/browse/stats takes them.
import type { SeriesInterval } from '#contract/places/lists/browse.ts'

/** From the finest to the coarsest. */
export const SERIES_INTERVALS: readonly SeriesInterval[] = ['hour', 'day', 'week', 'month']
