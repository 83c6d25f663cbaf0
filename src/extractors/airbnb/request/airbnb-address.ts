// Addresses of the site: what they show, and how dates, guests and currency are put into them.
import type { AirbnbInput } from './options.ts'

/** What a page of the site shows; `other`: its address does not tell. */
export type AddressKind = 'listing' | 'search' | 'host' | 'experience' | 'other'

/** An address, as far as it can be read without its page. */
export interface AirbnbAddress {
  readonly kind: AddressKind
  /** Of the listing or the host; null where it is not in the address. */
  readonly id: string | null
}

const HOST = /(?:^|\.)airbnb\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/i
const SITE = 'https://www.airbnb.com'
/** An optional language or country stands before the path on some domains. */
const PATHS: readonly (readonly [AddressKind, RegExp])[] = [
  [
    'listing',
    /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:rooms|h)\/(?:plus\/|luxury\/|show\/)?([1-9]\d{0,24})(?:\/|$)/i,
  ],
  ['host', /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/users\/(?:show|profile)\/([1-9]\d{0,24})(?:\/|$)/i],
  [
    'experience',
    /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/(?:experiences\/([1-9]\d{0,24})|s\/[^/]+\/experiences)(?:\/|$)/i,
  ],
  ['search', /^(?:\/[a-z]{2}(?:-[a-z]{2})?)?\/s\/()/i],
]
const DATES = {
  listing: ['check_in', 'check_out'],
  search: ['checkin', 'checkout'],
} as const
const GUESTS = ['adults', 'children', 'infants', 'pets'] as const

/** Whether the site answers at this name. */
export const isAirbnbHost = (hostname: string): boolean => HOST.test(hostname)

/** `https://www.airbnb.com/rooms/N` */
export const listingUrl = (listingId: string): string => `${SITE}/rooms/${listingId}`

/** Where links to listings lead: the domain of the page, or the main one. */
export function siteOrigin(url: string | null): string {
  const parsed = url === null ? null : URL.parse(url)
  return parsed !== null && isAirbnbHost(parsed.hostname) ? parsed.origin : SITE
}

/** By the path; the query says nothing about it. */
export function readAddress(url: string | null): AirbnbAddress {
  const path = url === null ? null : (URL.parse(url)?.pathname ?? null)
  for (const [kind, pattern] of PATHS) {
    const match = path === null ? null : pattern.exec(path)
    if (match !== null) return { kind, id: match[1] === undefined || match[1] === '' ? null : match[1] }
  }
  return { kind: 'other', id: null }
}

/** The options of the request as the site reads them; those that the address has already are replaced. */
export function withOptions(
  url: string,
  {
    checkIn,
    checkOut,
    guests,
    currency,
    locale,
  }: Pick<AirbnbInput, 'checkIn' | 'checkOut' | 'guests' | 'currency' | 'locale'>,
): string {
  const next = new URL(url)
  const { kind } = readAddress(url)
  const [arrival, leaving] = kind === 'search' ? DATES.search : DATES.listing
  const set = (name: string, value: string | number | undefined): void => {
    if (value !== undefined) next.searchParams.set(name, String(value))
  }
  if (kind !== 'host') {
    set(arrival, checkIn)
    set(leaving, checkOut)
    for (const name of GUESTS) set(name, guests?.[name])
  }
  set('currency', currency)
  set('display_currency', currency)
  set('locale', locale)
  return next.href
}

/** The dates that an address names; null without both. */
export function datesInUrl(
  url: string | null,
): { readonly checkIn: string; readonly checkOut: string } | null {
  const parameters = url === null ? undefined : URL.parse(url)?.searchParams
  for (const [arrival, leaving] of Object.values(DATES)) {
    const [checkIn, checkOut] = [parameters?.get(arrival), parameters?.get(leaving)]
    if (isDate(checkIn) && isDate(checkOut)) return { checkIn, checkOut }
  }
  return null
}

const isDate = (text: string | null | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '')
