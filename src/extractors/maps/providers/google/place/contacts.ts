// Address, phone numbers and web addresses of a place.
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Address, MapPlace } from '#contract/places/place.ts'
import { countryCode, countryName } from '#kit/geo/country-name.ts'
import {
  asCount,
  asList,
  asText,
  pick,
  textsIn,
  valueAt,
} from '#extractors/maps/providers/google/payload/at.ts'
import type { PlaceArray } from '#extractors/maps/providers/google/payload/find-places.ts'
import { PLACE } from '#extractors/maps/providers/google/payload/paths.ts'

type Phone = MapPlace['phones'][number]

const MAX_PHONE_CHARS = 60
const MAX_LINKS = 10
const TEL = 'tel:'

/**
 * The parts as the provider has them: a street with its number is one text there, so that no number is taken out of it.
 * `language` is that of the country's name.
 */
export function readAddress(place: PlaceArray, language: string | null): Address {
  const [, line, , city, postcode, region] = pick(place, PLACE.addressParts, asList) ?? []
  const code = pick(place, PLACE.countryCode, (value) => countryCode(asText(value)))
  return {
    formatted: pick(place, PLACE.address, asText),
    street: asText(line),
    houseNumber: null,
    postcode: asText(postcode),
    city: asText(city),
    region: asText(region),
    country: code === null ? null : countryName(code, language),
    countryCode: code,
  }
}

/** The part of the city that the provider names; it is no part of the address. */
export function readNeighbourhood(place: PlaceArray): string | null {
  return asText(pick(place, PLACE.addressParts, asList)?.[0])
}

/** The number as it is shown, read by its international form where there is one. */
export function readPhones(place: PlaceArray, country: string | null): Phone[] {
  const shown = pick(place, PLACE.phone, asText)
  const forms = [
    pick(place, PLACE.phoneInternational, asText),
    pick(place, PLACE.phoneDigits, asText),
    shown,
    telBySight(place),
  ].filter((form) => form !== null)
  const raw = shown ?? forms[0]
  if (raw === undefined) return []
  for (const form of forms) {
    const number = form.length > MAX_PHONE_CHARS ? undefined : parsed(form, country)
    if (number?.isValid() === true)
      return [{ e164: number.number, raw, kind: number.getType() === 'MOBILE' ? 'mobile' : 'phone' }]
  }
  return [{ e164: null, raw, kind: 'phone' }]
}

function parsed(text: string, country: string | null): ReturnType<typeof parsePhoneNumberFromString> {
  const known = country !== null && isSupportedCountry(country) ? country : null
  const options: { extract: boolean; defaultCountry?: CountryCode } = { extract: false }
  return parsePhoneNumberFromString(text, known === null ? options : { ...options, defaultCountry: known })
}

/** A number that moved is still a link `tel:`, in a list of a list of its slot. */
function telBySight(place: PlaceArray): string | null {
  for (const slot of place) {
    for (const entry of [slot, valueAt(slot, [0])]) {
      const link = (asList(entry) ?? []).find((part) => asText(valueAt(part, [0]))?.startsWith(TEL) === true)
      if (link !== undefined) return asText(valueAt(link, [0]))?.slice(TEL.length) ?? null
    }
  }
  return null
}

/** The website of the place itself. */
export function readWebsite(place: PlaceArray): string | null {
  return pick(place, PLACE.website, webAddress)
}

/** The ids of a place in its addresses. */
export interface PlaceIds {
  readonly placeId: string
  readonly cid: string
}

/** Pages about the place by their kind: `google`, `reviews`, `menu`, `reservation`, `order:wolt.com`. */
export function readLinks(place: PlaceArray, ids: PlaceIds): Record<string, string> {
  const links: Record<string, string> = {
    google: `https://www.google.com/maps?cid=${ids.cid}`,
    // That of the payload also names the search it was found by.
    reviews: `https://search.google.com/local/reviews?placeid=${ids.placeId}`,
  }
  const add = (name: string, url: string | null): void => {
    if (url !== null && links[name] === undefined) links[name] = url
  }
  add('menu', pick(place, PLACE.menu, webAddress))
  const booking = (pick(place, PLACE.reservations, asList) ?? []).slice(0, MAX_LINKS)
  for (const entry of booking) add('reservation', webAddress(valueAt(entry, [0])))
  for (const { isOrder, source, url } of offersIn(place))
    add(isOrder ? `order:${source}` : 'reservation', url)
  return links
}

interface Offer {
  /** Else a table to be reserved. */
  readonly isOrder: boolean
  readonly source: string
  readonly url: string
}

/** The kind of a group of services that take reservations; the others deliver. */
const RESERVATIONS = 1

/** Services that deliver or reserve, each with its name and link. */
function offersIn(place: PlaceArray): Offer[] {
  const groups = (pick(place, PLACE.orders, asList) ?? []).slice(0, MAX_LINKS)
  return groups.flatMap((group) =>
    (asList(valueAt(group, [2])) ?? []).slice(0, MAX_LINKS).flatMap((offer) => {
      const source = textsIn(valueAt(offer, [0]))[0]
      const url = webAddress(valueAt(offer, [1, 2, 0]))
      if (source === undefined || url === null) return []
      return [{ isOrder: asCount(valueAt(group, [0])) !== RESERVATIONS, source, url }]
    }),
  )
}

/** An http address; the provider's own redirect is followed to where it leads. */
export function webAddress(value: unknown): string | null {
  const text = asText(value)
  if (text === null || /\s/.test(text)) return null
  const url = URL.parse(text, 'https://www.google.com')
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  const target = url.pathname === '/url' ? (url.searchParams.get('q') ?? url.searchParams.get('url')) : null
  if (target !== null) return /^https?:\/\//i.test(target) ? (URL.parse(target)?.href ?? null) : null
  return text.startsWith('http') || text.startsWith('//') ? url.href : null
}
