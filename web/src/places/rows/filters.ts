// The filters of the list: their names are those of GET /api/places, so that the address of the page is also the request.
import { pickParams } from '#shared/route/parse-route.ts'

/** Parameters of the route that are sent as they stand. */
export const FILTER_NAMES = [
  'q',
  'category',
  'city',
  'region',
  'country',
  'status',
  'provider',
  'sessionId',
  'searchId',
  'hasWebsite',
  'hasPhone',
  'hasEmail',
  'openNow',
  'minRating',
  'changedSince',
] as const
/** One of `FILTER_NAMES`. */
export type FilterName = (typeof FILTER_NAMES)[number]

/** What a set filter is called where it is shown. */
export const FILTER_LABELS: Readonly<Record<FilterName, string>> = {
  q: 'Text',
  category: 'Category',
  city: 'City',
  region: 'Region',
  country: 'Country',
  status: 'Status',
  provider: 'Source',
  sessionId: 'Session',
  searchId: 'Search',
  hasWebsite: 'Has website',
  hasPhone: 'Has phone',
  hasEmail: 'Has email',
  openNow: 'Open now',
  minRating: 'Rating from',
  changedSince: 'Changed since',
}

/** The filters that are set, in a fixed order, so that equal filters are one request. */
export const setFilters = (params: URLSearchParams) => pickParams(params, FILTER_NAMES)

/** The query of the list. */
export function filterQuery(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(setFilters(params).map(([name, value]) => [name, value]))
}

/** The filters with the order of the list. */
export function listQuery(params: URLSearchParams): URLSearchParams {
  const query = filterQuery(params)
  const sort = params.get('sort') ?? ''
  if (sort !== '') query.set('sort', sort)
  return query
}
