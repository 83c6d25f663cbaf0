// How many requests, seconds and places a search takes, from the first pages of some of its cells.
import type { SearchEstimate, SourceEstimate } from '#contract/places/search.ts'
import { distinct } from '#kit/distinct.ts'

/** The first page of a cell. */
export interface CellSample {
  /** Places on the page. */
  readonly shown: number
  /** Those of them that lie in the area. */
  readonly inside: number
  /** There is no more in the cell. */
  readonly isWhole: boolean
  /** Places on all pages of the cell as the provider counts them; null: it does not say. */
  readonly total: number | null
}

/** What is known of a search that has not begun. */
export interface EstimateInput {
  readonly cells: number
  readonly samples: readonly CellSample[]
  /** Places on a page. */
  readonly pageSize: number
  /** The most that the provider shows of a cell; null: no cap. */
  readonly maxResults: number | null
  /** After how many places the search stops; null: never. */
  readonly limit: number | null
  readonly secondsOfRequest: number | null
  readonly budget: SearchEstimate['budget']
}

/** The numbers of an estimate; null is what the samples do not tell. */
type Estimated = Pick<
  SearchEstimate,
  | 'cells'
  | 'requests'
  | 'minRequests'
  | 'seconds'
  | 'places'
  | 'minPlaces'
  | 'exact'
  | 'budget'
  | 'fitsBudget'
>

/** Where a cell is full, only searching it tells how much it holds: then `places`, `requests` and `seconds` are null. */
export function estimateOf(input: EstimateInput): Estimated {
  const { cells, samples, pageSize, maxResults, limit, secondsOfRequest, budget } = input
  const isCounted = samples.length > 0 && samples.every((sample) => countOf(sample, maxResults) !== null)
  const scale = samples.length === 0 ? 0 : cells / samples.length
  const counts = samples.map(
    (sample) => countOf(sample, maxResults) ?? { inside: sample.inside, all: sample.shown },
  )
  const withinLimit = (count: number) => Math.min(count, limit ?? Infinity)
  const inside = withinLimit(Math.round(sum(counts.map((count) => count.inside)) * scale))
  const pages = Math.round(sum(counts.map(({ all }) => pagesOf(all, pageSize))) * scale)
  // A search that stops at its limit leaves the rest of the pages.
  const requests = isCounted ? (limit === null ? pages : Math.min(pages, pagesOf(limit, pageSize))) : null
  const seconds =
    requests === null || secondsOfRequest === null ? null : Math.ceil(requests * secondsOfRequest)
  return {
    cells,
    requests,
    minRequests: requests ?? (limit === null ? Math.max(cells, pages) : 1),
    seconds,
    places: isCounted ? inside : null,
    // A count of the provider may hold former places, and of those behind the page nobody knows which are in the area.
    minPlaces: withinLimit(sum(samples.map((sample) => sample.inside))),
    exact: isCounted && scale === 1 && samples.every(({ isWhole }) => isWhole),
    budget,
    fitsBudget: fitsBudget({ requests, seconds }, budget),
  }
}

/** The places of a cell, in the area and at all; null when the provider does not show all of them. */
function countOf(
  { shown, inside, isWhole, total }: CellSample,
  maxResults: number | null,
): { readonly inside: number; readonly all: number } | null {
  if (isWhole) return { inside, all: shown }
  // A count at the cap is that of what the provider shows, not of what there is.
  if (total === null || (maxResults !== null && total >= maxResults)) return null
  return { inside: shown === 0 ? 0 : (total * inside) / shown, all: total }
}

function fitsBudget(
  { requests, seconds }: Pick<SearchEstimate, 'requests' | 'seconds'>,
  { maxRequests, maxSeconds }: SearchEstimate['budget'],
): boolean | null {
  if (requests !== null && maxRequests !== null && requests > maxRequests) return false
  if (seconds !== null && maxSeconds !== null && seconds > maxSeconds) return false
  return requests === null || seconds === null ? null : true
}

function pagesOf(places: number, pageSize: number): number {
  return Math.max(1, Math.ceil(places / pageSize))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0)
}

/** The estimates of several providers, which are searched side by side, as one; `failed` are those without an estimate. */
export function togetherOf(
  sources: readonly [SourceEstimate, ...SourceEstimate[]],
  failed: NonNullable<SearchEstimate['failed']>,
): SearchEstimate {
  const [first] = sources
  const isWhole = failed.length === 0
  const known = (numbers: readonly (number | null)[], of: (numbers: readonly number[]) => number) => {
    const all = numbers.flatMap((number) => number ?? [])
    return isWhole && all.length === numbers.length ? of(all) : null
  }
  const requests = known(
    sources.map((source) => source.requests),
    sum,
  )
  const seconds = known(
    sources.map((source) => source.seconds),
    max,
  )
  const isOne = isWhole && sources.length === 1
  const fits = new Set(sources.map(({ fitsBudget: own }) => own))
  return {
    provider: null,
    area: first.area,
    cells: sum(sources.map(({ cells }) => cells)),
    requests,
    minRequests: sum(sources.map(({ minRequests }) => minRequests)),
    seconds,
    places: isOne ? first.places : null,
    minPlaces: max(sources.map(({ minPlaces }) => minPlaces)),
    exact: isOne && first.exact,
    budget: {
      maxRequests: known(
        sources.map(({ budget }) => budget.maxRequests),
        sum,
      ),
      maxSeconds: known(
        sources.map(({ budget }) => budget.maxSeconds),
        max,
      ),
    },
    fitsBudget: fits.has(false) ? false : !isWhole || fits.has(null) ? null : true,
    attribution: distinct(sources.flatMap(({ attribution }) => attribution)),
    sources: [...sources],
    ...(isWhole ? {} : { failed }),
  }
}

function max(numbers: readonly number[]): number {
  return numbers.reduce((most, each) => Math.max(most, each), 0)
}
