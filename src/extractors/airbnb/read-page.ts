// Reads a page of the site: which kind it is decides its data, and a page without its data is an error.
import type { Warning } from '#contract/crawl/result.ts'
import { extractError, pageError, checkStatus, statusError } from '#extract/errors.ts'
import { isCurrencyCode } from '#extractors/airbnb/price/currency-marks.ts'
import { readHostPage } from '#extractors/airbnb/host/read-host-page.ts'
import { listedReviews } from '#extractors/airbnb/listing/reviews.ts'
import { listingObjects } from '#extractors/airbnb/listing/listing-objects.ts'
import { DEFAULT_REVIEWS, readListing } from '#extractors/airbnb/listing/read-listing.ts'
import type { HostData, ListingData } from '#extractors/airbnb/request/airbnb-data.ts'
import { datesInUrl, readAddress, siteOrigin } from '#extractors/airbnb/request/airbnb-address.ts'
import type { AirbnbInput } from '#extractors/airbnb/request/options.ts'
import { readSearch, type SearchPage } from '#extractors/airbnb/search/read-search.ts'
import { readDeferredState } from '#extractors/airbnb/state/deferred-state.ts'
import {
  currencyOf,
  dataOf,
  datesOf,
  nightsBetween,
  type PageState,
} from '#extractors/airbnb/state/page-state.ts'
import { attribute } from '#parsing/html/html-node.ts'
import { parseHtml, type HtmlDocument } from '#parsing/html/parse-html.ts'
import { visibleCharsOf } from '#parsing/html/visible-elements.ts'
import { classifyPage } from '#parsing/page/page-quality.ts'
import { readPageSignals } from '#parsing/page/walls/page-signals.ts'

/** The options that any process reads the page with. */
export type PageOptions = Pick<
  AirbnbInput,
  'checkIn' | 'checkOut' | 'currency' | 'locale' | 'include' | 'reviews' | 'calendarMonths'
>

/** A page to be read. */
export interface PageTask {
  readonly html: string
  /** The final address, or `baseUrl`; null for neither. */
  readonly url: string | null
  /** Null for a page whose HTML the request has. */
  readonly statusCode: number | null
  /** Whether a browser could show more than the page as it was sent. */
  readonly mayRender: boolean
  readonly options: PageOptions
  readonly tree?: () => HtmlDocument
}

/** What is on the page. */
export interface ReadPage {
  readonly content: ListingData | HostData | { readonly kind: 'search'; readonly page: SearchPage }
  readonly checkIn: string | null
  readonly checkOut: string | null
  readonly warnings: readonly Warning[]
  /** Share of the fields of a page of its kind that are filled, 0 to 1. */
  readonly fillRate: number
  /** The questions whose answers the page holds: `StaysSearch`. */
  readonly operations: readonly string[]
}

/** A listing with fewer of its fields is not the known page. */
const MIN_FIELDS = 3
const MIN_SHOWN_CHARS = 200

/**
 * Throws `target_blocked`, `target_captcha`, `login_required`, `empty_content`, `target_http_error` for a page without its
 * data, and `upstream_changed` for data of another shape.
 */
export function readPage(task: PageTask): ReadPage {
  const document = task.tree?.() ?? parseHtml(task.html)
  const state = readDeferredState(document)
  if (state.payloads.length === 0) throw withoutState(document, task, state.error, state.broken)
  const { url, options } = task
  const dates =
    options.checkIn === undefined || options.checkOut === undefined
      ? (datesInUrl(url) ?? datesOf(state.payloads))
      : { checkIn: options.checkIn, checkOut: options.checkOut }
  const page: PageState = {
    document,
    payloads: state.payloads,
    url,
    origin: siteOrigin(url),
    locale: localeOf(document) ?? options.locale ?? null,
    pageCurrency: currencyOf(state.payloads, isCurrencyCode),
    askedCurrency: options.currency ?? null,
    checkIn: dates?.checkIn ?? null,
    checkOut: dates?.checkOut ?? null,
    nights: nightsBetween(dates?.checkIn ?? null, dates?.checkOut ?? null),
  }
  const operations = [...new Set(state.payloads.flatMap(({ operation }) => operation ?? []))]
  const read = contentOf(page, task)
  if (read === null) {
    checkStatus(task.statusCode)
    throw extractError(
      'upstream_changed',
      'The data of the page has neither a search nor a listing nor a host in it.',
    )
  }
  return { ...read, checkIn: page.checkIn, checkOut: page.checkOut, operations }
}

type Content = Pick<ReadPage, 'content' | 'warnings' | 'fillRate'>

