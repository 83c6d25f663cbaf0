// The result of a search from the ends of all its cells: its state, and why it may not hold every place of the area.
import type { Search, SearchState } from '#contract/places/search.ts'

/** Cells of a search with the same end. */
export interface CellCounts {
  /** Split cells count only for what their pages say of the provider. */
  readonly state: 'open' | 'done' | 'split' | 'failed' | 'cut'
  readonly cutCode: string | null
  readonly saturated: boolean
  readonly partial: boolean
  /** The provider showed rows twice, so that others were on no page. */
  readonly repeated: boolean
  /** Places that were shown for a larger cell were not shown for this one. */
  readonly missed: boolean
  /** So many more rows came again on their pages than these share: as many others are on none. */
  readonly unseenRows: number
  readonly count: number
  /** One of the reasons that the provider gave. */
  readonly partialReason: string | null
  readonly errorDetail: string | null
}

/** Why a search may not hold every place, and how many cells that concerns. */
export type Reason = Search['reasons'][number]

const cutReasons = (
  waitedFor: string | null,
): readonly (readonly [code: Reason['code'], detail: string])[] => [
  ['limit_reached', 'The search has as many places as its limit allows.'],
  ['budget_requests', 'The search has made as many requests as its budget allows.'],
  [
    'budget_seconds',
    `The search has run for as long as its budget allows.${waitedFor === null ? '' : ` At its end it waited: ${waitedFor}`}`,
  ],
  ['cancelled', 'The work was cancelled.'],
]

/** What a search says of itself, beside the ends of its cells. */
export interface SearchFacts {
  /** The `detail` of what it waited for when it ended; null: nothing. */
  readonly waitedFor: string | null
  /** The `detail` of the warning that the provider holds a part of the area alone; null: it holds all of it. */
  readonly cutArea: string | null
}

/** A search with any reason is incomplete. When the only reason is the requested limit, it still `succeeded`. */
export function classifySearch(
  counted: readonly CellCounts[],
  facts: SearchFacts = { waitedFor: null, cutArea: null },
): { status: SearchState; reasons: Reason[] } {
  const reasons = [...causes(counted, facts)]
  const searched = counted.filter(({ state }) => state !== 'split')
  if (searched.some(({ cutCode }) => cutCode === 'cancelled')) return { status: 'cancelled', reasons }
  if (searched.every(({ state }) => state === 'failed')) return { status: 'failed', reasons }
  const asked = reasons.every(({ code }) => code === 'limit_reached')
  return { status: asked ? 'succeeded' : 'partially_succeeded', reasons }
}

function* causes(all: readonly CellCounts[], { waitedFor, cutArea }: SearchFacts): Generator<Reason> {
  const counted = all.filter(({ state }) => state !== 'split')
  for (const [code, detail] of cutReasons(waitedFor)) {
    const cut = counted.filter((cellCounts) => cellCounts.cutCode === code)
    if (cut.length > 0) yield { code, detail, count: total(cut) }
  }
  const failed = counted.filter((cellCounts) => cellCounts.state === 'failed')
  if (failed.length > 0) {
    yield {
      code: 'cell_failed',
      detail: `Could not be searched: ${failed[0]?.errorDetail ?? ''}`,
      count: total(failed),
    }
  }
  // An empty cell beside cells with data is the sea or a desert.
  if (isWithoutData(counted)) {
    yield {
      code: 'no_data',
      detail: 'The provider holds no data of this area: nothing was found, and nothing could be.',
      count: total(counted),
    }
  }
  const saturated = counted.filter((cellCounts) => cellCounts.state === 'done' && cellCounts.saturated)
  if (saturated.length > 0) {
    yield {
      code: 'cell_saturated',
      detail: 'The provider cut its answer, and the cell is too small to be split.',
      count: total(saturated),
    }
  }
  const partial = counted.filter((cellCounts) => cellCounts.partial)
  if (partial.length > 0) {
    yield { code: 'provider_partial', detail: partial[0]?.partialReason ?? '', count: total(partial) }
  } else if (cutArea !== null) {
    yield { code: 'provider_partial', detail: cutArea, count: total(counted) }
  }
  const repeated = all.filter(
    ({ state, ...pages }) => (state === 'done' || state === 'split') && pages.repeated,
  )
  if (repeated.length > 0) {
    yield {
      code: 'rows_repeated',
      detail: `The provider showed places twice, so others may be on no page, about ${unseen(repeated)} of them: search again, and see seenIn.`,
      count: total(repeated),
    }
  }
  const missed = counted.filter((cellCounts) => cellCounts.state === 'done' && cellCounts.missed)
  if (missed.length > 0) {
    yield {
      code: 'rows_missing',
      detail:
        'The provider left out places that it had shown before, so it may have left out others: search again, and see seenIn.',
      count: total(missed),
    }
  }
}

function isWithoutData(counted: readonly CellCounts[]): boolean {
  return counted.length > 0 && counted.every(({ cutCode }) => cutCode === 'no_data')
}

/** The pages of split cells are searched again in their parts. */
function unseen(counted: readonly CellCounts[]): number {
  return counted.reduce((sum, { state, unseenRows }) => sum + (state === 'split' ? 0 : unseenRows), 0)
}

function total(counted: readonly CellCounts[]): number {
  return counted.reduce((sum, { count }) => sum + count, 0)
}
