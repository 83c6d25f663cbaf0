// Follows a search over its pages and, where the site gives no more, over the quarters of its area.
import { SurveyorError } from '#contract/surveyor-error.ts'
import type { Warning } from '#contract/crawl/result.ts'
import { percentDecoded } from '#kit/url/percent-decoded.ts'
import type { SearchData } from '#extractors/airbnb/request/airbnb-data.ts'
import type { PageState } from '#extractors/airbnb/state/page-state.ts'
import { searchWarnings, type SearchPage } from './read-search.ts'

/** Why a search ended before all results were read. */
type Reason = 'one_page' | 'max_results' | 'result_cap' | 'repeated_page' | 'page_failed' | 'max_pages'

/** A search that was begun with its first page. */
export interface BegunSearch {
  /** The address of the first page; null for a page whose HTML the request has. */
  readonly url: URL | null
  readonly first: SearchPage
  readonly state: Pick<PageState, 'checkIn' | 'checkOut'> & { readonly shownUrl: string | null }
  /** Null: the one page. */
  readonly maxResults: number | null
  /** Throws as a fetch of a page and `readSearch`. */
  readonly read: (url: URL) => Promise<SearchPage>
}

/** The site lists no more pages than this for one search, however many results there are. */
const PAGE_CAP = 15
const MAX_PAGES = 200

/** Degrees; west may be greater than east across the date line. */
interface BoundingBox {
  readonly north: number
  readonly south: number
  readonly east: number
  readonly west: number
}

/** A smaller area is not divided: about a kilometre. */
const MIN_DEGREES = 0.01

/** The pages in their order. A later page that fails ends the search with what was found, and a warning. */
export async function followSearch(search: BegunSearch): Promise<{
  readonly data: SearchData
  readonly warnings: readonly Warning[]
}> {
  const { url, first, maxResults } = search
  const found = new Map(first.results.map((result) => [result.listingId, result]))
  const reasons = new Set<Reason>()
  const pages = [first]
  const warnings: Warning[] = []
  let last = first
  const isFull = (): boolean => maxResults !== null && found.size >= maxResults
  const isCut = (): boolean => reasons.has('page_failed') || reasons.has('max_pages')
  const take = async (address: URL): Promise<SearchPage | null> => {
    if (pages.length >= MAX_PAGES) {
      reasons.add('max_pages')
      return null
    }
    try {
      const page = await search.read(address)
      pages.push(page)
      for (const result of page.results) if (!found.has(result.listingId)) found.set(result.listingId, result)
      return page
    } catch (error) {
      if (!(error instanceof SurveyorError) || error.code === 'target_busy') throw error
      reasons.add('page_failed')
      warnings.push({ code: 'search_cut', detail: `A further page could not be read: ${error.message}` })
      return null
    }
  }
  /** All pages of one area; its quarters where they are more than the site lists. */
  const walk = async (address: URL, begin: SearchPage): Promise<void> => {
    let page = begin
    for (let at = 1; page.nextCursor !== null && at < PAGE_CAP; at += 1) {
      if (isFull()) return
      const before = found.size
      const next = new URL(address)
      next.searchParams.set('cursor', page.nextCursor)
      next.searchParams.set('pagination_search', 'true')
      const further = await take(next)
      if (further === null) return
      page = further
      last = page
      // It would be followed for ever.
      if (found.size === before && page.results.length > 0) {
        reasons.add('repeated_page')
        return
      }
    }
    if (isFull() || (page.nextCursor === null && (begin.offered ?? 0) < PAGE_CAP)) return
    const box = boxOf(address)
    const parts = box === null ? [] : quarters(box)
    if (parts.length === 0) reasons.add('result_cap')
    for (const part of parts) {
      if (isFull() || isCut()) return
      const inner = withBox(address, part)
      const start = await take(inner)
      if (start === null) return
      last = start
      await walk(inner, start)
    }
  }
  if (maxResults !== null && url !== null) await walk(url, first)
  const results = [...found.values()].slice(0, maxResults ?? Infinity)
  const isEnd = last.nextCursor === null && (first.offered ?? 1) <= pages.length
  if (maxResults === null || url === null) {
    if (!isEnd) reasons.add('one_page')
  } else if (results.length < found.size || (isFull() && !isEnd)) reasons.add('max_results')
  const data: SearchData = {
    kind: 'search',
    url: search.state.shownUrl,
    query: queryOf(url),
    area: url === null ? null : boxOf(url),
    checkIn: search.state.checkIn,
    checkOut: search.state.checkOut,
    results,
    total: first.total,
    totalText: first.totalText,
    pages: { read: pages.length, offered: first.offered },
    nextCursor: last.nextCursor,
    complete: reasons.size === 0,
    reasons: [...reasons],
  }
  return { data, warnings: [...searchWarnings(pages), ...warnings] }
}

/** `/s/Lisbon--Portugal/homes` and `?query=`. */
function queryOf(url: URL | null): string | null {
  if (url === null) return null
  const named = url.searchParams.get('query')
  if (named !== null && named.trim() !== '') return named.trim()
  const [, path] = /^\/s\/([^/]+)/.exec(url.pathname) ?? []
  if (path === undefined || /^(?:homes|all)$/i.test(path)) return null
  return percentDecoded(path).replaceAll('--', ', ').replaceAll('-', ' ')
}

/** The map area of a search, as its address names it. Null for an address without one. */
function boxOf(url: URL): BoundingBox | null {
  const [north, east, south, west] = ['ne_lat', 'ne_lng', 'sw_lat', 'sw_lng'].map((name) => {
    const text = url.searchParams.get(name)
    return text === null || text.trim() === '' ? NaN : Number(text)
  })
  if (north === undefined || east === undefined || south === undefined || west === undefined) return null
  const inRange =
    Math.abs(north) <= 90 && Math.abs(south) <= 90 && Math.abs(east) <= 180 && Math.abs(west) <= 180
  return inRange && north > south ? { north, south, east, west } : null
}

/** The same search in another area, from its first page. */
function withBox(url: URL, box: BoundingBox): URL {
  const next = new URL(url)
  const values = { ne_lat: box.north, ne_lng: box.east, sw_lat: box.south, sw_lng: box.west }
  for (const [name, value] of Object.entries(values))
    next.searchParams.set(name, String(Number(value.toFixed(6))))
  for (const name of ['cursor', 'items_offset', 'section_offset']) next.searchParams.delete(name)
  next.searchParams.set('search_by_map', 'true')
  return next
}

/** Four areas that meet at the middle; none for an area that is small already. */
function quarters({ north, south, east, west }: BoundingBox): BoundingBox[] {
  const width = east >= west ? east - west : east - west + 360
  if (north - south < MIN_DEGREES || width < MIN_DEGREES) return []
  const lat = (north + south) / 2
  const raw = west + width / 2
  const lng = raw > 180 ? raw - 360 : raw
  return [
    { north, south: lat, west, east: lng },
    { north, south: lat, west: lng, east },
    { north: lat, south, west, east: lng },
    { north: lat, south, west: lng, east },
  ]
}