/** The kind that the address names is tried first; a listing that is gone is answered by a search. */
function contentOf(page: PageState, task: PageTask): Content | null {
  const { kind, id } = readAddress(page.url)
  const readers = {
    listing: () => listingIn(page, task, id),
    search: () => searchIn(page),
    host: () => hostIn(page, task, id),
  }
  if (kind === 'listing') return readers.listing() ?? readers.search()
  if (kind === 'host') return readers.host()
  if (kind === 'search') return readers.search()
  // A page without an address: its own questions tell what it is.
  const asked = page.payloads.map(({ operation }) => operation ?? '').join(' ')
  if (/Pdp/i.test(asked)) return readers.listing() ?? readers.search() ?? readers.host()
  return readers.search() ?? readers.listing() ?? readers.host()
}

function searchIn(page: PageState): Content | null {
  const read = readSearch(page)
  return read === null
    ? null
    : {
        content: { kind: 'search', page: read },
        warnings: [],
        fillRate: Math.min(1, ...Object.values(read.rates)),
      }
}

function hostIn(page: PageState, task: PageTask, id: string | null): Content | null {
  const host = readHostPage(page, id, task.options.reviews?.max ?? DEFAULT_REVIEWS)
  if (host === null) return null
  const fields = [host.name, host.superhost, host.about, host.photo, host.reviewCount, host.listings]
  return {
    content: host,
    warnings: [],
    fillRate: fields.filter((field) => field !== null).length / fields.length,
  }
}

function listingIn(page: PageState, task: PageTask, id: string | null): Content | null {
  const objects = listingObjects(page.payloads, id)
  if (objects === null) return null
  const listing = readListing(objects, page, task.options)
  const fields = {
    coordinates: listing.coordinates,
    capacity: listing.capacity,
    propertyType: listing.propertyType ?? listing.roomType,
    description: listing.description,
    rating: listing.rating,
    ...(listing.photos === undefined ? {} : { photos: listing.photos }),
    ...(listing.amenities === undefined ? {} : { amenities: listing.amenities }),
    ...(listing.host === undefined ? {} : { host: listing.host }),
    ...(listing.priceReason === 'not_on_page' ? { price: null } : {}),
  }
  const missing = Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []))
  const filled = Object.keys(fields).length - missing.length
  if (listing.title === null || filled < MIN_FIELDS) {
    const names = [...(listing.title === null ? ['title'] : []), ...missing]
    throw extractError('upstream_changed', `The page of the listing no longer has: ${names.join(', ')}.`)
  }
  return {
    content: listing,
    warnings: [...partialWarnings(listing, missing, page, task)],
    fillRate: filled / Object.keys(fields).length,
  }
}

function* partialWarnings(
  listing: ListingData,
  missing: readonly string[],
  page: PageState,
  task: PageTask,
): Generator<Warning> {
  if (missing.length > 0)
    yield { code: 'fields_missing', detail: `The page does not have: ${missing.join(', ')}.` }
  if (listing.priceReason === 'not_on_page' && task.mayRender)
    yield {
      code: 'browser_needed',
      detail: 'The page was sent without its price; a browser may show it.',
      pointer: '/price',
    }
  const { reviews } = listing
  const all = listedReviews(dataOf(page.payloads)) ?? listing.rating?.count ?? null
  if (reviews !== undefined && all !== null && (reviews?.length ?? 0) < all)
    yield {
      code: 'reviews_partial',
      detail: `The answer has ${reviews?.length ?? 0} of ${all} reviews: what the page holds, up to \`reviews.max\`.`,
      pointer: '/reviews',
    }
}

/** Why a page has none of the data of the site. */
function withoutState(document: HtmlDocument, task: PageTask, error: string | null, broken: number): Error {
  const { statusCode } = task
  if (error !== null)
    return extractError(
      'target_http_error',
      `The site answers with an error in the place of the page: ${error}`,
    )
  if (broken > 0) return extractError('upstream_changed', 'The data of the page is no JSON.')
  const visibleChars = visibleCharsOf(document)
  const pageSignals = readPageSignals(document)
  const { problem } = classifyPage({ pageSignals, visibleChars, contentChars: visibleChars, statusCode })
  if (problem !== null) return pageError(problem)
  if (statusCode !== null && statusCode >= 400) return statusError(statusCode)
  if (visibleChars < MIN_SHOWN_CHARS && pageSignals.scripts > 0)
    return extractError('empty_content', 'The page was sent without its data; it needs a browser (`engine`).')
  return extractError('upstream_changed', 'The page no longer carries its data where it was.')
}

function localeOf({ all }: HtmlDocument): string | null {
  const html = all.find(({ name }) => name === 'html')
  const tag = html === undefined ? null : attribute(html, 'lang')
  return tag === null || tag.trim() === '' || tag.length > 35 ? null : tag.trim()
}
