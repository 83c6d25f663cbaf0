// The addresses that the provider asks: searches, pages of places, and their reviews.
import { distanceM, type Bbox, type LatLng } from '#kit/geo/geometry.ts'
import { googleSpellings, type GoogleId } from '#kit/maps/google-ids.ts'

/** The map, whose other address the operator may name. */
export const GOOGLE = 'https://www.google.com'
/** Places in one answer to a search. */
export const PAGE_SIZE = 20

/** The languages and the country of a request; they decide names and results. */
export interface Locale {
  /** BCP 47. */
  readonly language: string
  /** ISO 3166-1 alpha-2, upper case; null: that of the address the request comes from. */
  readonly country: string | null
}

/** What one request asks for. */
export interface SearchQuestion {
  readonly query: string
  readonly center: LatLng
  /** Metres from edge to edge of the map that the request looks at. */
  readonly spanM: number
  readonly offset: number
  readonly locale: Locale
}

const MIN_SPAN_M = 200
const MAX_SPAN_M = 10_000_000
/** Metres across a map of 600 points at zoom 0, as the page has it. */
const SPAN_AT_ZOOM_0 = 23_480_000

/** The middle of a box and what of the map shows all of it. */
export function viewOf([west, south, east, north]: Bbox): Pick<SearchQuestion, 'center' | 'spanM'> {
  const width = west <= east ? east - west : east - west + 360
  const lng = west + width / 2
  const center = { lat: (south + north) / 2, lng: lng > 180 ? lng - 360 : lng }
  const across = distanceM({ lat: center.lat, lng: 0 }, { lat: center.lat, lng: Math.min(180, width) })
  const down = distanceM({ lat: south, lng: 0 }, { lat: north, lng: 0 })
  return { center, spanM: Math.round(Math.min(MAX_SPAN_M, Math.max(MIN_SPAN_M, across, down))) }
}

/**
 * What a request to the search says where no page has shown a newer form: the view, the size of a page, where it starts,
 * and which parts of a place are wanted.
 */
const SEARCH_FORM =
  '!4m12!1m3!1d1!2d0!3d0!2m3!1f0!2f0!3f0!3m2!1i600!2i800!4f13.1!7i20!8i0!10b1!12m22!1m3!18b1!30b1!34e1!2m3!5m1!6e2' +
  '!20e3!4b0!10b1!12b1!13b1!16b1!17m1!3e1!20m3!5e2!6b1!14b1!46m1!1b0!96b1!19m4!2m3!1i360!2i120!4i8'
const VIEW = /!1d[^!]*!2d[^!]*!3d[^!]*/
const SIZE = /!7i\d+/
const START = /!8i\d+/

/** The request for a page of results. `form`: as a page of the map has it; null: our own. */
export function searchAddress(question: SearchQuestion, form: string | null): string {
  const { center, spanM, offset, query } = question
  const view = `!1d${spanM}!2d${degrees(center.lng)}!3d${degrees(center.lat)}`
  const viewed = (form ?? SEARCH_FORM).replace(VIEW, view).replace(SIZE, `!7i${PAGE_SIZE}`)
  const pb = START.test(viewed)
    ? viewed.replace(START, `!8i${offset}`)
    : viewed.replace(SIZE, `!7i${PAGE_SIZE}!8i${offset}`)
  return addressOf('/search', { tbm: 'map', authuser: '0', ...localeOf(question.locale), q: query, pb })
}

const LINK = /<link\b[^>]{0,200}\bhref="(\/(?:search\?tbm=map|maps\/preview\/place\?)[^"]{1,20000})"/g

/** Requests that a page of the map is going to make: it names them in its head. Linear in the length of the page. */
export function announcedRequests(page: string): {
  readonly search: string | null
  readonly place: string | null
} {
  const found = { search: null as string | null, place: null as string | null }
  for (const [, href = ''] of page.slice(0, MAX_HEAD_CHARS).matchAll(LINK)) {
    const path = href.replaceAll('&amp;', '&')
    if (path.startsWith('/search')) found.search ??= path
    else found.place ??= path
  }
  return found
}

const MAX_HEAD_CHARS = 400_000

/** The form of an announced search; null where it has none that we can fill in. */
export function formOf(path: string): string | null {
  const pb = URL.parse(path, GOOGLE)?.searchParams.get('pb') ?? null
  return pb !== null && VIEW.test(pb) && SIZE.test(pb) ? pb : null
}

/** The page of a search, which shows its first results. */
export function searchPage({ query, center, spanM, locale }: SearchQuestion): string {
  const zoom = Math.min(21, Math.max(1, Math.round(Math.log2(SPAN_AT_ZOOM_0 / spanM))))
  const path = `/maps/search/${encodeURIComponent(query.toWellFormed())}/@${degrees(center.lat)},${degrees(center.lng)},${zoom}z`
  return addressOf(path, localeOf(locale))
}

/** The page of a place. */
export function placePage({ scheme, value }: GoogleId, locale: Locale): string {
  const [fid] = scheme === 'google_cid' ? [] : googleSpellings(scheme, value)
  return addressOf('/maps', {
    ...(fid === undefined ? { cid: value } : { ftid: fid.value }),
    ...localeOf(locale),
  })
}

/** A page of the reviews of a place, newest first. `next`: from the page before; null for the first. */
export function reviewsAddress(fid: string, next: string | null, locale: Locale): string {
  const pb =
    `!1m6!1s${escaped(fid)}!6m4!4m1!1e1!4m1!1e3!2m2!1i${PAGE_SIZE}!2s${escaped(next ?? '')}!5m2!1s!7e81` +
    '!8m9!2b1!3b1!5b1!7b1!12m4!1b1!2b1!4m1!1e1!11m4!1e3!2e1!6m1!1i2!13m1!1e2'
  return addressOf('/maps/rpc/listugcposts', { authuser: '0', ...localeOf(locale), pb })
}

/** `!` parts the fields and `*` escapes it. */
function escaped(text: string): string {
  return text.replaceAll('*', '*2A').replaceAll('!', '*21')
}

function localeOf({ language, country }: Locale): Record<string, string> {
  return { hl: language, ...(country === null ? {} : { gl: country.toLowerCase() }) }
}

function addressOf(path: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(path, GOOGLE)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function degrees(value: number): string {
  return value.toFixed(7)
}
